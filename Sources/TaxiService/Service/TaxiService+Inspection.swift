/// The state of the service, for comparison, observation and simulation.
extension TaxiService {
  /// The service's knowledge of a taxi; instants in milliseconds since 1970 began.
  package struct TaxiState: Hashable, Sendable {
    package let status: TaxiStatus
    /// The zone of the taxi; nil: outside the city.
    package let zone: ZoneID?
    /// True if the taxi was switched off outside the city and is not back yet.
    package let isSwitchedOff: Bool
    /// True if messages can reach the taxi.
    package let isOnline: Bool
    /// False while the operator has its driver removed.
    package let isRegistered: Bool
    /// The instant at which the taxi joined a zone's queue last; a taxi that goes to the back for
    /// not taking a ride keeps the instant. 0: never.
    package let queuedAt: Milliseconds
    /// The notice that is told again until the driver confirms it, or it was told often enough;
    /// nil: there is none.
    package let notice: Notice?
    /// The instant at which the notice is told again, or would have been last; 0: there was none.
    package let retellAt: Milliseconds
    /// The number of times that the latest notice was told again.
    package let tellings: Int
    /// The request that the taxi is asked for or serves.
    package let request: RequestID?
  }

  /// The service's knowledge of a request; instants in milliseconds since 1970 began.
  package struct RequestState: Hashable, Sendable {
    package let passenger: PassengerID
    /// The zone in which the ride begins.
    package let origin: ZoneID
    /// The security number that the passenger shows on boarding.
    package let number: SecurityNumber
    /// The instant at which the request was made; of a reservation, at which this attempt began; or
    /// at which a crash or restart began the search anew.
    package let since: Milliseconds
    /// The reservation of the request; nil: the passenger asked for a ride at once.
    package let reservation: ReservationID?
    /// True if the destination is known; of a reservation it always is.
    package let isDestined: Bool
    package let stage: RequestStage
    /// The taxi that is asked, then the one that serves, also once the request is finished; nil: no
    /// taxi is asked.
    package let taxi: TaxiID?
    /// The instant at which it was offered last; nil: never.
    package let offeredAt: Milliseconds?
    /// The instant at which it was held last; nil: never.
    package let heldAt: Milliseconds?
    /// The number of times that it was held.
    package let holds: Int
  }

  /// The service's knowledge of a reservation; instants in milliseconds since 1970 began.
  package struct ReservationState: Hashable, Sendable {
    package let passenger: PassengerID
    /// The zone in which the ride begins.
    package let origin: ZoneID
    /// The instant at which the passenger wants to be met.
    package let meeting: Milliseconds
    /// The instant at which a taxi is sought next, or was sought last if no further attempt is
    /// planned.
    package let nextAttempt: Milliseconds
    /// The number of times that a taxi was sought, the first time included.
    package let attempts: Int
    package let stage: Booking
    /// The request of the latest attempt; nil: there was none.
    package let request: RequestID?
  }

  /// The number of taxis with which the service was set up, in any status.
  package var taxiCount: Int { taxis.count }
  /// All zones, in force or not.
  package var zoneCount: Int { zones.count }
  /// The number of registered passengers, with or without requests.
  package var passengerCount: Int { openRequests.count }
  /// The number of requests so far, finished ones included.
  package var requestCount: Int { requests.end }
  /// The number of reservations so far, finished ones included.
  package var reservationCount: Int { reservations.end }
  /// The first request, or reservation, that is still held; those before are finished.
  package var firstRequest: Int { requests.base }
  /// The serial number of the first reservation that is still held.
  package var firstReservation: Int { reservations.base }
  /// The number of requests that wait for a taxi.
  package var waitingRequestCount: Int { waitingRequests }
  /// The number of requests that wait or are served.
  package var openRequestCount: Int { openTotal }
  /// The number of taxis that are in service, and in the city or on a ride.
  package var inServiceCount: Int { taxisInService }

  /// The taxi must exist.
  package func state(of taxi: TaxiID) -> TaxiState {
    let taxi = taxis[taxi]
    return TaxiState(
      status: taxi.status, zone: taxi.zone >= 0 ? ZoneID(taxi.zone) : nil,
      isSwitchedOff: taxi.isSwitchedOff, isOnline: taxi.isOnline,
      isRegistered: taxi.isRegistered, queuedAt: taxi.queuedAt, notice: taxi.notice,
      retellAt: taxi.retellAt, tellings: Int(taxi.tellings),
      request: taxi.request >= 0 ? RequestID(taxi.request) : nil)
  }

  /// Returns the state of a request; nil: there is none, or it is finished and removed.
  package func state(of request: RequestID) -> RequestState? {
    guard let request = self.request(request) else { return nil }
    return RequestState(
      passenger: PassengerID(request.passenger), origin: ZoneID(request.origin),
      number: request.number, since: request.since,
      reservation: request.reservation >= 0 ? ReservationID(request.reservation) : nil,
      isDestined: request.isDestined, stage: request.stage,
      taxi: request.taxi >= 0 ? TaxiID(request.taxi) : nil,
      offeredAt: request.offeredAt >= 0 ? request.offeredAt : nil,
      heldAt: request.heldAt >= 0 ? request.heldAt : nil, holds: Int(request.holds))
  }

  /// Returns the taxis that have refused the request, in ascending order; none if it is finished
  /// and removed. O(n log n) in their number.
  package func refusers(of request: RequestID) -> [TaxiID] {
    guard let request = self.request(request) else { return [] }
    return refusals.members(request.refusals).sorted().map { TaxiID($0) }
  }

  /// Returns the state of a reservation; nil: there is none, or it is finished and removed.
  package func state(of reservation: ReservationID) -> ReservationState? {
    guard reservations.holds(reservation.serial) else { return nil }
    let reservation = reservations[reservation.serial]
    return ReservationState(
      passenger: PassengerID(reservation.passenger), origin: ZoneID(reservation.origin),
      meeting: reservation.meeting, nextAttempt: reservation.nextAttempt,
      attempts: Int(reservation.attempts), stage: reservation.stage,
      request: reservation.request >= 0 ? RequestID(reservation.request) : nil)
  }

  /// The zone must exist.
  package func isInForce(_ zone: ZoneID) -> Bool { zones[zone].isInForce }

  /// Returns the number of the passenger's requests that wait or are served. The passenger must
  /// exist.
  package func openRequestCount(of passenger: PassengerID) -> Int {
    Int(openRequests[Int(passenger.index)])
  }

  /// The zone's queue from its front. The zone must exist. Takes as many steps as it is long.
  package func queue(of zone: ZoneID) -> [TaxiID] {
    var queue: [TaxiID] = []
    var taxi = zones[zone].first
    // A queue that a fault has tied into a ring ends too.
    while taxi >= 0, queue.count <= taxis.count {
      queue.append(TaxiID(taxi))
      taxi = taxis[Int(taxi)].behind
    }
    return queue
  }

  /// The instant of the first thing that may be due; nil: nothing is.
  package var nextDeadline: Milliseconds? {
    isCrashed ? nil : deadlines.earliest(attempting: isAttempting).map { max($0, now) }
  }
}
