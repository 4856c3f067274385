extension TaxiService {
  /// A zone ceases; whoever is in it counts at once as being in its successor.
  mutating func retire(_ zone: ZoneID) -> Refusal? {
    guard zones[zone].isInForce else { return .zoneNotInForce }
    guard zonesInForce > 1 || fault == .lastZoneRetired else { return .lastZone }
    guard zones[zone].waiting == 0 || fault == .zoneRetiredWhileAwaited else {
      return .zoneAwaited
    }
    zones[zone].isInForce = false
    zonesInForce -= 1
    record(.retireZone(zone))
    if fault != .leftInDissolvedZone, let successor = zoneInForce(from: zone) {
      empty(zone, into: successor)
    }
    return nil
  }

  mutating func open(_ zone: ZoneID) -> Refusal? {
    guard !zones[zone].isInForce else { return .zoneInForce }
    zones[zone].isInForce = true
    zonesInForce += 1
    record(.openZone(zone))
    return nil
  }

  /// The zone that counts for places of a zone of the map: itself, or the next one in force in
  /// the order of the map, and round. nil: none is in force.
  public func zoneInForce(from zone: ZoneID) -> ZoneID? {
    for step in zones.indices {
      let other = ZoneID(Int32((Int(zone.index) + step) % zones.count))
      if zones[other].isInForce { return other }
    }
    return nil
  }

  /// Those who wait go first, in their order, so that nobody overtakes; then the others.
  private mutating func empty(_ zone: ZoneID, into successor: ZoneID) {
    if fault == .rezonedInAnotherOrder {
      while zones[zone].last >= 0 { rezone(zones[zone].last, into: successor) }
    }
    while zones[zone].first >= 0 { rezone(zones[zone].first, into: successor) }
    for taxi in taxis.indices where taxis[taxi].zone == zone.index {
      rezone(Int32(taxi), into: successor)
    }
  }

  private mutating func rezone(_ taxi: Int32, into zone: ZoneID) {
    record(.decision(.rezone(TaxiID(taxi), into: zone)))
    let status = taxis[Int(taxi)].status
    let isQueued = status == .available || status == .pending
    if isQueued { dequeue(taxi, from: taxis[Int(taxi)].zone) }
    taxis[Int(taxi)].zone = zone.index
    guard isQueued else { return }
    taxis[Int(taxi)].queuedAt = now
    if fault == .rezonedToFront {
      enqueueFirst(taxi, Int(zone.index))
    } else {
      enqueue(taxi)
    }
  }
}
