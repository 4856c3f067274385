/// What happened in a simulated city.
public struct SimulationSummary: Hashable, Sendable {
  /// One hour of the simulation.
  public struct Hour: Hashable, Sendable {
    public var requests = 0
    public var answered = 0
    public var givenUp = 0
    /// Commands that a rule forbade.
    public var refused = 0
    /// From the request to the taxi's arrival, of those that arrived in this hour.
    public var waitingTimes: [Milliseconds] = []
    /// The fewest requests that were open after any call of the service; nil: it was not called.
    public var fewestOpen: Int?
  }

  /// How many taxis stood in each queue, and how many requests waited.
  public struct QueueSample: Hashable, Sendable {
    /// Since the start.
    public let minute: Int
    public let lengths: [Int]
    public let waiting: Int
  }

  /// Commands, by what became of them.
  public var accepted = 0
  public var invalid = 0
  /// By reason.
  public var refusals: [String: Int] = [:]
  public var hours: [Hour] = []
  public var reservations = 0
  public var attempts = 0
  public var cancelled = 0
  public var offers = 0
  public var offersRefused = 0
  public var offersExpired = 0
  public var offersUnreachable = 0
  public var holds = 0
  public var noShows = 0
  public var rides = 0
  /// From the request to its acceptance, in milliseconds.
  public var answerTimes: [Milliseconds] = []
  public var queueLengths: [QueueSample] = []
  /// Requests that wait or are served, and taxis in service, once the first hour is over.
  public internal(set) var openRequests = Gauge()
  public internal(set) var taxisInService = Gauge()

  public var commands: Int { accepted + refusals.values.reduce(0, +) + invalid }

  /// From the request to the taxi's arrival.
  public var waitingTimes: [Milliseconds] { hours.flatMap(\.waitingTimes) }

  mutating func count(_ path: WritableKeyPath<Hour, Int>, _ hour: Int) {
    change(hour) { $0[keyPath: path] += 1 }
  }

  mutating func change(_ hour: Int, _ body: (inout Hour) -> Void) {
    while hours.count <= hour { hours.append(Hour()) }
    body(&hours[hour])
  }

  /// The least value that so many percent of all do not exceed; nil: there are none.
  public static func percentile(_ percent: Double, of values: [Milliseconds]) -> Milliseconds? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }
}
