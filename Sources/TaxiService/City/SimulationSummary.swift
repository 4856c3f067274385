/// A summary of what happened in a simulated city.
package struct SimulationSummary: Hashable, Sendable {
  /// One hour of the simulation.
  package struct Hour: Hashable, Sendable {
    /// Rides asked for at once that the service did not refuse.
    package var requests = 0
    /// Requests that a driver accepted, among them attempts for reservations.
    package var answered = 0
    /// Requests that the service gave up, among them attempts for reservations.
    package var givenUp = 0
    /// Commands that a rule forbade.
    package var refused = 0
    /// The times from request to arrival of the taxis that arrived in this hour.
    package var waitingTimes: [Milliseconds] = []
    /// The fewest requests that were open after any call of the service; nil: it was not called.
    package var fewestOpen: Int?
  }

  /// The number of taxis in each queue, and of waiting requests, at one moment.
  package struct QueueSample: Hashable, Sendable {
    /// The minute since the start.
    package let minute: Int
    /// The number of taxis in each queue, by zone.
    package let lengths: [Int]
    /// Requests that waited for a taxi, in all zones together.
    package let waiting: Int
  }

  /// The numbers of commands, by outcome.
  package var accepted = 0
  /// Commands that could not be meant, and that no record tells of.
  package var invalid = 0
  /// The number of refusals, by reason.
  package var refusals: [String: Int] = [:]
  /// The hours, from the first to the latest in which the service was called.
  package var hours: [Hour] = []
  /// The number of reservations that the service stored.
  package var reservations = 0
  /// The number of times that a taxi was sought for a reservation.
  package var attempts = 0
  /// Reservations that passengers called off.
  package var cancelled = 0
  /// Requests offered to taxis, also to such as were out of reach.
  package var offers = 0
  /// Offers that drivers refused.
  package var offersRefused = 0
  /// Offers that were not answered in time.
  package var offersExpired = 0
  /// Offers to taxis that were out of reach, or went out of reach.
  package var offersUnreachable = 0
  /// The number of times that a request was held, to be tried again later.
  package var holds = 0
  /// The number of times that a taxi came and the passenger was not there.
  package var noShows = 0
  /// Rides that have ended.
  package var rides = 0
  /// The times from request to acceptance, in milliseconds.
  package var answerTimes: [Milliseconds] = []
  /// One every ten minutes of the simulation.
  package var queueLengths: [QueueSample] = []
  /// Requests that wait or are served, and taxis in service, once the first hour is over.
  package internal(set) var openRequests = Gauge()
  /// The number of taxis in service from the second hour on, as ``openRequests``.
  package internal(set) var taxisInService = Gauge()

  /// The number of commands that the service was given, with any outcome.
  package var commands: Int { accepted + refusals.values.reduce(0, +) + invalid }

  /// The times from request to the taxi's arrival.
  package var waitingTimes: [Milliseconds] { hours.flatMap(\.waitingTimes) }

  mutating func count(_ path: WritableKeyPath<Hour, Int>, _ hour: Int) {
    change(hour) { $0[keyPath: path] += 1 }
  }

  mutating func change(_ hour: Int, _ body: (inout Hour) -> Void) {
    while hours.count <= hour { hours.append(Hour()) }
    body(&hours[hour])
  }

  /// Returns the least value that the given percentage of values does not exceed; nil: there are no
  /// values.
  package static func percentile(_ percent: Double, of values: [Milliseconds]) -> Milliseconds? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }
}
