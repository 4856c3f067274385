/// The numbers that the requirements give, or leave to the operator of the service.
package struct ServiceSettings: Hashable, Sendable {
  /// A30, G6.6
  package var answerWindow: Milliseconds = 120_000
  /// G9.14: after so long a held request is tried again.
  package var holdInterval: Milliseconds = 30_000
  /// G9.14: so often.
  package var maxHolds: Int32 = 10
  /// G8.2, G8.3, in metres.
  package var precision: UInt32 = 50
  /// G11.11
  package var shortestLead: Milliseconds = 7_200_000
  /// A19, G11.12
  package var longestLead: Milliseconds = 15 * 86_400_000
  /// G11.9: so long before the meeting a taxi is sought.
  package var searchLead: Milliseconds = 600_000
  /// A33: from a failed attempt to the next.
  package var retryInterval: Milliseconds = 120_000
  /// A33: besides the first attempt.
  package var maxRetries: Int32 = 20
  /// A33: no attempt later than so long after the meeting time.
  package var latestAttempt: Milliseconds = 1_800_000
  /// UC5.x: from a lost message to the next telling.
  package var tellInterval: Milliseconds = 10_000
  /// UC5.x
  package var maxTellings: UInt8 = 3

  package init() {}
}

/// The data with which the service is set up.
package struct Registry: Sendable {
  /// The zone of each taxi; nil: outside the city.
  package var taxis: [ZoneID?]
  /// The most passengers that a service has.
  package static let mostPassengers = 10_000_000

  /// The number of registered passengers: 0 to ``mostPassengers``.
  package var passengers: Int
  /// The number of zones of the map; at least 0.
  package var zones: Int
  /// The instant at which the service begins.
  package var start: Milliseconds
  /// The map of the zones; nil: the zones have only numbers.
  package var map: CityMap?
  /// The position of each taxi on the map, for a journal that tells positions; empty: the journal
  /// tells zones.
  package var positions: [Position] = []

  /// A service to which zones are numbers.
  package init(taxis: [ZoneID?], passengers: Int, zones: Int, start: Milliseconds) {
    self.start = start
    self.taxis = taxis
    self.passengers = passengers
    self.zones = zones
  }

  /// A service on a map, with each taxi where it is.
  ///
  /// - Parameter tellsPositions: The journal has coordinates in place of names of zones.
  package init(
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
