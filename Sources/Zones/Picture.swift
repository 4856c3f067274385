import Basics
import Findings

/// A division as a picture (SVG): zones coloured, faults and moved areas marked, and the largest of
/// both enlarged.
///
/// Drawn with ordinary floating-point numbers: nothing is decided here.
package struct Picture: Sendable {
  let partition: Partition
  private let marks: [Mark]
  private static let width = 960.0
  private static let insetSize = 220.0
  private static let mostInsets = 12

  /// A fault, or a piece that moves.
  private struct Mark {
    let title: String
    /// The number of the mark in the picture; nil if it is not enlarged.
    let label: String?
    let color: String
    /// The share of its area in the largest of its kind, from 0 to 1.
    let share: Double
    /// The borders of the mark, in units of the grid.
    let loops: [[(x: Double, y: Double)]]
  }

  /// - Parameters:
  ///   - tolerance: Square metres; larger faults are marked in another colour.
  ///   - change: The areas that move when another map takes the place of this one; marked like
  ///     faults, in blue, their numbers with an M before them.
  package init(_ partition: Partition, tolerance: Double, change: DivisionChange? = nil) {
    self.partition = partition
    let faults = partition.faults
    let largest = faults.first?.area.upper ?? 0
    let arrangement = partition.arrangement
    var marks = zip(faults.indices, arrangement.borders(of: faults.map(\.face))).map {
      index, loops in
      let fault = faults[index]
      let names = fault.zones.map { partition.map.zones[$0].id }.joined(separator: ", ")
      return Mark(
        title: "\(fault.kind.rawValue): \(names)",
        label: index < Self.mostInsets ? "\(index + 1)" : nil,
        color: fault.area.upper <= tolerance ? "#b8860b" : "#d00000",
        share: largest > 0 ? fault.area.upper / largest : 0,
        loops: loops.map(arrangement.line))
    }
    if let change {
      let (pieces, arrangement) = (change.pieces, change.arrangement)
      let largest = pieces.first?.area.upper ?? 0
      marks += zip(pieces.indices, arrangement.borders(of: pieces.map(\.face))).map {
        index, loops in
        let move = change.moves[pieces[index].move]
        return Mark(
          title: "move: \(move.from ?? "(outside)") to \(move.to ?? "(outside)")",
          label: index < Self.mostInsets ? "M\(index + 1)" : nil, color: "#0050b0",
          share: largest > 0 ? pieces[index].area.upper / largest : 0,
          loops: loops.map(arrangement.line))
      }
    }
    self.marks = marks
  }

  private var view: View {
    let points = partition.map.zones.flatMap { $0.rings.flatMap(\.points) }
    let moved = marks.filter { $0.title.hasPrefix("move") }.flatMap { $0.loops.flatMap(\.self) }
    let whole = frame(of: points.map { (x: Double($0.x), y: Double($0.y)) } + moved)
    return View(whole, width: Self.width, height: nil)
  }

  /// The width and height of the picture without the enlarged parts.
  package var size: (width: Double, height: Double) { (Self.width, view.height) }

  /// The place in the picture where a zone bears its name.
  package struct Label: Sendable {
    package let zone: String
    /// The middle of the zone's largest ring.
    package let x, y: Double
    /// The width of that ring.
    package let width: Double
    /// The size of the letters of the name, so that it is no wider than the ring.
    package var letter: Double { min(14, width / Double(max(1, zone.count)) * 1.4) }
  }

  /// One for each zone, in the order of the map.
  package var labels: [Label] { labels(view) }

  /// The id of the group that holds the zones with their names.
  package static let zonesID = "zones-of-the-map"

  /// The picture as an SVG document; at most the 12 largest faults and the 12 largest pieces that
  /// move are enlarged.
  package func svg() -> String {
    let view = view
    let insets = marks.filter { $0.label != nil }
    let rows = (Double(insets.count) / 4).rounded(.up)
    let height = view.height + 20 + rows * (Self.insetSize + 40)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" \
      viewBox="0 0 \(number(Self.width)) \(number(height))" \
      font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="#eef3f7"/>

      """
    text += "<g id=\"\(Self.zonesID)\">" + layer(view, stroke: 0.6) + names(view) + "</g>\n"
    for mark in marks {
      let box = frame(of: mark.loops.flatMap(\.self))
      let (x, y) = view.place((box.west + box.east) / 2, (box.south + box.north) / 2)
      // The area of the circle grows with the mark's, so that a few large ones stand out of many.
      let radius = 3 + 11 * mark.share.squareRoot()
      text += shape(of: mark, view)
      text += """
        <circle cx="\(number(x))" cy="\(number(y))" r="\(number(radius))" fill="none" stroke="\(mark.color)" \
        stroke-width="2"/>
        """
      if let label = mark.label {
        text += "<text x=\"\(number(x + 9))\" y=\"\(number(y - 5))\">\(label)</text>"
      }
      text += "\n"
    }
    for (index, mark) in insets.enumerated() {
      let left = Double(index % 4) * (Self.insetSize + 20)
      let top = view.height + 20 + Double(index / 4) * (Self.insetSize + 40)
      text += inset(mark, left: left, top: top)
    }
    return text + "</svg>\n"
  }

  private func labels(_ view: View) -> [Label] {
    partition.map.zones.map { zone in
      let boxes = zone.rings.filter { !$0.isHole }.map {
        frame(of: $0.points.map { (x: Double($0.x), y: Double($0.y)) })
      }
      let box = boxes.max { $0.width * $0.height < $1.width * $1.height } ?? frame(of: [])
      let (left, right) = (view.place(box.west, box.south).x, view.place(box.east, box.south).x)
      let (x, y) = view.place((box.west + box.east) / 2, (box.south + box.north) / 2)
      return Label(zone: zone.id, x: x, y: y, width: right - left)
    }
  }

  /// Returns the identifier of each zone at its label; those that would be too small are left out.
  private func names(_ view: View) -> String {
    labels(view).filter { $0.letter >= 3 }.map { label in
      """
      <text x="\(number(label.x))" y="\(number(label.y + label.letter / 3))" \
      font-size="\(number(label.letter))" \
      text-anchor="middle">\(label.zone.escapedForDisplay.escapedForXML)</text>

      """
    }.joined()
  }

  private func inset(_ mark: Mark, left: Double, top: Double) -> String {
    let view = View(
      frame(of: mark.loops.flatMap(\.self)).grown, width: Self.insetSize, height: Self.insetSize)
    var text = """
      <svg x="\(number(left))" y="\(number(top))" width="\(number(Self.insetSize))" \
      height="\(number(Self.insetSize))">
      <rect width="100%" height="100%" fill="#eef3f7"/>

      """
    text += layer(view, stroke: 1) + shape(of: mark, view)
    text += "<rect width=\"100%\" height=\"100%\" fill=\"none\" stroke=\"#333\"/>\n</svg>\n"
    text += """
      <text x="\(number(left))" y="\(number(top + Self.insetSize + 16))">\
      \(mark.label ?? "") \(mark.title.escapedForDisplay.escapedForXML)</text>

      """
    return text
  }

  private func shape(of mark: Mark, _ view: View) -> String {
    let lines = mark.loops.map(view.clip).filter { $0.count > 2 }
    if lines.isEmpty { return "" }
    return """
      <path d="\(lines.map(path).joined())" fill="\(mark.color)" fill-opacity="0.6" \
      fill-rule="evenodd" stroke="\(mark.color)"/>

      """
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

  /// Colours far apart on the circle of hues, light enough for marks on them.
  private func color(_ index: Int) -> String {
    "hsl(\((index * 137) % 360) 55% \(62 + index % 3 * 8)%)"
  }
}

extension Arrangement {
  /// The corners of a loop, in units of the grid, rounded.
  fileprivate func line(_ loop: Loop) -> [(x: Double, y: Double)] {
    loop.vertices.map { vertex in
      let point = position(of: vertex)
      let denominator = Double(point.denominator)
      return (
        Double(point.floor.x) + Double(point.remainderX) / denominator,
        Double(point.floor.y) + Double(point.remainderY) / denominator
      )
    }
  }
}
