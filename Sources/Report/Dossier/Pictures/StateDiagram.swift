import Basics

/// A state machine as an SVG picture: states in columns by their distance from the start, an arrow
/// for all events that lead from one state to another.
///
/// Each label stands on its arrow where it touches neither a state nor another label. The columns
/// move apart until there is such a place for every label. Beside the picture stands a table that
/// says the same, for people who cannot see it.
package struct StateDiagram {
  /// The part of the picture that something takes up.
  package struct Box: Equatable, Sendable {
    package let x, y, width, height: Double

    package func intersects(_ other: Box) -> Bool {
      x < other.x + other.width && other.x < x + width
        && y < other.y + other.height && other.y < y + height
    }
  }

  /// The text of an arrow, in the middle of its box.
  package struct Label: Sendable {
    package let text: String
    package let box: Box
  }

  private let machine: StateMachine
  private let arrows: [Arrow]
  /// The boxes of the states, in the order of the machine.
  package let boxes: [Box]
  /// The labels of the arrows; nil: nowhere is room for it.
  package let labels: [Label?]

  private static let box = (width: 118.0, height: 34.0)
  private static let step = (x: 250.0, y: 92.0)
  private static let margin = 40.0
  /// The height of a label, and the width of one of its letters.
  private static let letter = (width: 6.5, height: 14.0)
  /// The factors by which columns and rows are moved apart, one after the other.
  private static let spreads = [1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  package init(_ machine: StateMachine) {
    self.machine = machine
    let places = Self.places(machine)
    var found: (boxes: [Box], arrows: [Arrow], labels: [Label?]) = ([], [], [])
    for spread in Self.spreads {
      found = Self.layOut(machine, places, spread)
      if !found.labels.contains(where: { $0 == nil }) { break }
    }
    (boxes, arrows, labels) = found
  }

  /// The picture as an `svg` element.
  var svg: String {
    let all = boxes + labels.compactMap(\.?.box) + arrows.map(\.extent)
    let left = min(0, all.map(\.x).min() ?? 0)
    let top = min(0, all.map(\.y).min() ?? 0)
    let width = (all.map { $0.x + $0.width }.max() ?? 0) + Self.margin / 2 - left
    let height = (all.map { $0.y + $0.height }.max() ?? 0) + Self.margin / 2 - top
    let name = escaped(machine.place)
    var text = """
      <svg viewBox="\(number(left)) \(number(top)) \(number(width)) \(number(height))" width="\(number(width))" role="img" class="machine" \
      aria-label="State diagram of \(name); the table below says the same.">
      <defs><marker id="arrow-\(name)" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" \
      markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8Z" class="tip"/></marker></defs>

      """
    for (arrow, edge) in zip(arrows, machine.edges) {
      let title = "\(edge.from) to \(edge.to): " + edge.events.joined(separator: ", ")
      text += """
        <g class="edge"><title>\(escaped(title))</title>
        <path d="\(arrow.path)" marker-end="url(#arrow-\(name))"/></g>

        """
    }
    for (box, value) in zip(boxes, machine.values) { text += state(value, box) }
    for label in labels.compactMap(\.self) {
      let (x, y) = (label.box.x + label.box.width / 2, label.box.y + label.box.height - 3.5)
      text += """
        <text x="\(number(x))" y="\(number(y))" text-anchor="middle" class="label">\(escaped(label.text))</text>

        """
    }
    return text + "</svg>\n"
  }

  private func state(_ value: String, _ box: Box) -> String {
    let isStart = machine.starts.contains { $0.value == value }
    let size = min(13, box.width / Double(max(1, value.count)) * 1.6)
    return """
      <rect x="\(number(box.x))" y="\(number(box.y))" width="\(number(box.width))" \
      height="\(number(box.height))" rx="8" class="state\(isStart ? " start" : "")"/>
      <text x="\(number(box.x + box.width / 2))" y="\(number(box.y + box.height / 2 + size / 3))" \
      font-size="\(number(size))" text-anchor="middle">\(escaped(value))</text>

      """
  }

  private func escaped(_ text: String) -> String { text.escapedForDisplay.escapedForXML }

  // MARK: Layout

  /// Breadth first from the starts; states that nothing leads to stand in a last column.
  private static func places(_ machine: StateMachine) -> [String: (column: Int, row: Int)] {
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
    var places: [String: (column: Int, row: Int)] = [:]
    for (column, layer) in layers.enumerated() {
      for (row, value) in layer.enumerated() { places[value] = (column, row) }
    }
    return places
  }

  private static func layOut(
    _ machine: StateMachine, _ places: [String: (column: Int, row: Int)], _ spread: Double
  ) -> ([Box], [Arrow], [Label?]) {
    func box(_ value: String) -> Box {
      let place = places[value] ?? (0, 0)
      return Box(
        x: margin + Double(place.column) * step.x * spread,
        y: margin + Double(place.row) * step.y * spread, width: Self.box.width,
        height: Self.box.height)
    }
    let boxes = machine.values.map(box)
    let arrows = machine.edges.enumerated().map { index, edge in
      Arrow(from: box(edge.from), to: box(edge.to), lane: index % 3, column: step.x * spread)
    }
    var taken = boxes
    let labels = zip(arrows, machine.edges).map { arrow, edge -> Label? in
      let text =
        edge.events.prefix(2).joined(separator: ", ")
        + (edge.events.count > 2 ? " +\(edge.events.count - 2)" : "")
      let free = arrow.places(
        width: Double(text.count) * letter.width + 4, height: letter.height
      ).first { place in !taken.contains(where: place.intersects) }
      guard let free else { return nil }
      taken.append(free)
      return Label(text: text, box: free)
    }
    return (boxes, arrows, labels)
  }
}

/// A cubic curve from one state to another.
private struct Arrow {
  typealias Point = (x: Double, y: Double)
  private let start, first, second, end: Point

  /// - Parameters:
  ///   - lane: 0, 1 or 2; arrows between the same columns would lie on each other without this.
  ///   - column: the distance between two columns.
  init(from: StateDiagram.Box, to: StateDiagram.Box, lane: Int, column: Double) {
    let (width, height) = (from.width, from.height)
    let shift = Double(lane) * 9 - 9
    if from == to {
      let (x, y) = (from.x + width / 2, from.y)
      (start, first) = ((x - 14, y), (x - 26, y - 30))
      (second, end) = ((x + 26, y - 30), (x + 14, y))
    } else if from.x < to.x {
      start = (from.x + width, from.y + height / 2)
      end = (to.x, to.y + height / 2)
      let middle = (start.x + end.x) / 2
      (first, second) = ((middle, start.y + shift), (middle, end.y + shift))
    } else if from.x == to.x {
      // Those that lead down stand on the right, those that lead up on the left.
      let isDown = from.y < to.y
      let x = isDown ? from.x + width : from.x
      let bend = x + (isDown ? 1 : -1) * (24 + abs(to.y - from.y) / 6)
      start = (x, from.y + height / 2)
      end = (x, to.y + height / 2)
      (first, second) = ((bend, start.y), (bend, end.y))
    } else {
      start = (from.x + width / 2 + shift, from.y + height)
      end = (to.x + width / 2 + shift, to.y + height)
      // The farther it leads, the lower it runs.
      let depth = max(start.y, end.y) + 16 + (from.x - to.x) / column * 20 + shift
      (first, second) = ((start.x, depth), (end.x, depth))
    }
  }

  var path: String {
    func text(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }
    return "M\(text(start))C\(text(first)) \(text(second)) \(text(end))"
  }

  /// A box that holds the curve.
  var extent: StateDiagram.Box {
    let xs = [start.x, first.x, second.x, end.x]
    let ys = [start.y, first.y, second.y, end.y]
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return StateDiagram.Box(
      x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  /// Places for a label on the curve or close to it, the best first.
  func places(width: Double, height: Double) -> [StateDiagram.Box] {
    [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82].flatMap { share in
      let point = point(share)
      return [-8.0, 0, 8].map { offset in
        StateDiagram.Box(
          x: point.x - width / 2, y: point.y + offset - height / 2, width: width, height: height)
      }
    }
  }

  /// The point at a share of the curve, from 0 to 1.
  private func point(_ share: Double) -> Point {
    func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let rest = 1 - share
      return a * rest * rest * rest + 3 * b * share * rest * rest + 3 * c * share * share * rest
        + d * share * share * share
    }
    return (
      mix(start.x, first.x, second.x, end.x), mix(start.y, first.y, second.y, end.y)
    )
  }
}

/// A coordinate with one decimal at most.
func number(_ value: Double) -> String {
  let tenths = (value * 10).rounded()
  let whole = Int(tenths)
  return whole % 10 == 0 ? "\(whole / 10)" : "\(tenths / 10)"
}
