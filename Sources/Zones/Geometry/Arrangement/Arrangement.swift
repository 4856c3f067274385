/// The plane cut up by all rings of several layers, exactly: vertices where edges meet or cross,
/// edges that meet only at their ends, and faces, each with the layers that cover it.
package struct Arrangement: Sendable {
  /// An edge leads from west to east, or from south to north, and lies on one input segment.
  package struct Edge: Sendable {
    /// The vertex at the western end, or the southern one of a vertical edge.
    package let from: Int32
    /// The vertex at the eastern end, or the northern one of a vertical edge.
    package let to: Int32
    /// A segment of the input that holds the edge.
    package let segment: Int32
    /// The faces on its left, north of it, and on its right.
    package internal(set) var left: Int32
    /// South of it.
    package internal(set) var right: Int32
  }

  /// Two segments of one layer that cross: its rings are not simple.
  package struct SelfCrossing: Hashable, Sendable {
    /// The layer, counted from 0 among those that were laid over each other.
    package let layer: Int32
    /// The vertex where they cross, or where an edge begins whose layer winds wrongly on one side.
    package let vertex: Int32
  }

  /// The input's vertices, from west to east. Vertices from `points.count` on are ``crossings``.
  package let points: [GridPoint]
  /// The points where segments cross and the input has no vertex, from west to east.
  package internal(set) var crossings: [ExactPoint] = []
  let segmentFirst: [Int32]
  let segmentSecond: [Int32]
  /// Edges between faces that different layers cover, in the order of their ends.
  package internal(set) var edges: [Edge] = []
  /// The label of each face; face 0 is the unbounded one.
  package internal(set) var faceLabels: [Int32] = []
  /// The meaning of the labels of faces.
  package internal(set) var labels = LabelTable()
  /// The self-crossings away from the input's vertices; see ``faultsOfRings`` for the others.
  package internal(set) var selfCrossings: [SelfCrossing] = []

  /// The face that reaches to infinity.
  package static let outside: Int32 = 0

  init(_ table: SegmentTable) {
    points = table.points
    segmentFirst = table.first
    segmentSecond = table.second
  }

  /// Returns the position of a vertex; the number must be one of a point or a crossing.
  package func position(of vertex: Int32) -> ExactPoint {
    let index = Int(vertex)
    return index < points.count ? ExactPoint(points[index]) : crossings[index - points.count]
  }

  /// The ends of an input segment, the western first.
  package func ends(ofSegment segment: Int32) -> (GridPoint, GridPoint) {
    (points[Int(segmentFirst[Int(segment)])], points[Int(segmentSecond[Int(segment)])])
  }

  /// The layers that cover a face, and how often.
  package func cover(of face: Int32) -> [LabelTable.Part] {
    labels.labels[Int(faceLabels[Int(face)])]
  }
}
