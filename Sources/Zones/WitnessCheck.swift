internal import Findings
internal import Geometry

extension Partition {
  /// Faults whose witness is not where it should be, counted from the rings alone: none, unless
  /// the arrangement is wrong.
  public func unconfirmedWitnesses() -> [Fault] {
    faults.filter { fault in
      guard let witness = fault.witness else { return false }
      let owners = map.zones.indices.filter { map.zones[$0].winding(around: witness) != 0 }
      let isInCity = city.map { $0.winding(around: witness) == 1 }
      switch fault.kind {
      case .overlap: return owners != fault.zones || owners.count < 2
      case .beyond: return owners != fault.zones || isInCity != false
      case .gap: return !owners.isEmpty || isInCity == false
      }
    }
  }
}
