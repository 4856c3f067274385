import Basics
import Findings
import Report

/// The summary of a simulated city for people.
enum DispatchText {
  static func render(_ document: DispatchDocument) -> String {
    let city = [
      counted(document.taxis, "taxi"), counted(document.passengers, "passenger"),
      counted(document.zones, "zone"),
    ].joined(separator: ", ")
    let map = document.map.map { " of \($0)" } ?? ""
    return "\(city)\(map), seed \(document.seed)\n\n"
      + totals(document) + "\n" + times(document) + "\n" + levels(document)
      + refusals(document) + hours(document)
  }

  private static func totals(_ document: DispatchDocument) -> String {
    var table = TextTable([.left, .right])
    for (name, count) in [
      ("commands", document.commands), ("requests", document.requests),
      ("reservations", document.reservations), ("  cancelled", document.cancelled),
      ("  attempts", document.attempts), ("offers", document.offers),
      ("  accepted", document.answered), ("  refused", document.offersRefused),
      ("  expired", document.offersExpired), ("  out of reach", document.offersUnreachable),
      ("held", document.holds), ("given up", document.givenUp), ("rides", document.rides),
      ("no shows", document.noShows),
    ] {
      table.add([TextTable.Cell(name), TextTable.Cell("\(count)")])
    }
    return table.render(.plain)
  }

  private static func times(_ document: DispatchDocument) -> String {
    var table = TextTable([.left, .right, .right, .right, .right])
    table.add(["waiting", "p50", "p90", "p99", "most"].map { TextTable.Cell($0) })
    for (name, times) in [
      ("for an answer", document.answerTimes), ("for the taxi", document.waitingTimes),
    ] {
      let cells = [times.p50, times.p90, times.p99, times.most].map {
        TextTable.Cell($0.map { Instants.duration($0 / 1_000 * 1_000) } ?? "-")
      }
      table.add([TextTable.Cell(name)] + cells)
    }
    return table.render(.plain)
  }

  private static func levels(_ document: DispatchDocument) -> String {
    guard document.openRequests.fewest != nil else { return "" }
    var table = TextTable([.left, .right, .right, .right])
    table.add(["at once, from hour 1", "fewest", "median", "most"].map { TextTable.Cell($0) })
    for (name, level) in [
      ("requests open", document.openRequests), ("taxis in service", document.taxisInService),
    ] {
      let cells = [level.fewest, level.median, level.most].map {
        TextTable.Cell($0.map { "\($0)" } ?? "-")
      }
      table.add([TextTable.Cell(name)] + cells)
    }
    return table.render(.plain) + "\n"
  }

  private static func refusals(_ document: DispatchDocument) -> String {
    guard !document.refusals.isEmpty else { return "" }
    var table = TextTable([.left, .right])
    table.add([TextTable.Cell("refused commands")])
    for (reason, count) in document.refusals.sorted(by: { $0.key < $1.key }) {
      table.add([TextTable.Cell("  \(reason)"), TextTable.Cell("\(count)")])
    }
    return table.render(.plain) + "\n"
  }

  private static func hours(_ document: DispatchDocument) -> String {
    let names = [
      "hour", "requests", "answered", "given up", "refused", "mean queue", "longest",
      "most waiting", "fewest open",
    ]
    var table = TextTable(names.map { _ in .right })
    table.add(names.map { TextTable.Cell($0) })
    for hour in document.hours {
      table.add(
        [
          "\(hour.hour)", "\(hour.requests)", "\(hour.answered)", "\(hour.givenUp)",
          "\(hour.refused)", hundredths(hour.meanQueue), "\(hour.longestQueue)",
          "\(hour.mostWaiting)", hour.fewestOpen.map { "\($0)" } ?? "-",
        ].map { TextTable.Cell($0) })
    }
    return table.render(.plain)
  }

  /// Returns a number with two decimals, so that the digits of several lines are aligned.
  private static func hundredths(_ value: Double) -> String {
    let (whole, part) = Int((value * 100).rounded()).quotientAndRemainder(dividingBy: 100)
    return "\(whole)." + (part < 10 ? "0\(part)" : "\(part)")
  }
}
