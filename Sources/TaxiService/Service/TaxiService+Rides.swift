extension TaxiService {
  /// The taxi has reached the meeting point, as exactly as positions are known.
  mutating func arrive(_ id: RequestID, _ taxi: TaxiID, _ distance: UInt32) -> Refusal? {
    guard let request = request(id), request.stage == .assigned, request.taxi == taxi.index else {
      return .notAssigned
    }
    guard distance <= settings.precision + (fault == .arrivalTooFar ? 1 : 0) else {
      return .tooFarFromMeetingPoint
    }
    requests[id.serial].stage = .arrived
    record(.arrive(id, taxi, distance: distance))
    return nil
  }

  /// The passenger is not there: the driver drops the request.
  mutating func noShow(_ id: RequestID, _ taxi: TaxiID) -> Refusal? {
    guard let request = request(id), request.taxi == taxi.index,
      request.stage == .arrived || (fault == .noShowBeforeArrival && request.stage == .assigned)
    else { return .notArrived }
    requests[id.serial].stage = .noShow
    record(.noShow(id, taxi))
    closed(request)
    free(taxi)
    if fault != .dropNotTold { send(.requestDropped(PassengerID(request.passenger))) }
    return nil
  }

  /// Lets the passenger board, who shows the taxi's code and the security number.
  mutating func board(
    _ id: RequestID, _ taxi: TaxiID, _ named: TaxiID, _ number: SecurityNumber
  ) -> Refusal? {
    guard let request = request(id), request.stage == .arrived, request.taxi == taxi.index else {
      return .notArrived
    }
    guard named == taxi || fault == .boardingWithoutCode else { return .wrongTaxi }
    guard number == request.number || fault == .boardingWithoutNumber else { return .wrongNumber }
    requests[id.serial].stage = .aboard
    record(.board(id, taxi, named: named, number: number))
    return nil
  }

  /// The ride is over; where the destination is known it must have been reached.
  mutating func endRide(_ id: RequestID, _ taxi: TaxiID, _ distance: UInt32) -> Refusal? {
    guard let request = request(id), request.stage == .aboard, request.taxi == taxi.index else {
      return .notAboard
    }
    guard !request.isDestined || distance <= settings.precision || fault == .endAnywhere else {
      return .tooFarFromDestination
    }
    requests[id.serial].stage = .over
    record(.endRide(id, taxi, distance: distance))
    closed(request)
    free(taxi)
    return nil
  }

  /// Makes a taxi available after a ride, last in the queue where it is now; or leaves it outside
  /// the city.
  private mutating func free(_ taxi: TaxiID) {
    taxis[taxi].request = -1
    guard taxis[taxi].zone >= 0 else { return setStatus(taxi.index, .outside) }
    if fault == .rideEndsUnavailable { return setStatus(taxi.index, .unavailable) }
    join(taxi.index)
    send(.nowAvailable(taxi))
    if fault == .availableToldTwice { send(.nowAvailable(taxi)) }
  }
}
