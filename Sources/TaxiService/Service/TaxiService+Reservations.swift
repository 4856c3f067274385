extension TaxiService {
  /// A passenger wants to be met later.
  mutating func reserve(
    _ passenger: PassengerID, _ origin: ZoneID?, _ meeting: Milliseconds
  ) -> Refusal? {
    guard let origin, zones[origin].isInForce else { return .originOutside }
    guard !isSuspended else { return .suspended }
    let shortest =
      settings.shortestLead
      + (fault == .leadOneMillisecondShort ? -1 : fault == .exactLeadRefused ? 1 : 0)
    let longest = settings.longestLead + (fault == .sixteenDaysAhead ? 86_400_000 : 0)
    guard meeting - now >= shortest else { return .meetingTooSoon }
    guard meeting - now <= longest else { return .meetingTooFar }
    let shift: Milliseconds =
      switch fault {
      case .attemptOneMinuteLate: 60_000
      case .attemptEarly: -1
      default: 0
      }
    let first = meeting - settings.searchLead
    reservations.append(
      Reservation(
        passenger: passenger.index, origin: origin.index, meeting: meeting, nextAttempt: first))
    let serial = reservations.end - 1
    deadlines.add(.attempt, at: first + shift, serial)
    record(
      .reserve(passenger, origin: origin, meeting: meeting), .reserved(ReservationID(serial)))
    if fault != .reservationNotConfirmed { send(.reservationStored(passenger)) }
    return nil
  }

  /// Seeks a taxi for a reservation, by a request of its own: refusals and holds start anew.
  mutating func attempt(_ serial: Int) {
    let reservation = reservations[serial]
    let number = nextNumber()
    let request = makeRequest(
      reservation.passenger, reservation.origin, true, number, reservation: serial)
    if fault == .refusalKeptAcrossAttempts, requests.holds(reservation.request) {
      for taxi in refusals.members(requests[reservation.request].refusals) {
        refusals.add(taxi, to: &requests[request].refusals)
      }
    }
    reservations[serial].stage = .trying
    reservations[serial].attempts += 1
    reservations[serial].request = request
    record(.decision(.attempt(ReservationID(serial), RequestID(request), number)))
    // Its time may have passed while the service was suspended.
    if now <= latestAttempt(for: reservation) { dispatch(request) } else { giveUp(request) }
  }

  /// The last instant at which a taxi is sought.
  private func latestAttempt(for reservation: Reservation) -> Milliseconds {
    reservation.meeting + settings.latestAttempt
      + (fault == .attemptBeyondHalfHour ? settings.retryInterval : 0)
  }

  /// Plans another attempt after one that found no taxi, or drops the reservation.
  mutating func attemptFailed(_ serial: Int) {
    let reservation = reservations[serial]
    let interval = settings.retryInterval - (fault == .retryTooSoon ? 1 : 0)
    let most = settings.maxRetries + (fault == .twentySecondAttempt ? 1 : 0)
    let isInTime = now + settings.retryInterval <= latestAttempt(for: reservation)
    if reservation.attempts <= most, isInTime {
      reservations[serial].stage = .waiting
      reservations[serial].nextAttempt = now + settings.retryInterval
      deadlines.add(.retry, at: now + interval, serial)
    } else {
      reservations[serial].stage = .dropped
      if fault != .expiredReservationNotTold {
        send(.reservationDropped(PassengerID(reservation.passenger)))
      }
    }
  }

  /// Cancels a passenger's reservation for which no taxi is scheduled yet.
  mutating func cancel(_ passenger: PassengerID, _ id: ReservationID) -> Refusal? {
    guard reservations.holds(id.serial) else { return .notCancellable }
    let reservation = reservations[id.serial]
    guard reservation.passenger == passenger.index else { return .anothersReservation }
    let isLate = fault == .cancelledWhenScheduled && reservation.stage == .scheduled
    guard !reservation.stage.isFinished || isLate else { return .notCancellable }
    reservations[id.serial].stage = .cancelled
    record(.cancel(passenger, id))
    if reservation.stage == .trying { withdraw(reservation.request) }
    return nil
  }

  /// Withdraws a request. A taxi that is asked at that moment has refused nothing, and keeps its
  /// place.
  private mutating func withdraw(_ serial: Int) {
    let request = requests[serial]
    requests[serial].stage = .withdrawn
    stopsWaiting(request)
    closed(request)
    guard request.stage == .offered else { return }
    let taxi = request.taxi
    taxis[Int(taxi)].request = -1
    if fault == .withdrawnOfferMovesBack {
      dequeue(taxi, from: taxis[Int(taxi)].zone)
      setStatus(taxi, .available)
      enqueue(taxi)
    } else {
      becomeAvailableInPlace(taxi)
    }
    if fault != .withdrawalNotTold { send(.offerWithdrawn(TaxiID(taxi))) }
  }
}
