/// The city that is simulated, and for how long.
package struct SimulationOptions: Hashable, Sendable {
  /// The number of taxis. Each has a driver of its own; less than 0 counts as 0.
  package var taxis = 100
  /// Less than 1 counts as 1.
  package var passengers = 1_000
  /// The number of square zones, if there is no map.
  package var zones = 16
  /// True if the journal tells places by their coordinates.
  package var tellsPositions = false
  /// The length of the simulation, in milliseconds.
  package var duration: Milliseconds = 86_400_000
  /// The seed of all random choices.
  package var seed: UInt64 = 1
  /// The instant at which the simulation begins: midnight, Friday 2016-01-01.
  package var start: Milliseconds = 1_451_606_400_000
  /// Requests and reservations an hour for each taxi, on the average of a day.
  package var demand = 1.4

  package init() {}

  /// The demand in each hour of a day, relative to the average of 1.
  static let liveliness: [Double] = [
    0.7, 0.5, 0.4, 0.3, 0.3, 0.5, 0.8, 1.2, 1.5, 1.2, 1.0, 1.0,
    1.1, 1.1, 1.0, 1.0, 1.2, 1.4, 1.6, 1.5, 1.3, 1.2, 1.2, 1.0,
  ]
}
