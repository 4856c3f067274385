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

  /// Takes a waiting driver out of service, before a restart.
  mutating func dismiss(_ taxi: TaxiID) -> Refusal? {
    guard isSuspended else { return .notSuspended }
    guard taxis[taxi].status == .available else { return .taxiNotAvailable }
    record(.dismiss(taxi))
    takeOutOfService(taxi)
    return nil
  }

  /// Starts anew, if no taxi is in service and no request waits.
  mutating func restart() -> Refusal? {
    guard isSuspended else { return .notSuspended }
    guard taxisInService == 0 || fault == .restartedWhileWaiting else { return .taxisInService }
    guard waitingRequests == 0 else { return .requestsWaiting }
    if fault != .restartStaysSuspended { isSuspended = false }
    record(.restart)
    return nil
  }

  mutating func removeDriver(_ taxi: TaxiID) -> Refusal? {
    guard taxis[taxi].isRegistered else { return .notRegistered }
    let status = taxis[taxi].status
    guard status == .unavailable || status == .available else { return .busyDriver }
    taxis[taxi].isRegistered = false
    record(.removeDriver(taxi))
    if status == .available { takeOutOfService(taxi) }
    return nil
  }

  mutating func addDriver(_ taxi: TaxiID) -> Refusal? {
    guard !taxis[taxi].isRegistered else { return .alreadyRegistered }
    taxis[taxi].isRegistered = true
    record(.addDriver(taxi))
    return nil
  }

  private mutating func takeOutOfService(_ taxi: TaxiID) {
    if fault != .dismissedStaysQueued { dequeue(taxi.index, from: taxis[taxi].zone) }
    setStatus(taxi.index, .unavailable)
    send(.noLongerAvailable(taxi))
  }
}
