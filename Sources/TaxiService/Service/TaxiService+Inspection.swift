/// What the service knows, for those who compare, observe or simulate it.
extension TaxiService {
  /// What the service knows of a taxi; instants in milliseconds since 1970 began.
  public struct TaxiState: Hashable, Sendable {
    public let status: TaxiStatus
    /// nil: outside the city.
    public let zone: ZoneID?
    /// Whether it was switched off outside the city and is not back yet.
    public let isSwitchedOff: Bool
    /// Whether messages can reach it.
    public let isOnline: Bool
    /// False while the operator has its driver removed.
    public let isRegistered: Bool
    /// When it joined a zone's queue last; whoever goes to its back for not taking a ride keeps
    /// the instant. 0: never.
    public let queuedAt: Milliseconds
    /// What is told again until the driver confirms it, or it was told often enough; nil: nothing.
    public let notice: Notice?
    /// When the notice is told again, or would have been last; 0: there was none.
    public let retellAt: Milliseconds
    /// How often the latest notice was told again.
    public let tellings: Int
    /// What it is asked for or serves.
    public let request: RequestID?
  }

  /// What the service knows of a request; instants in milliseconds since 1970 began.
  public struct RequestState: Hashable, Sendable {
    public let passenger: PassengerID
    /// The zone in which the ride begins.
    public let origin: ZoneID
    /// What the passenger shows on boarding.
    public let number: SecurityNumber
    /// When it was made; of a reservation, when this attempt began.
    public let since: Milliseconds
    /// nil: the passenger asked for a ride at once.
    public let reservation: ReservationID?
    /// Whether its destination is known; of a reservation it always is.
    public let isDestined: Bool
    public let stage: RequestStage
    /// The taxi that is asked, then the one that serves, also once the request is finished; nil:
    /// nobody is asked.
    public let taxi: TaxiID?
    /// When it was offered last; nil: never.
    public let offeredAt: Milliseconds?
    /// When it was held last; nil: never.
    public let heldAt: Milliseconds?
    /// How often it was held.
    public let holds: Int
  }

  /// What the service knows of a reservation; instants in milliseconds since 1970 began.
  public struct ReservationState: Hashable, Sendable {
    public let passenger: PassengerID
    /// The zone in which the ride begins.
    public let origin: ZoneID
    /// When the passenger wants to be met.
    public let meeting: Milliseconds
    /// When a taxi is sought next, or was sought last if no further attempt is planned.
    public let nextAttempt: Milliseconds
    /// How often a taxi was sought, the first time included.
    public let attempts: Int
    public let stage: Booking
    /// That of the latest attempt; nil: there was none.
    public let request: RequestID?
  }

  /// All that the service was set up with, whatever their status.
  public var taxiCount: Int { taxis.count }
  /// All zones, in force or not.
  public var zoneCount: Int { zones.count }
  /// All that are registered, whether they have requests or not.
  public var passengerCount: Int { openRequests.count }
  /// How many requests, or reservations, there have been.
  public var requestCount: Int { requests.end }
  /// How many reservations there have been, finished ones included.
  public var reservationCount: Int { reservations.end }
  /// The first request, or reservation, that is still held; those before are finished.
  public var firstRequest: Int { requests.base }
  /// The serial number of the first reservation that is still held.
  public var firstReservation: Int { reservations.base }
  /// How many requests wait for a taxi.
  public var waitingRequestCount: Int { waitingRequests }
  /// How many requests wait or are served.
  public var openRequestCount: Int { openTotal }
  /// How many taxis are in service, and in the city or on a ride.
  public var inServiceCount: Int { taxisInService }

  /// The taxi must exist.
  public func state(of taxi: TaxiID) -> TaxiState {
    let taxi = taxis[taxi]
    return TaxiState(
      status: taxi.status, zone: taxi.zone >= 0 ? ZoneID(taxi.zone) : nil,
      isSwitchedOff: taxi.isSwitchedOff, isOnline: taxi.isOnline,
      isRegistered: taxi.isRegistered, queuedAt: taxi.queuedAt, notice: taxi.notice,
      retellAt: taxi.retellAt, tellings: Int(taxi.tellings),
      request: taxi.request >= 0 ? RequestID(taxi.request) : nil)
  }

  /// nil: there is none, or it is finished and given up.
  public func state(of request: RequestID) -> RequestState? {
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

  /// Who has refused the request, in ascending order; nobody if it is finished and given up.
  /// Takes time for each of them.
  public func refusers(of request: RequestID) -> [TaxiID] {
    guard let request = self.request(request) else { return [] }
    return refusals.members(request.refusals).sorted().map { TaxiID($0) }
  }

  /// nil: there is none, or it is finished and given up.
  public func state(of reservation: ReservationID) -> ReservationState? {
    guard reservations.holds(reservation.serial) else { return nil }
    let reservation = reservations[reservation.serial]
    return ReservationState(
      passenger: PassengerID(reservation.passenger), origin: ZoneID(reservation.origin),
      meeting: reservation.meeting, nextAttempt: reservation.nextAttempt,
      attempts: Int(reservation.attempts), stage: reservation.stage,
      request: reservation.request >= 0 ? RequestID(reservation.request) : nil)
  }

  /// The zone must exist.
  public func isInForce(_ zone: ZoneID) -> Bool { zones[zone].isInForce }

  /// How many requests of the passenger wait or are served. The passenger must exist.
  public func openRequestCount(of passenger: PassengerID) -> Int {
    Int(openRequests[Int(passenger.index)])
  }

  /// The zone's queue from its front. The zone must exist. Takes as many steps as it is long.
  public func queue(of zone: ZoneID) -> [TaxiID] {
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
  public var nextDeadline: Milliseconds? {
    deadlines.earliest(attempting: isAttempting).map { max($0, now) }
  }
}
