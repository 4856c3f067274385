/// The queues of zones, each a list through the taxis themselves: a taxi in it knows its
/// neighbours. A second list links the available ones among them, in the same order, so that the
/// first that may be asked is found without passing the pending ones.
extension TaxiService {
  /// Puts a taxi last in the queue of the zone it is in.
  mutating func enqueue(_ taxi: Int32) {
    let index = Int(taxi)
    let zone = Int(taxis[index].zone)
    if fault == .joinsAtFront { return enqueueFirst(taxi, zone) }
    let last = zones[zone].last
    taxis[index].ahead = last
    taxis[index].behind = -1
    if last >= 0 { taxis[Int(last)].behind = taxi } else { zones[zone].first = taxi }
    zones[zone].last = taxi
    if taxis[index].status == .available {
      linkFree(taxi, zone, after: zones[zone].lastFree)
    } else {
      zones[zone].pending += 1
    }
  }

  /// Takes a taxi out of the queue of a zone.
  mutating func dequeue(_ taxi: Int32, from zone: Int32) {
    let zone = Int(zone)
    let (ahead, behind) = (taxis[Int(taxi)].ahead, taxis[Int(taxi)].behind)
    if ahead >= 0 { taxis[Int(ahead)].behind = behind } else { zones[zone].first = behind }
    if behind >= 0 { taxis[Int(behind)].ahead = ahead } else { zones[zone].last = ahead }
    if taxis[Int(taxi)].status == .available {
      unlinkFree(taxi, zone)
    } else {
      zones[zone].pending -= 1
    }
  }

  /// A queued taxi is asked: it keeps its place, and is available no more.
  mutating func becomePending(_ taxi: Int32) {
    let zone = Int(taxis[Int(taxi)].zone)
    unlinkFree(taxi, zone)
    taxis[Int(taxi)].status = .pending
    zones[zone].pending += 1
  }

  /// The offer is withdrawn: available again, in its place. Takes as many steps as pending
  /// taxis stand directly ahead.
  mutating func becomeAvailableInPlace(_ taxi: Int32) {
    let zone = Int(taxis[Int(taxi)].zone)
    taxis[Int(taxi)].status = .available
    zones[zone].pending -= 1
    var ahead = taxis[Int(taxi)].ahead
    while ahead >= 0, taxis[Int(ahead)].status != .available { ahead = taxis[Int(ahead)].ahead }
    linkFree(taxi, zone, after: ahead)
  }

  private mutating func linkFree(_ taxi: Int32, _ zone: Int, after ahead: Int32) {
    let behind = ahead >= 0 ? taxis[Int(ahead)].freeBehind : zones[zone].firstFree
    taxis[Int(taxi)].freeAhead = ahead
    taxis[Int(taxi)].freeBehind = behind
    if ahead >= 0 { taxis[Int(ahead)].freeBehind = taxi } else { zones[zone].firstFree = taxi }
    if behind >= 0 { taxis[Int(behind)].freeAhead = taxi } else { zones[zone].lastFree = taxi }
  }

  private mutating func unlinkFree(_ taxi: Int32, _ zone: Int) {
    let (ahead, behind) = (taxis[Int(taxi)].freeAhead, taxis[Int(taxi)].freeBehind)
    if ahead >= 0 { taxis[Int(ahead)].freeBehind = behind } else { zones[zone].firstFree = behind }
    if behind >= 0 { taxis[Int(behind)].freeAhead = ahead } else { zones[zone].lastFree = ahead }
  }

  /// Puts a taxi first; only a fault does so.
  mutating func enqueueFirst(_ taxi: Int32, _ zone: Int) {
    let first = zones[zone].first
    taxis[Int(taxi)].behind = first
    taxis[Int(taxi)].ahead = -1
    if first >= 0 { taxis[Int(first)].ahead = taxi } else { zones[zone].last = taxi }
    zones[zone].first = taxi
    if taxis[Int(taxi)].status == .available {
      linkFree(taxi, zone, after: -1)
    } else {
      zones[zone].pending += 1
    }
  }

  /// Available, and last in the queue of the zone it is in, as of now. The taxi stands in none.
  mutating func join(_ taxi: Int32) {
    setStatus(taxi, .available)
    taxis[Int(taxi)].queuedAt = now
    enqueue(taxi)
  }

  /// Sets the status of a taxi that stands in no queue.
  mutating func setStatus(_ taxi: Int32, _ status: TaxiStatus) {
    let wasInService = Self.isInService(taxis[Int(taxi)].status)
    taxis[Int(taxi)].status = status
    taxisInService += (Self.isInService(status) ? 1 : 0) - (wasInService ? 1 : 0)
  }

  private static func isInService(_ status: TaxiStatus) -> Bool {
    status != .unavailable && status != .outside
  }
}
