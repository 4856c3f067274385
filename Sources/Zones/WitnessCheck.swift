import Findings

extension Partition {
  /// Faults whose witness is not where it should be, counted from the rings alone: none, unless
  /// the arrangement is wrong.
  package func unconfirmedWitnesses() -> [Fault] {
    let shown = faults.filter { $0.witness != nil }
    let windings = ZoneMap.windings(
      of: map.zones + (city.map { [$0] } ?? []), around: shown.compactMap(\.witness))
    return zip(shown, windings).filter { fault, windings in
      guard let windings else { return true }
      let owners = windings.keys.filter { $0 < map.zones.count }.sorted()
      let isInCity = city.map { _ in windings[map.zones.count] == 1 }
      switch fault.kind {
      case .overlap: return owners != fault.zones || owners.count < 2
      case .beyond: return owners != fault.zones || isInCity != false
      case .gap: return !owners.isEmpty || isInCity == false
      }
    }.map(\.0)
  }
}
