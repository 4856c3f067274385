/// Square cells over a map, each with the edges that pass it.
struct CellTable: Sendable {
  let origin: GridPoint
  /// A cell is `2^shift` units wide and high.
  let shift: Int
  let columns: Int
  let rows: Int
  /// The edges of a cell are `entries[starts[cell] ..< starts[cell + 1]]`.
  private var starts: [Int32] = []
  private(set) var entries: [Int32] = []
  /// The label of each cell that no edge passes.
  private var labels: [Int32]

  /// The smallest box around an edge, its ends rounded outwards.
  struct Box {
    let west, south, east, north: Int64
  }

  /// - Parameter boxes: of the edges; each edge has its box's corners on its line, but for the
  ///   rounding.
  init(_ edges: [ZoneLocator.Edge], _ boxes: [Box]) {
    let west = boxes.map(\.west).min() ?? 0
    let south = boxes.map(\.south).min() ?? 0
    let width = (boxes.map(\.east).max() ?? 0) - west
    let height = (boxes.map(\.north).max() ?? 0) - south
    // About four cells an edge, so that most have none; the choice has no part in the answer.
    let most = min(max(1 << 14, 4 * edges.count), 1 << 22)
    var shift = 0
    while Self.count(width, shift) * Self.count(height, shift) > most { shift += 1 }
    let origin = GridPoint(west, south)
    // Edges that cross all of the map pass many cells each; a map of such edges has wider ones.
    let mostEntries = max(Self.leastRoom, Self.entriesPerEdge * edges.count)
    while Self.entries(boxes, from: origin, shift) > mostEntries { shift += 1 }
    self.shift = shift
    self.origin = origin
    (columns, rows) = (Self.count(width, shift), Self.count(height, shift))
    labels = [Int32](repeating: LabelTable.nothing, count: columns * rows)
    fill(edges, boxes)
  }

  /// The least limit of the number of entries of all cells; for large maps it is a number per edge.
  private static let leastRoom = 1 << 22
  private static let entriesPerEdge = 32

  /// Returns an upper limit of the number of entries: an edge passes at most as many cells as the
  /// columns and rows of its box.
  private static func entries(_ boxes: [Box], from origin: GridPoint, _ shift: Int) -> Int {
    func cells(_ low: Int64, _ high: Int64, _ origin: Int64) -> Int {
      count(high - origin, shift) - count(low - origin, shift) + 1
    }
    return boxes.reduce(0) {
      $0 + cells($1.west, $1.east, origin.x) + cells($1.south, $1.north, origin.y)
    }
  }

  /// Returns the number of cells along a length; a number that is too great in any case is cut.
  private static func count(_ length: Int64, _ shift: Int) -> Int {
    Int(min(length >> Int64(shift), 1 << 24)) + 1
  }

  func cell(of point: GridPoint) -> (column: Int, row: Int)? {
    guard point.x >= origin.x, point.y >= origin.y else { return nil }
    let column = Int((point.x - origin.x) >> Int64(shift))
    let row = Int((point.y - origin.y) >> Int64(shift))
    return column < columns && row < rows ? (column, row) : nil
  }

  func south(ofRow row: Int) -> Int64 { origin.y + Int64(row) << Int64(shift) }
  func west(ofColumn column: Int) -> Int64 { origin.x + Int64(column) << Int64(shift) }

  func entries(_ column: Int, _ row: Int) -> Range<Int> {
    let cell = column * rows + row
    return Int(starts[cell])..<Int(starts[cell + 1])
  }

  func label(_ column: Int, _ row: Int) -> Int32 { labels[column * rows + row] }

  mutating func setLabel(_ label: Int32, _ column: Int, _ row: Int) {
    labels[column * rows + row] = label
  }

  private mutating func fill(_ edges: [ZoneLocator.Edge], _ boxes: [Box]) {
    var passes: [(cell: Int32, edge: Int32)] = []
    for index in edges.indices {
      let box = boxes[index]
      let first = Int((box.west - origin.x) >> Int64(shift))
      let last = Int((box.east - origin.x) >> Int64(shift))
      for column in first...last {
        let (south, north) = range(of: edges[index], box, column)
        let low = Int((south - origin.y) >> Int64(shift))
        let high = Int((north - origin.y) >> Int64(shift))
        for row in low...high { passes.append((Int32(column * rows + row), Int32(index))) }
      }
    }
    starts = [Int32](repeating: 0, count: columns * rows + 1)
    for pass in passes { starts[Int(pass.cell) + 1] += 1 }
    for cell in 0..<columns * rows { starts[cell + 1] += starts[cell] }
    entries = [Int32](repeating: 0, count: passes.count)
    var next = starts
    for pass in passes {
      entries[Int(next[Int(pass.cell)])] = pass.edge
      next[Int(pass.cell)] += 1
    }
  }

  /// The latitudes that an edge has in a column, rounded outwards.
  private func range(
    of edge: ZoneLocator.Edge, _ box: Box, _ column: Int
  ) -> (south: Int64, north: Int64) {
    guard edge.along.x != 0 else { return (box.south, box.north) }
    let west = max(box.west, self.west(ofColumn: column))
    let east = min(box.east, self.west(ofColumn: column) + Int64(1) << Int64(shift))
    let (a, b) = (height(of: edge, west), height(of: edge, east))
    return (max(box.south, min(a, b) - 1), min(box.north, max(a, b) + 1))
  }

  /// The latitude of a line, rounded towards its start.
  private func height(of edge: ZoneLocator.Edge, _ x: Int64) -> Int64 {
    let rise = Int128(edge.along.y) * Int128(x - edge.start.x) / Int128(edge.along.x)
    // A box is rounded outwards: the line may be asked for a little beyond its ends.
    return Int64(clamping: Int128(edge.start.y) + rise)
  }
}
