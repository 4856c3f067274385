internal import Diagnostics
internal import Findings
internal import Geometry

/// A division as a picture (SVG): zones coloured, faults marked, and the largest enlarged.
///
/// Drawn with ordinary floating-point numbers: nothing is decided here.
public struct Picture: Sendable {
  let partition: Partition
  private let tolerance: Double
  private static let width = 960.0
  private static let insetSize = 220.0
  private static let mostInsets = 12

  /// - Parameter tolerance: Square metres; larger faults are marked in another colour.
  public init(_ partition: Partition, tolerance: Double) {
    self.partition = partition
    self.tolerance = tolerance
  }

  /// The picture as an SVG document; at most the 12 largest faults are enlarged.
  public func svg() -> String {
    let whole = frame(of: partition.map.zones.flatMap { $0.rings.flatMap(\.points) })
    let view = View(whole, width: Self.width, height: nil)
    let insets = partition.faults.prefix(Self.mostInsets)
    let rows = (Double(insets.count) / 4).rounded(.up)
    let height = view.height + 20 + rows * (Self.insetSize + 40)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" \
      viewBox="0 0 \(number(Self.width)) \(number(height))" \
      font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="#eef3f7"/>

      """
    text += layer(view, stroke: 0.6) + names(view)
    let largest = partition.faults.first?.area.upper ?? 0
    for (index, fault) in partition.faults.enumerated() {
      let box = frame(of: points(of: fault))
      let (x, y) = view.place((box.west + box.east) / 2, (box.south + box.north) / 2)
      // The area of the mark grows with the fault's, so that a few large ones stand out of many.
      let radius = 3 + 11 * (largest > 0 ? fault.area.upper / largest : 0).squareRoot()
      text += """
        <circle cx="\(number(x))" cy="\(number(y))" r="\(number(radius))" fill="none" stroke="\(mark(fault))" \
        stroke-width="2"/>
        """
      if index < Self.mostInsets {
        text += "<text x=\"\(number(x + 9))\" y=\"\(number(y - 5))\">\(index + 1)</text>"
      }
      text += "\n"
    }
    for (index, fault) in insets.enumerated() {
      let left = Double(index % 4) * (Self.insetSize + 20)
      let top = view.height + 20 + Double(index / 4) * (Self.insetSize + 40)
      text += inset(fault, number: index + 1, left: left, top: top)
    }
    return text + "</svg>\n"
  }

  /// The identifier of each zone in the middle of its largest ring, no wider than the ring.
  private func names(_ view: View) -> String {
    var text = ""
    for zone in partition.map.zones {
      let boxes = zone.rings.filter { !$0.isHole }.map { frame(of: $0.points) }
      guard let box = boxes.max(by: { $0.width * $0.height < $1.width * $1.height }) else {
        continue
      }
      let (left, right) = (view.place(box.west, box.south).x, view.place(box.east, box.south).x)
      let size = min(14, (right - left) / Double(max(1, zone.id.count)) * 1.4)
      if size < 3 { continue }
      let (x, y) = view.place((box.west + box.east) / 2, (box.south + box.north) / 2)
      text += """
        <text x="\(number(x))" y="\(number(y + size / 3))" font-size="\(number(size))" \
        text-anchor="middle">\(zone.id.escapedForDisplay.escapedForXML)</text>

        """
    }
    return text
  }

  private func inset(
    _ fault: Partition.Fault, number index: Int, left: Double, top: Double
  ) -> String {
    let frame = frame(of: points(of: fault)).grown
    let view = View(frame, width: Self.insetSize, height: Self.insetSize)
    var text = """
      <svg x="\(number(left))" y="\(number(top))" width="\(number(Self.insetSize))" \
      height="\(number(Self.insetSize))">
      <rect width="100%" height="100%" fill="#eef3f7"/>

      """
    text += layer(view, stroke: 1)
    let names = fault.zones.map { partition.map.zones[$0].id }.joined(separator: ", ")
    for loop in loops(of: fault) {
      let corners = loop.map { view.place($0.x, $0.y) }
      text += """
        <path d="\(path(corners))" fill="\(mark(fault))" fill-opacity="0.6" \
        stroke="\(mark(fault))"/>

        """
    }
    text += "<rect width=\"100%\" height=\"100%\" fill=\"none\" stroke=\"#333\"/>\n</svg>\n"
    text += """
      <text x="\(number(left))" y="\(number(top + Self.insetSize + 16))">\
      \(index) \(fault.kind.rawValue): \(names.escapedForDisplay.escapedForXML)</text>

      """
    return text
  }

  /// All zones, as far as they are in the view.
  private func layer(_ view: View, stroke: Double) -> String {
    var text = ""
    for (index, zone) in partition.map.zones.enumerated() {
      let outlines = zone.rings.map { ring in
        view.clip(ring.points.map { (x: Double($0.x), y: Double($0.y)) })
      }
      let shape = outlines.filter { $0.count > 2 }.map(path).joined()
      if shape.isEmpty { continue }
      text += """
        <path d="\(shape)" fill="\(color(index))" fill-opacity="0.75" fill-rule="evenodd" \
        stroke="#333" stroke-width="\(number(stroke))"><title>\(zone.id.escapedForDisplay.escapedForXML)</title></path>

        """
    }
    return text
  }

  /// A closed line; points nearer than a tenth to the one before are left out.
  private func path(_ points: [(x: Double, y: Double)]) -> String {
    var text = ""
    var last: (x: Double, y: Double)?
    for point in points {
      if let last, abs(last.x - point.x) < 0.1, abs(last.y - point.y) < 0.1 { continue }
      text += "\(last == nil ? "M" : "L")\(number(point.x)) \(number(point.y))"
      last = point
    }
    return text + "Z"
  }

  private func points(of fault: Partition.Fault) -> [GridPoint] {
    fault.edges.flatMap { index in
      let edge = partition.arrangement.edges[Int(index)]
      return [edge.from, edge.to].map { partition.arrangement.position(of: $0).floor }
    }
  }

  /// The borders of a fault, in units of the grid.
  private func loops(of fault: Partition.Fault) -> [[(x: Double, y: Double)]] {
    var regionOf = [Int32](repeating: -1, count: partition.arrangement.faceLabels.count)
    regionOf[Int(fault.face)] = 0
    return partition.arrangement.loops(regionOf: regionOf).map { loop in
      loop.vertices.map { vertex in
        let point = partition.arrangement.position(of: vertex)
        let denominator = Double(point.denominator)
        return (
          Double(point.floor.x) + Double(point.remainderX) / denominator,
          Double(point.floor.y) + Double(point.remainderY) / denominator
        )
      }
    }
  }

  private func mark(_ fault: Partition.Fault) -> String {
    fault.area.upper <= tolerance ? "#b8860b" : "#d00000"
  }

  /// Colours far apart on the circle of hues, light enough for marks on them.
  private func color(_ index: Int) -> String {
    "hsl(\((index * 137) % 360) 55% \(62 + index % 3 * 8)%)"
  }
}
