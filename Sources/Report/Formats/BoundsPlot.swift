import Basics
import Findings
import Verification

/// Limits over the values of one parameter: a table, and a plot as SVG.
package struct BoundsPlot: Sendable {
  private let sweep: BoundsSweep

  package init(_ sweep: BoundsSweep) { self.sweep = sweep }

  private static let colours = ["#1b6ca8", "#c0392b", "#27803b", "#8e5ea2", "#b8860b", "#444444"]
  private static let (width, height, margin): (Int64, Int64, Int64) = (640, 400, 70)

  /// A line for each value of the parameter, a column for each limit.
  package func table() -> String {
    var table = TextTable([.right] + sweep.names.map { _ in .right })
    table.add([TextTable.Cell(sweep.parameter)] + sweep.names.map { TextTable.Cell($0) })
    for point in sweep.points {
      table.add(([text(point.value)] + point.limits.map(text)).map { TextTable.Cell($0) })
    }
    return table.render(.plain)
  }

  private func text(_ value: Int64) -> String {
    sweep.isDuration ? Instants.duration(value) : "\(value)"
  }

  private func text(_ limit: BoundsSweep.Limit) -> String {
    limit.limit.map(Instants.duration)
      ?? (limit.verdict == .proved ? "no number" : limit.verdict.rawValue)
  }

  /// Returns the plot, with the same bytes for the same points: whole coordinates only.
  package func svg() -> String {
    let (width, height, margin) = (Self.width, Self.height, Self.margin)
    let points = sweep.points
    let most = max(points.flatMap(\.limits).compactMap(\.limit).max() ?? 0, 1)
    let (first, last) = (points.first?.value ?? 0, points.last?.value ?? 0)
    func x(_ value: Int64) -> Int64 {
      margin + Self.scaled(value - first, over: max(last - first, 1), to: width - 2 * margin)
    }
    func y(_ limit: Int64) -> Int64 {
      height - margin - Self.scaled(limit, over: most, to: height - 2 * margin)
    }
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      font-family="sans-serif" font-size="12">
      <rect width="\(width)" height="\(height)" fill="white"/>
      <path d="M\(margin) \(margin)V\(height - margin)H\(width - margin)" \
      fill="none" stroke="black"/>

      """
    func label(_ x: Int64, _ y: Int64, _ anchor: String, _ label: String) {
      text += "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(label)</text>\n"
    }
    for value in first == last ? [first] : [first, last] {
      label(x(value), height - margin + 18, "middle", self.text(value))
    }
    label(width / 2, height - margin + 36, "middle", sweep.parameter)
    label(margin - 6, y(0), "end", Instants.duration(0))
    label(margin - 6, y(most) + 4, "end", Instants.duration(most))
    for (index, name) in sweep.names.enumerated() {
      let colour = Self.colours[index % Self.colours.count]
      let known = points.compactMap { point in
        point.limits[index].limit.map { (x(point.value), y($0)) }
      }
      let corners = known.map { "\($0.0),\($0.1)" }.joined(separator: " ")
      let isWhole = known.count == points.count
      text += "<g fill=\"\(colour)\">\n"
      text += "<polyline points=\"\(corners)\" fill=\"none\" "
      text += "stroke=\"\(colour)\" stroke-width=\"2\"/>\n"
      for (x, y) in known { text += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>\n" }
      label(
        margin + 8, margin + 16 * Int64(index), "start",
        isWhole ? name : "\(name) (no number where not drawn)")
      text += "</g>\n"
    }
    return text + "</svg>\n"
  }

  /// Returns `value` of `whole` on a scale of `units`, without overflow.
  private static func scaled(_ value: Int64, over whole: Int64, to units: Int64) -> Int64 {
    let product = value.multipliedFullWidth(by: units)
    return whole.dividingFullWidth(product).quotient
  }
}
