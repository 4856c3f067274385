extension TaxiService {
  mutating func goAvailable(_ taxi: TaxiID) -> Refusal? {
    guard taxis[taxi].status == .unavailable else { return .notUnavailable }
    let zone = taxis[taxi].zone
    guard zone >= 0, zones[Int(zone)].isInForce else { return .outsideTheCity }
    guard taxis[taxi].isRegistered || fault == .removedDriverAvailable else {
      return .notRegistered
    }
    guard !isSuspended || fault == .availableWhileSuspended else { return .suspended }
    record(.goAvailable(taxi))
    join(taxi.index)
    send(.availabilityConfirmed(taxi))
    return nil
  }

  mutating func goUnavailable(_ taxi: TaxiID) -> Refusal? {
    let status = taxis[taxi].status
    let isRidingOff = fault == .ridingDriverSwitchesOff && status == .riding
    guard status == .available || status == .outside || isRidingOff else { return .notSwitchedOn }
    guard !taxis[taxi].isSwitchedOff else { return .notSwitchedOn }
    record(.goUnavailable(taxi))
    send(.noLongerAvailable(taxi))
    if status == .outside {
      // Still out of the city: unavailable once it is back.
      taxis[taxi].isSwitchedOff = true
    } else {
      if status == .available { dequeue(taxi.index, from: taxis[taxi].zone) }
      setStatus(taxi.index, .unavailable)
    }
    return nil
  }

  /// A taxi has crossed a border of zones, or of the city.
  mutating func crosses(_ taxi: TaxiID, _ into: ZoneID?) {
    let before = taxis[taxi].zone
    record(.crosses(taxi, into: into))
    switch taxis[taxi].status {
    case .unavailable, .riding: taxis[taxi].zone = into?.index ?? -1
    case .pending: crossesPending(taxi, from: before, into)
    case .available:
      if into != nil, fault == .crossingKeepsOldQueue { return }
      if into == nil, fault == .queueNotLeftOutside { return }
      dequeue(taxi.index, from: before)
      taxis[taxi].zone = into?.index ?? -1
      if into == nil { setStatus(taxi.index, .outside) } else { join(taxi.index) }
    case .outside:
      taxis[taxi].zone = into?.index ?? -1
      guard into != nil else { return }
      enters(taxi)
    }
  }

  private mutating func enters(_ taxi: TaxiID) {
    if taxis[taxi].isSwitchedOff, fault != .switchedOffForgotten {
      taxis[taxi].isSwitchedOff = false
      setStatus(taxi.index, .unavailable)
    } else {
      taxis[taxi].isSwitchedOff = false
      join(taxi.index)
      send(.nowAvailable(taxi))
    }
  }

  /// Moves a pending taxi to the back of the queue where it is now; the offer stays open. Outside
  /// the city it is out of reach, and the request is passed on.
  private mutating func crossesPending(_ taxi: TaxiID, from before: Int32, _ into: ZoneID?) {
    dequeue(taxi.index, from: before)
    taxis[taxi].zone = into?.index ?? -1
    if into == nil {
      passOn(taxis[taxi].request, from: taxi.index)
    } else {
      taxis[taxi].queuedAt = now
      enqueue(taxi.index)
    }
  }

  mutating func connectionLost(_ taxi: TaxiID) {
    taxis[taxi].isOnline = false
    record(.connectionLost(taxi))
    guard taxis[taxi].status == .pending, fault != .offlineDriverKeepsOffer else { return }
    passOn(taxis[taxi].request, from: taxi.index)
  }

  mutating func connectionBack(_ taxi: TaxiID) {
    taxis[taxi].isOnline = true
    record(.connectionBack(taxi))
  }
}
