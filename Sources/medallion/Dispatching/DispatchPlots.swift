/// Plots of a simulated city, one below the other, as one picture.
struct DispatchPlots {
  private static let width = 720.0
  private static let height = 180.0
  private static let left = 56.0
  private static let gap = 64.0

  private let document: DispatchDocument

  init(_ document: DispatchDocument) { self.document = document }

  private struct Series {
    let name: String
    let colour: String
    let values: [Double]

    init(_ name: String, _ colour: String, _ values: [Double]) {
      self.name = name
      self.colour = colour
      self.values = values
    }
  }

  var svg: String {
    let hours = document.hours
    func minutes(_ time: Int64?) -> Double { Double(time ?? 0) / 60_000 }
    let plots = [
      (
        "Requests an hour",
        [
          Series("requests", "#4477aa", hours.map { Double($0.requests) }),
          Series("answered", "#228833", hours.map { Double($0.answered) }),
          Series("given up", "#ee6677", hours.map { Double($0.givenUp) }),
        ]
      ),
      (
        "Taxis in a queue",
        [
          Series("longest", "#aa3377", hours.map { Double($0.longestQueue) }),
          Series("mean", "#4477aa", hours.map(\.meanQueue)),
        ]
      ),
      (
        "Requests at once",
        [
          Series("most waiting", "#ccbb44", hours.map { Double($0.mostWaiting) }),
          Series("fewest open", "#66ccee", hours.map { Double($0.fewestOpen ?? 0) }),
        ]
      ),
      (
        "Minutes until the taxi is there",
        [
          Series("p50", "#228833", hours.map { minutes($0.waitingTimes.p50) }),
          Series("p90", "#ccbb44", hours.map { minutes($0.waitingTimes.p90) }),
          Series("p99", "#ee6677", hours.map { minutes($0.waitingTimes.p99) }),
        ]
      ),
      (
        "Refused commands an hour",
        [
          Series("refused", "#aa3377", hours.map { Double($0.refused) })
        ]
      ),
    ]
    let whole = Double(plots.count) * (Self.height + Self.gap) + 16
    let size = "\(Int(Self.width)) \(Int(whole))"
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" role="img" \
      font-family="sans-serif" font-size="12"><title>A simulated city</title>
      <rect width="100%" height="100%" fill="white"/>

      """
    for (index, plot) in plots.enumerated() {
      svg += Self.plot(plot.0, plot.1, top: 40 + Double(index) * (Self.height + Self.gap))
    }
    return svg + "</svg>\n"
  }

  private static func plot(_ title: String, _ series: [Series], top: Double) -> String {
    let count = series.first?.values.count ?? 0
    let most = 4 * step(series.flatMap(\.values).max() ?? 0)
    let inner = width - left - 16
    let bottom = top + height
    func x(_ index: Int) -> Double { left + inner * Double(index) / Double(max(1, count - 1)) }
    func y(_ value: Double) -> Double { bottom - height * value / most }
    var text = "<text x=\"\(text(left))\" y=\"\(Self.text(top - 14))\" font-weight=\"bold\">"
    text += title + "</text>\n"
    for part in 0...4 {
      let value = most * Double(part) / 4
      let place = Self.text(y(value))
      text += "<line x1=\"\(Self.text(left))\" x2=\"\(Self.text(width - 16))\" y1=\"\(place)\" "
      text += "y2=\"\(place)\" stroke=\"#dddddd\"/>\n"
      text += "<text x=\"\(Self.text(left - 6))\" y=\"\(Self.text(y(value) + 4))\" "
      text += "text-anchor=\"end\">\(Self.text(value))</text>\n"
    }
    for index in stride(from: 0, to: count, by: max(1, count / 12)) {
      text += "<text x=\"\(Self.text(x(index)))\" y=\"\(Self.text(bottom + 16))\" "
      text += "text-anchor=\"middle\">\(index) h</text>\n"
    }
    for (position, line) in series.enumerated() {
      let points = line.values.enumerated().map { "\(Self.text(x($0))),\(Self.text(y($1)))" }
      text += "<polyline fill=\"none\" stroke=\"\(line.colour)\" stroke-width=\"2\" "
      text += "points=\"\(points.joined(separator: " "))\"/>\n"
      let place = Self.text(left + 260 + Double(position) * 110)
      text += "<text x=\"\(place)\" y=\"\(Self.text(top - 14))\" fill=\"\(line.colour)\">"
      text += line.name + "</text>\n"
    }
    return text
  }

  /// The least of 1, 2, 5, 10, 20 … four of which reach a value.
  private static func step(_ value: Double) -> Double {
    var unit = 1.0
    while unit * 20 < value { unit *= 10 }
    return [1, 2, 5].map { $0 * unit }.first { $0 * 4 >= value } ?? unit
  }

  /// One decimal at most.
  private static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return sign + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}
