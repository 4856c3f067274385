extension TaxiService {
  mutating func completeDataEntry() -> Refusal? {
    isDataEntered = true
    record(.completeDataEntry)
    return nil
  }

  mutating func suspend() -> Refusal? {
    guard !isSuspended else { return .suspended }
    isSuspended = true
    record(.suspend)
    return nil
  }

  mutating func resume() -> Refusal? {
    guard isSuspended else { return .notSuspended }
    isSuspended = false
    record(.resume)
    return nil
  }

  /// Takes a waiting driver out of service while the service is suspended.
  mutating func dismiss(_ taxi: TaxiID) -> Refusal? {
    guard isSuspended else { return .notSuspended }
    guard taxis[taxi].status == .available else { return .taxiNotAvailable }
    record(.dismiss(taxi))
    takeOutOfService(taxi)
    return nil
  }

  /// Takes the system down. Nothing is done until it is restarted; rides go on.
  mutating func crash() {
    isCrashed = true
    record(.crash)
    stopAll()
  }

  /// Starts the system, in order or after a crash. A taxi is sought anew for each waiting request.
  mutating func restart() -> Refusal? {
    guard isSuspended || isCrashed else { return .notSuspended }
    if fault != .restartStaysSuspended { isSuspended = false }
    isCrashed = false
    record(.restart)
    stopAll()
    guard fault != .requestsLostAtRestart else { return nil }
    for serial in requests.base..<requests.end where requests[serial].stage.isWaiting {
      dispatch(serial)
    }
    return nil
  }

  /// Makes every driver unavailable who is not on a ride, to be told so, and has every request
  /// that waits search anew.
  private mutating func stopAll() {
    var stopped: [Int] = []
    for taxi in taxis.indices {
      let status = taxis[taxi].status
      guard status != .unavailable, status != .riding else { continue }
      if status == .outside, fault == .outsideOverARestart { continue }
      if status == .available, fault == .availableOverARestart { continue }
      if status != .outside, taxis[taxi].zone >= 0 { dequeue(Int32(taxi), from: taxis[taxi].zone) }
      setStatus(Int32(taxi), .unavailable)
      taxis[taxi].isSwitchedOff = false
      taxis[taxi].request = -1
      taxis[taxi].notice = .nowOff
      taxis[taxi].retellAt = now
      taxis[taxi].tellings = 0
      stopped.append(taxi)
    }
    if fault != .restartNotTold { deadlines.retellFirst(stopped, at: now) }
    for serial in requests.base..<requests.end where requests[serial].stage.isWaiting {
      requests[serial].stage = .searching
      requests[serial].taxi = -1
      requests[serial].since = now
    }
  }

  mutating func removeDriver(_ taxi: TaxiID) -> Refusal? {
    guard taxis[taxi].isRegistered else { return .notRegistered }
    let status = taxis[taxi].status
    guard status != .pending, status != .riding else { return .busyDriver }
    taxis[taxi].isRegistered = false
    record(.removeDriver(taxi))
    if status != .unavailable { takeOutOfService(taxi) }
    return nil
  }

  mutating func addDriver(_ taxi: TaxiID) -> Refusal? {
    guard !taxis[taxi].isRegistered else { return .alreadyRegistered }
    taxis[taxi].isRegistered = true
    record(.addDriver(taxi))
    return nil
  }

  private mutating func takeOutOfService(_ taxi: TaxiID) {
    if taxis[taxi].status == .available, fault != .dismissedStaysQueued {
      dequeue(taxi.index, from: taxis[taxi].zone)
    }
    setStatus(taxi.index, .unavailable)
    taxis[taxi].isSwitchedOff = false
    send(.noLongerAvailable(taxi))
  }
}
