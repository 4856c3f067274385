extension TaxiService {
  /// Retires a zone; each taxi in it counts at once as being in its successor.
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

  /// The zone that counts for a place at present; nil: it is outside the city, or the service has
  /// no map. Looks at the edges near the place.
  package func zone(at position: Position) -> ZoneID? {
    map?.zone(at: position).flatMap(zoneInForce)
  }

  /// The zone that counts for places of a zone: itself; while it is not in force, of those in
  /// force the one that has the longest border with it on the map; without such a one, or without
  /// a map, the next one by number, and round. nil: none is in force, or there is no such zone.
  package func zoneInForce(from zone: ZoneID) -> ZoneID? {
    let number = Int(zone.index)
    guard zones.indices.contains(number) else { return nil }
    if zones[number].isInForce { return zone }
    if let map, map.neighbours.indices.contains(number),
      let other = map.neighbours[number].first(where: {
        zones.indices.contains(Int($0.index)) && zones[$0].isInForce
      })
    {
      return other
    }
    for step in zones.indices {
      let other = ZoneID(Int32((number + step) % zones.count))
      if zones[other].isInForce { return other }
    }
    return nil
  }

  /// Moves the taxis that wait first, in their order, so that none overtakes another; then the
  /// others.
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
