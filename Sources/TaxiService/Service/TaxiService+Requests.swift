extension TaxiService {
  /// A passenger wants a ride now.
  mutating func ask(_ passenger: PassengerID, _ origin: ZoneID?, _ destined: Bool) -> Refusal? {
    let command = Command.ask(passenger, origin: origin, destined: destined)
    let isAnywhere = fault == .requestFromOutsideAccepted && origin != nil
    guard let origin, zones[origin].isInForce || isAnywhere else { return .originOutside }
    guard !isSuspended || fault == .suspendedRequestAccepted else { return .suspended }
    guard openRequests[Int(passenger.index)] == 0 || fault == .secondRequestAccepted else {
      return .openRequest
    }
    if fault == .legalRequestRefused, requests.end % 5 == 4 { return .openRequest }
    let number = nextNumber()
    let serial = makeRequest(passenger.index, origin.index, destined, number, reservation: -1)
    let isReused = fault == .requestNameReused && serial > 0
    record(command, .asked(RequestID(isReused ? serial - 1 : serial), number))
    dispatch(serial)
    return nil
  }

  mutating func nextNumber() -> SecurityNumber {
    let number = numbers.next()
    guard fault == .numberOfLatestRequest, requests.holds(requests.end - 1) else { return number }
    return requests[requests.end - 1].number
  }

  mutating func makeRequest(
    _ passenger: Int32, _ origin: Int32, _ destined: Bool, _ number: SecurityNumber,
    reservation: Int
  ) -> Int {
    let request = Request(
      isDestined: destined, number: number, passenger: passenger, origin: origin,
      reservation: reservation, since: now)
    requests.append(request)
    startsWaiting(request)
    return requests.end - 1
  }

  /// Lets the taxi that is asked take the ride, and leave its queue.
  mutating func accept(_ id: RequestID, _ taxi: TaxiID, _ wait: Milliseconds) -> Refusal? {
    guard let request = request(id), request.stage == .offered,
      request.taxi == taxi.index || fault == .anybodyAccepts
    else { return .notOffered }
    record(.accept(id, taxi, wait: wait))
    if fault != .queueNotLeftOnAccept {
      dequeue(request.taxi, from: taxis[Int(request.taxi)].zone)
    }
    setStatus(request.taxi, .riding)
    requests[id.serial].stage = .assigned
    stopsWaiting(request)
    let shown =
      fault == .oldNumberTold && requests.holds(id.serial - 1)
      ? requests[id.serial - 1].number : request.number
    let other = (Int(request.passenger) + 1) % openRequests.count
    let passenger = PassengerID(
      fault == .comingToldToAnother ? Int32(other) : request.passenger)
    send(.rideConfirmed(taxi, shown))
    send(.taxiComing(passenger, taxi, request.number, wait: wait))
    if request.reservation >= 0 { reservations[request.reservation].stage = .scheduled }
    return nil
  }

  mutating func refuse(_ id: RequestID, _ taxi: TaxiID) -> Refusal? {
    guard let request = request(id), request.stage == .offered, request.taxi == taxi.index else {
      return .notOffered
    }
    record(.refuse(id, taxi))
    decline(id.serial, by: taxi.index)
    dispatch(id.serial)
    return nil
  }

  /// Returns a request; nil: it is finished and removed.
  func request(_ id: RequestID) -> Request? {
    requests.holds(id.serial) ? requests[id.serial] : nil
  }
}
