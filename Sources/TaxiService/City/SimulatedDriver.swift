import Basics

/// A driver with their position, target and next task.
struct SimulatedDriver: Sendable {
  enum Task: Sendable, Equatable {
    case offDuty
    /// Waits for a request, going from place to place.
    case cruising
    /// Has been asked, stands still and thinks.
    case thinking
    case toMeetingPoint
    case atMeetingPoint
    case toDestination
  }

  private(set) var position: Position
  /// The map's zone there, whether or not it is in force.
  private(set) var zone: ZoneID?
  var target: Position
  var task = Task.offDuty
  /// Metres a second.
  let speed: Double
  /// The instant at which the shift ends or, off duty, begins.
  var shiftTurns: Milliseconds
  /// The instant since which the position holds.
  var movedAt: Milliseconds

  init(on map: CityMap, start: Milliseconds, _ generator: inout SplitMix64) {
    position = map.randomPlace(&generator)
    zone = map.zone(at: position)
    target = map.randomPlace(&generator)
    speed = 6 + 4 * generator.unit()
    // Most are on duty at once, the others begin within the first half day.
    let wait = generator.isOneIn(3) ? generator.below(12 * 3_600_000) : generator.below(60_000)
    shiftTurns = start + 2_000 + Int64(wait)
    movedAt = start
  }

  /// Moves the driver for a number of seconds.
  mutating func move(_ seconds: Double, on map: CityMap) {
    guard position != target else { return }
    position = map.moved(position, seconds * speed, towards: target)
    zone = map.zone(at: position)
  }
}

/// A ride as its passenger plans it; the service does not know all of it.
struct SimulatedRide: Sendable {
  let passenger: PassengerID
  let origin: Position
  let destination: Position
  let isDestined: Bool
  let askedAt: Milliseconds
  var number: SecurityNumber = 0
  var showsUp = true
}

/// An action that a driver, a passenger or the operator is going to perform.
struct SimulatedAction: Comparable, Sendable {
  enum Kind: Sendable {
    case accept(RequestID, TaxiID)
    case refuse(RequestID, TaxiID)
    case loseConnection(TaxiID)
    case regainConnection(TaxiID)
    case noShow(RequestID, TaxiID)
    case board(RequestID, TaxiID)
    case cancel(PassengerID, ReservationID)
    case loseMessage(TaxiID, Notice)
    case confirm(TaxiID)
    case demand
    case operate(Command)
    case observe
  }

  let instant: Milliseconds
  /// The order of planning, in which actions of one instant happen.
  let order: Int
  let kind: Kind

  static func < (a: Self, b: Self) -> Bool { (a.instant, a.order) < (b.instant, b.order) }
  static func == (a: Self, b: Self) -> Bool { (a.instant, a.order) == (b.instant, b.order) }
}
