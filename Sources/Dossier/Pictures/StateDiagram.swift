internal import Diagnostics
internal import Explanation

/// A state machine as an SVG picture: states in columns by their distance from the start, an arrow
/// for all events that lead from one state to another.
///
/// Beside it stands a table that says the same, for people who cannot see it.
struct StateDiagram {
  private let machine: StateMachine
  private var places: [String: (column: Int, row: Int)] = [:]
  private var columns = 1
  private var rows = 1

  private static let box = (width: 118.0, height: 34.0)
  private static let step = (x: 250.0, y: 92.0)
  private static let margin = 40.0
  /// The width of a letter of a label, on average.
  private static let letter = 6.5

  init(_ machine: StateMachine) {
    self.machine = machine
    place()
  }

  /// The picture as an `svg` element.
  var svg: String {
    let arrows = machine.edges.enumerated().map { arrow($0.element, $0.offset) }
    let boxes = Self.margin * 2 + Double(columns - 1) * Self.step.x + Self.box.width
    let width = max(boxes, arrows.map(\.right).max() ?? 0)
    let height = Self.margin * 2 + Double(rows) * Self.step.y
    let name = escaped(machine.place)
    var text = """
      <svg viewBox="0 0 \(number(width)) \(number(height))" width="\(number(width))" role="img" class="machine" \
      aria-label="State diagram of \(name); the table below says the same.">
      <defs><marker id="arrow-\(name)" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" \
      markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8Z" class="tip"/></marker></defs>

      """
    text += arrows.map(\.svg).joined()
    for value in machine.values { text += state(value) }
    return text + "</svg>\n"
  }

  /// Breadth first from the starts; states that nothing leads to stand in a last column.
  private mutating func place() {
    var layer = machine.values.filter { value in machine.starts.contains { $0.value == value } }
    var seen = Set(layer)
    var layers: [[String]] = []
    while !layer.isEmpty {
      layers.append(layer)
      var next: [String] = []
      for value in layer {
        for edge in machine.edges where edge.from == value && seen.insert(edge.to).inserted {
          next.append(edge.to)
        }
      }
      layer = next
    }
    let rest = machine.values.filter { !seen.contains($0) }
    if !rest.isEmpty { layers.append(rest) }
    for (column, layer) in layers.enumerated() {
      for (row, value) in layer.enumerated() { places[value] = (column, row) }
    }
    columns = max(1, layers.count)
    rows = max(1, layers.map(\.count).max() ?? 1)
  }

  private func corner(_ value: String) -> (x: Double, y: Double) {
    let place = places[value] ?? (0, 0)
    return (
      Self.margin + Double(place.column) * Self.step.x,
      Self.margin + Double(place.row) * Self.step.y
    )
  }

  private func state(_ value: String) -> String {
    let (x, y) = corner(value)
    let isStart = machine.starts.contains { $0.value == value }
    let size = min(13, Self.box.width / Double(max(1, value.count)) * 1.6)
    return """
      <rect x="\(number(x))" y="\(number(y))" width="\(number(Self.box.width))" \
      height="\(number(Self.box.height))" rx="8" class="state\(isStart ? " start" : "")"/>
      <text x="\(number(x + Self.box.width / 2))" y="\(number(y + Self.box.height / 2 + size / 3))" \
      font-size="\(number(size))" text-anchor="middle">\(escaped(value))</text>

      """
  }

  /// - Returns: the arrow with its label, and how far to the right the label reaches.
  private func arrow(_ edge: StateMachine.Edge, _ index: Int) -> (svg: String, right: Double) {
    let (from, to) = (corner(edge.from), corner(edge.to))
    let (width, height) = Self.box
    let path: String
    let label: (x: Double, y: Double)
    var anchor = "middle"
    // Arrows between the same columns would lie on each other without this.
    let shift = Double(index % 3) * 9 - 9
    if edge.from == edge.to {
      let (x, y) = (from.x + width / 2, from.y)
      path =
        "M\(number(x - 14)) \(number(y))C\(number(x - 26)) \(number(y - 30)) "
        + "\(number(x + 26)) \(number(y - 30)) \(number(x + 14)) \(number(y))"
      label = (x, y - 26)
    } else if from.x < to.x {
      let (startX, startY) = (from.x + width, from.y + height / 2)
      let (endX, endY) = (to.x, to.y + height / 2)
      let middle = (startX + endX) / 2
      path =
        "M\(number(startX)) \(number(startY))C\(number(middle)) \(number(startY + shift)) "
        + "\(number(middle)) \(number(endY + shift)) \(number(endX)) \(number(endY))"
      label = (middle, (startY + endY) / 2 + shift - 6)
    } else if from.x == to.x {
      let (x, startY, endY) = (from.x + width, from.y + height / 2, to.y + height / 2)
      path =
        "M\(number(x)) \(number(startY))C\(number(x + 40)) \(number(startY)) "
        + "\(number(x + 40)) \(number(endY)) \(number(x)) \(number(endY))"
      // An arrow up and one down have their labels above each other, beside the arrows.
      label = (x + 34, (startY + endY) / 2 + (startY < endY ? -7 : 13))
      anchor = "start"
    } else {
      let (startX, startY) = (from.x + width / 2 + shift, from.y + height)
      let (endX, endY) = (to.x + width / 2 + shift, to.y + height)
      // The farther it leads, the lower it runs.
      let bottom = max(startY, endY)
      let depth = bottom + 16 + (from.x - to.x) / Self.step.x * 20 + shift
      path =
        "M\(number(startX)) \(number(startY))C\(number(startX)) \(number(depth)) "
        + "\(number(endX)) \(number(depth)) \(number(endX)) \(number(endY))"
      label = ((startX + endX) / 2, bottom + (depth - bottom) * 0.75 + 4)
    }
    let events = edge.events
    let shown =
      events.prefix(2).joined(separator: ", ")
      + (events.count > 2 ? " +\(events.count - 2)" : "")
    let length = Double(shown.count) * Self.letter
    let svg = """
      <g class="edge"><title>\(escaped("\(edge.from) to \(edge.to): " + events.joined(separator: ", ")))</title>
      <path d="\(path)" marker-end="url(#arrow-\(escaped(machine.place)))"/>
      <text x="\(number(label.x))" y="\(number(label.y))" text-anchor="\(anchor)">\(escaped(shown))</text></g>

      """
    return (svg, label.x + (anchor == "start" ? length : length / 2))
  }

  private func escaped(_ text: String) -> String { text.escapedForDisplay.escapedForXML }
}

/// A coordinate with one decimal at most.
func number(_ value: Double) -> String {
  let tenths = (value * 10).rounded()
  let whole = Int(tenths)
  return whole % 10 == 0 ? "\(whole / 10)" : "\(tenths / 10)"
}
