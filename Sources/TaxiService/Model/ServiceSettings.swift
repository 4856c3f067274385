/// The numbers that the requirements give, or leave to the operator of the service.
public struct ServiceSettings: Hashable, Sendable {
  /// A30, G6.6
  public var answerWindow: Milliseconds = 120_000
  /// G9.14: after so long a held request is tried again.
  public var holdInterval: Milliseconds = 30_000
  /// G9.14: so often.
  public var maxHolds: Int32 = 10
  /// G8.2, G8.3, in metres.
  public var precision: UInt32 = 50
  /// G11.11
  public var shortestLead: Milliseconds = 7_200_000
  /// A19, G11.12
  public var longestLead: Milliseconds = 15 * 86_400_000
  /// G11.9: so long before the meeting a taxi is sought.
  public var searchLead: Milliseconds = 600_000
  /// A33: from a failed attempt to the next.
  public var retryInterval: Milliseconds = 120_000
  /// A33: besides the first attempt.
  public var maxRetries: Int32 = 20
  /// A33: no attempt later than so long after the meeting time.
  public var latestAttempt: Milliseconds = 1_800_000
  /// UC5.x: from a lost message to the next telling.
  public var tellInterval: Milliseconds = 10_000
  /// UC5.x
  public var maxTellings: UInt8 = 3

  public init() {}
}

/// The data with which the service is set up.
public struct Registry: Sendable {
  /// The zone of each taxi; nil: outside the city.
  public var taxis: [ZoneID?]
  /// The most passengers that a service has.
  public static let mostPassengers = 10_000_000

  /// The number of registered passengers: 0 to ``mostPassengers``.
  public var passengers: Int
  /// The number of zones of the map; at least 0.
  public var zones: Int
  /// The instant at which the service begins.
  public var start: Milliseconds
  /// The map of the zones; nil: the zones have only numbers.
  public var map: CityMap?
  /// The position of each taxi on the map, for a journal that tells positions; empty: the journal
  /// tells zones.
  public var positions: [Position] = []

  /// A service to which zones are numbers.
  public init(taxis: [ZoneID?], passengers: Int, zones: Int, start: Milliseconds) {
    self.start = start
    self.taxis = taxis
    self.passengers = passengers
    self.zones = zones
  }

  /// A service on a map, with each taxi where it is.
  ///
  /// - Parameter tellsPositions: The journal has coordinates in place of names of zones.
  public init(
    taxis: [Position], passengers: Int, map: CityMap, start: Milliseconds,
    tellsPositions: Bool = false
  ) {
    self.init(
      taxis: taxis.map { map.zone(at: $0) }, passengers: passengers, zones: map.count,
      start: start)
    self.map = map
    if tellsPositions { positions = taxis }
  }
}
