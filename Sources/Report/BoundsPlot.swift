internal import Diagnostics
internal import Findings

/// Limits over the values of one parameter: a table, and a plot as SVG.
public struct BoundsPlot: Sendable {
  public struct Point: Sendable {
    /// The parameter, and each limit in the order of the names: milliseconds; nil if unbounded.
    public let value: Int64
    public let limits: [Int64?]

    public init(value: Int64, limits: [Int64?]) {
      self.value = value
      self.limits = limits
    }
  }

  private let parameter: String
  private let names: [String]
  private let points: [Point]

  public init(parameter: String, names: [String], points: [Point]) {
    self.parameter = parameter
    self.names = names
    self.points = points
  }

  private static let colours = ["#1b6ca8", "#c0392b", "#27803b", "#8e5ea2", "#b8860b", "#444444"]
  private static let (width, height, margin): (Int64, Int64, Int64) = (640, 400, 70)

  public func table() -> String {
    var table = TextTable([.right] + names.map { _ in .right })
    table.add([TextTable.Cell(parameter)] + names.map { TextTable.Cell($0) })
    for point in points {
      let limits = point.limits.map { $0.map(Instants.duration) ?? "unbounded" }
      table.add(([Instants.duration(point.value)] + limits).map { TextTable.Cell($0) })
    }
    return table.render(.plain)
  }

  /// The same bytes for the same points: whole coordinates only.
  public func svg() -> String {
    let (width, height, margin) = (Self.width, Self.height, Self.margin)
    let most = max(points.flatMap(\.limits).compactMap { $0 }.max() ?? 0, 1)
    let (first, last) = (points.first?.value ?? 0, points.last?.value ?? 0)
    let span = max(last - first, 1)
    func x(_ value: Int64) -> Int64 {
      margin + Self.scaled(value - first, over: span, to: width - 2 * margin)
    }
    func y(_ limit: Int64) -> Int64 {
      height - margin - Self.scaled(limit, over: most, to: height - 2 * margin)
    }
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12">
      <rect width="\(width)" height="\(height)" fill="white"/>
      <path d="M\(margin) \(margin)V\(height - margin)H\(width - margin)" fill="none" stroke="black"/>

      """
    func label(_ x: Int64, _ y: Int64, _ anchor: String, _ label: String) {
      text += "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(label)</text>\n"
    }
    for point in [points.first, points.last].compactMap({ $0 }) {
      label(x(point.value), height - margin + 18, "middle", Instants.duration(point.value))
    }
    label(width / 2, height - margin + 36, "middle", parameter)
    label(margin - 6, y(0), "end", Instants.duration(0))
    label(margin - 6, y(most) + 4, "end", Instants.duration(most))
    for (index, name) in names.enumerated() {
      let colour = Self.colours[index % Self.colours.count]
      let known = points.compactMap { point in point.limits[index].map { (point.value, $0) } }
      let corners = known.map { "\(x($0.0)),\(y($0.1))" }.joined(separator: " ")
      let legend = known.count == points.count ? name : "\(name) (unbounded where not drawn)"
      text += "<polyline points=\"\(corners)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>\n"
      text += "<g fill=\"\(colour)\">"
      label(margin + 8, margin + 16 * Int64(index), "start", legend)
      text += "</g>\n"
    }
    return text + "</svg>\n"
  }

  /// `value` of `whole` on a scale of so many units, without overflow.
  private static func scaled(_ value: Int64, over whole: Int64, to units: Int64) -> Int64 {
    let product = value.multipliedFullWidth(by: units)
    return whole.dividingFullWidth(product).quotient
  }
}
