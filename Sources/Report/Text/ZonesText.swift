import Basics
import Findings

/// The verdict on a division into zones as a person reads it: the verdict, then each fault.
package struct ZonesText: Sendable {
  let style: Style
  /// The number of faults that are shown; JSON has all.
  private static let mostFaults = 50

  package init(style: Style) { self.style = style }

  /// Lines of text, each ended by a line end.
  package func render(_ zoning: Zoning) -> String {
    var text = style(zoning.path.escapedForDisplay, .bold) + ": "
    text += style(zoning.verdict.title, zoning.verdict.mark, .bold)
    let size =
      "  \(counted(zoning.zones.count, "zone")), "
      + counted(zoning.vertices, "vertex", plural: "vertices")
    text += style(size, .dim) + "\n"
    if !zoning.requirements.isEmpty {
      let names = zoning.requirements.joined(separator: " ").escapedForDisplay
      text += "  evidence for " + style(names, .cyan) + "\n"
    }
    text +=
      "  against "
      + (zoning.city.map { "the city \($0.escapedForDisplay)" }
        ?? "the outline of all zones") + "\n"
    if !zoning.faults.isEmpty { text += "  " + summary(zoning) + "\n\n" + faults(zoning) }
    if let check = zoning.crossCheck { text += render(check) }
    if let change = zoning.change { text += "\n" + render(change) }
    if let repair = zoning.repair { text += "\n" + render(repair) }
    if let refusal = zoning.refusal {
      text += "\n" + style("not repaired: ", .red, .bold)
      text += refusal.reason.escapedForDisplay + "\n"
    }
    return text
  }

  private func faults(_ zoning: Zoning) -> String {
    var table = TextTable([.right, .left, .right, .left, .left])
    for (index, fault) in zoning.faults.prefix(Self.mostFaults).enumerated() {
      let mark: Style.Mark = fault.isAccepted ? .yellow : .red
      table.add([
        TextTable.Cell("\(index + 1)", .dim),
        TextTable.Cell(fault.kind.rawValue + (fault.isAccepted ? ", accepted" : ""), mark),
        TextTable.Cell(Self.area(fault.area)),
        TextTable.Cell(fault.zones.joined(separator: ", ")),
        TextTable.Cell(Self.place(fault.witness), .dim),
      ])
    }
    var text = table.render(style, indent: 2)
    let hidden = zoning.faults.count - Self.mostFaults
    if hidden > 0 { text += "  … and \(hidden) smaller ones (--format json lists all)\n" }
    return text
  }

  private func summary(_ zoning: Zoning) -> String {
    let accepted = zoning.faults.count(where: \.isAccepted)
    var parts = Zoning.Fault.Kind.allCases.compactMap { kind in
      let number = zoning.faults.count { $0.kind == kind }
      return number == 0 ? nil : counted(number, kind.rawValue)
    }
    if zoning.tolerance > 0 {
      parts.append("\(accepted) accepted up to \(Self.squareMetres(zoning.tolerance))")
    }
    let area = zoning.faults.reduce((low: 0, high: 0)) {
      ($0.low + $1.area.atLeast, $0.high + $1.area.atMost)
    }
    parts.append(Self.area(Zoning.AreaBounds(atLeast: area.low, atMost: area.high)) + " in all")
    let widest = zoning.faults.map(\.extent.width).max() ?? 0
    parts.append("widest " + Self.metres(widest))
    let large = zoning.faults.count { $0.area.atMost > 1 }
    let text = parts.joined(separator: ", ")
    return large == 0 ? text : text + "; \(large) above 1 m²"
  }

  private func render(_ check: Zoning.CrossCheck) -> String {
    let faults = Self.sampled(check.faults, of: check.faultsAsked, check.faultsInAll, "fault")
    let near = Self.sampled(
      check.nearPlaces, of: check.nearPlaces, check.nearPlacesInAll, "near place")
    var text = "  cross-check: \(faults) confirmed by the solver, \(near) and "
    text += "\(counted(check.randomPlaces, "random place")) asked"
    if check.undecided > 0 { text += ", \(check.undecided) undecided" }
    text += "\n"
    if check.faultsAsked < check.faultsInAll || check.nearPlaces < check.nearPlacesInAll {
      text += "  sampled: half of them the first, the largest faults, the others at random; "
      text += "--cross-check all asks about all\n"
    }
    for line in check.disagreements {
      text += style("  disagreement: ", .red, .bold) + line.escapedForDisplay + "\n"
    }
    return text
  }

  /// Returns a count such as `3 faults`, or `200 of 1676 faults` if only a sample was asked about.
  private static func sampled(_ number: Int, of asked: Int, _ all: Int, _ noun: String) -> String {
    asked < all ? "\(number) of \(counted(all, noun))" : counted(number, noun)
  }

  private func render(_ change: Zoning.Change) -> String {
    var text = "compared with " + style(change.path.escapedForDisplay, .bold) + ": "
    text += change.moves.isEmpty ? "nothing moves\n" : "\(counted(change.moves.count, "move"))\n"
    var table = TextTable([.left, .left, .left, .right, .right, .left])
    for move in change.moves {
      table.add([
        TextTable.Cell(move.from ?? "(outside)"), TextTable.Cell("to", .dim),
        TextTable.Cell(move.to ?? "(outside)"), TextTable.Cell(Self.area(move.area)),
        TextTable.Cell(counted(move.pieces, "piece"), .dim),
        TextTable.Cell(Self.place(move.witness), .dim),
      ])
    }
    text += table.render(style, indent: 2)
    for (title, names) in [("added", change.added), ("removed", change.removed)]
    where !names.isEmpty {
      text += "  \(title): \(names.joined(separator: ", ").escapedForDisplay)\n"
    }
    return text
  }

  private func render(_ repair: Zoning.Repair) -> String {
    var text = "repaired as " + style(repair.path.escapedForDisplay, .bold)
    text += ": a partition on the same grid, \(counted(repair.moved, "crossing")) moved to it\n"
    for (zone, number) in repair.assigned.sorted(by: { $0.key < $1.key }) {
      let heir = zone.isEmpty ? "cut off beyond the city" : "to \(zone.escapedForDisplay)"
      text += "  \(counted(number, "sliver")) \(heir)\n"
    }
    return text
  }

  private static func place(_ position: Zoning.Position?) -> String {
    position.map { "at \($0.longitude), \($0.latitude)" } ?? ""
  }

  /// The bounds as one number where they agree to three digits, else as both.
  static func area(_ area: Zoning.AreaBounds) -> String {
    let (low, high) = (squareMetres(area.atLeast), squareMetres(area.atMost))
    return low == high ? high : "\(low) to \(high)"
  }

  static func squareMetres(_ value: Double) -> String {
    quantity(value, [("km²", 1e6), ("m²", 1), ("cm²", 1e-4), ("mm²", 1e-6)], zero: "0 m²")
  }

  static func metres(_ value: Double) -> String {
    quantity(value, [("km", 1e3), ("m", 1), ("cm", 1e-2), ("mm", 1e-3)], zero: "0 m")
  }

  /// Three digits and a unit; the units are listed from the largest to the smallest.
  private static func quantity(
    _ value: Double, _ units: [(String, Double)], zero: String
  ) -> String {
    if value == 0 { return zero }
    guard let (name, size) = units.first(where: { value >= $0.1 }) else {
      return "< 1 \(units.last?.0 ?? "")"
    }
    let number = value / size
    if number >= 1e6 { return "\(Int64(min(number, 1e15).rounded())) \(name)" }
    let digits = number >= 100 ? 0 : number >= 10 ? 1 : 2
    let scale = [1.0, 10, 100][digits]
    let scaled = Int64((number * scale).rounded())
    let whole = scaled / Int64(scale)
    if digits == 0 { return "\(whole) \(name)" }
    let fraction = String(scaled % Int64(scale))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(whole).\(zeros)\(fraction) \(name)"
  }
}

extension Zoning.Verdict {
  var title: String {
    switch self {
    case .partition: "partition"
    case .partitionWithinTolerance: "partition within the tolerance"
    case .notAPartition: "no partition"
    }
  }

  var mark: Style.Mark {
    switch self {
    case .partition: .green
    case .partitionWithinTolerance: .yellow
    case .notAPartition: .red
    }
  }
}
