import Findings

extension DossierFinding {
  /// A finding for each kind of fault of the map.
  static func of(_ zoning: Zoning) -> [DossierFinding] {
    Zoning.Fault.Kind.allCases.flatMap { kind in
      [false, true].compactMap { isAccepted in
        let faults = zoning.faults.filter { $0.kind == kind && $0.isAccepted == isAccepted }
        return faults.first.map { DossierFinding($0, of: faults, zoning) }
      }
    }
  }

  private init(_ largest: Zoning.Fault, of faults: [Zoning.Fault], _ zoning: Zoning) {
    let (title, statement): (String, String)
    switch largest.kind {
    case .overlap:
      (title, statement) = ("zones overlap", "A place in two zones has two queues.")
    case .gap:
      (title, statement) = ("the city has places in no zone", "A place in no zone has no queue.")
    case .beyond:
      (title, statement) = ("zones reach beyond the city", "A zone covers only places of the city.")
    }
    var evidence = [
      "largest: \(largest.zones.joined(separator: ", ")), between \(largest.area.atLeast) and "
        + "\(largest.area.atMost) square metres"
    ]
    if let place = largest.witness {
      evidence.append("a place in it: \(place.longitude), \(place.latitude)")
    }
    let isAccepted = largest.isAccepted
    self.init(
      source: .zones, harm: isAccepted ? .low : .high,
      title: title + (isAccepted ? ", within the tolerance" : ""), statement: statement,
      who: Set(faults.flatMap(\.zones)).sorted().prefix(10).joined(separator: ", "),
      evidence: evidence,
      recommendation: "Mend the map: `medallion zones --faults` writes the places, and `--repair` "
        + "resolves slivers.",
      requirements: zoning.requirements, count: faults.count, rule: "zones")
  }
}
