extension TaxiService {
  /// Finds a taxi for a searching request: the first that may be asked is; otherwise the request
  /// is held for one that is pending, or given up.
  mutating func dispatch(_ serial: Int) {
    while true {
      guard let taxi = firstToBeAsked(serial) else {
        return mayBeHeld(serial) ? hold(serial) : giveUp(serial)
      }
      offer(serial, to: taxi)
      guard !taxis[Int(taxi)].isOnline, fault != .offlineDriverKeepsOffer else { return }
      // The offer cannot reach the taxi.
      record(.decision(.unreachable(RequestID(serial), TaxiID(taxi))))
      decline(serial, by: taxi)
    }
  }

  /// The first in the queue of the origin that is available, has not refused the request, and,
  /// for a reservation, stood there when the search began.
  private mutating func firstToBeAsked(_ serial: Int) -> Int32? {
    let request = requests[serial]
    let zone = zones[Int(request.origin)]
    let latest =
      request.reservation >= 0 && fault != .newcomerAskedForReservation
      ? request.since : Milliseconds.max
    if fault == nil {
      let first = zone.firstFree
      guard first >= 0 else { return nil }
      // A taxi that refuses becomes last: mostly the first has not refused, and no marks are
      // needed.
      if taxis[Int(first)].queuedAt <= latest, !refusals.has(first, in: request.refusals) {
        return first
      }
    }
    markRefusers(of: request)
    if fault == .pendingTaxiAskedAgain, zone.first >= 0,
      taxis[Int(zone.first)].mark != marks
    {
      return zone.first
    }
    if fault == .lastAskedFirst {
      let last = zone.lastFree
      return last >= 0 && taxis[Int(last)].mark != marks && taxis[Int(last)].queuedAt <= latest
        ? last : nil
    }
    var taxi = zone.firstFree
    while taxi >= 0 {
      if taxis[Int(taxi)].mark != marks, taxis[Int(taxi)].queuedAt <= latest { return taxi }
      taxi = taxis[Int(taxi)].freeBehind
    }
    return nil
  }

  private mutating func markRefusers(of request: Request) {
    marks += 1
    let mark = marks
    refusals.forEach(request.refusals) { taxis[Int($0)].mark = mark }
  }

  /// Returns true if a pending taxi in the queue could still take the request, and the request was
  /// not held too often.
  private func mayBeHeld(_ serial: Int) -> Bool {
    let request = requests[serial]
    guard request.holds < settings.maxHolds + (fault == .eleventhHold ? 1 : 0) else { return false }
    if fault == .heldForNobody { return true }
    if fault == .givenUpAtOnce { return false }
    var candidates = zones[Int(request.origin)].pending
    if fault != .heldForRefusers {
      refusals.forEach(request.refusals) { taxi in
        let taxi = taxis[Int(taxi)]
        if taxi.status == .pending, taxi.zone == request.origin { candidates -= 1 }
      }
    }
    return candidates > 0
  }

  private mutating func offer(_ serial: Int, to taxi: Int32) {
    becomePending(taxi)
    taxis[Int(taxi)].request = serial
    requests[serial].stage = .offered
    requests[serial].taxi = taxi
    requests[serial].offeredAt = now
    if fault != .answerAwaitedForever {
      deadlines.add(.answer, at: answerDue(requests[serial]), serial)
    }
    record(.decision(.offer(RequestID(serial), TaxiID(taxi))))
    send(.rideOffered(TaxiID(taxi), RequestID(serial)))
  }

  private mutating func hold(_ serial: Int) {
    requests[serial].stage = .held
    requests[serial].heldAt = now
    requests[serial].holds += 1
    if fault != .holdNeverRetried {
      deadlines.add(.hold, at: holdEnds(requests[serial]), serial)
    }
    record(.decision(.hold(RequestID(serial))))
  }

  mutating func tryHeldAgain(_ serial: Int) {
    requests[serial].stage = .searching
    record(.decision(.tryHeldAgain(RequestID(serial))))
    if fault == .refusalForgottenOnRetry {
      refusals.release(requests[serial].refusals)
      requests[serial].refusals = -1
    }
    dispatch(serial)
  }

  mutating func giveUp(_ serial: Int) {
    let request = requests[serial]
    requests[serial].stage = .failed
    stopsWaiting(request)
    closed(request)
    record(.decision(.giveUp(RequestID(serial))))
    if request.reservation >= 0 {
      attemptFailed(request.reservation)
    } else {
      send(.cannotBeServed(PassengerID(request.passenger)))
    }
  }

  /// The taxi that is asked refuses, does not answer, or is out of reach: it becomes last where
  /// it is, and is asked no more.
  mutating func decline(_ serial: Int, by taxi: Int32) {
    requests[serial].stage = .searching
    requests[serial].taxi = -1
    if fault != .refusalNotRemembered || !taxis[Int(taxi)].isOnline {
      refusals.add(taxi, to: &requests[serial].refusals)
    }
    taxis[Int(taxi)].request = -1
    guard taxis[Int(taxi)].zone >= 0 else { return setStatus(taxi, .outside) }
    if fault == .refuserKeepsPlace { return becomeAvailableInPlace(taxi) }
    dequeue(taxi, from: taxis[Int(taxi)].zone)
    setStatus(taxi, .available)
    enqueue(taxi)
  }

  /// Ends an offer that was not answered in time.
  mutating func expire(_ serial: Int) {
    let taxi = requests[serial].taxi
    record(.decision(.offerExpires(RequestID(serial), TaxiID(taxi))))
    decline(serial, by: taxi)
    dispatch(serial)
  }

  /// The taxi that is asked cannot be reached any more.
  mutating func passOn(_ serial: Int, from taxi: Int32) {
    record(.decision(.unreachable(RequestID(serial), TaxiID(taxi))))
    decline(serial, by: taxi)
    dispatch(serial)
  }

  /// A request begins to wait for a taxi.
  mutating func startsWaiting(_ request: Request) {
    waitingRequests += 1
    zones[Int(request.origin)].waiting += 1
    openRequests[Int(request.passenger)] += 1
    openTotal += 1
  }

  /// Updates the counts for a request that has a taxi, or needs none any more.
  mutating func stopsWaiting(_ request: Request) {
    waitingRequests -= 1
    zones[Int(request.origin)].waiting -= 1
  }

  /// Updates the counts for a request that is no longer open.
  mutating func closed(_ request: Request) {
    openRequests[Int(request.passenger)] -= 1
    openTotal -= 1
  }
}
