import TaxiService

/// The results of `medallion dispatch`; the JSON document `medallion.dispatch/1`.
struct DispatchDocument: Encodable {
  struct Hour: Encodable {
    let hour: Int
    let requests: Int
    let answered: Int
    let givenUp: Int
    /// Commands that a rule forbade.
    let refused: Int
    /// The fewest requests that waited or were served at once; none: nothing happened.
    let fewestOpen: Int?
    /// The times from request to the taxi's arrival.
    let waitingTimes: Percentiles
    /// The mean number of taxis in a queue, and the longest queue.
    var meanQueue = 0.0
    var longestQueue = 0
    /// The most requests that waited at once, at the instants that were looked at.
    var mostWaiting = 0
  }

  struct Percentiles: Encodable {
    let count: Int
    /// Percentiles in milliseconds; none without anything to measure.
    let p50, p90, p99, most: Int64?

    init(_ values: [Int64]) {
      count = values.count
      p50 = SimulationSummary.percentile(50, of: values)
      p90 = SimulationSummary.percentile(90, of: values)
      p99 = SimulationSummary.percentile(99, of: values)
      most = values.max()
    }
  }

  /// The range of a number from the second hour on; the median is weighted by time.
  struct Level: Encodable {
    let fewest, median, most: Int?

    init(_ gauge: Gauge) {
      fewest = gauge.least
      median = gauge.median
      most = gauge.most
    }
  }

  let schema = "medallion.dispatch/1"
  let taxis, passengers, zones: Int
  /// The file with the zones; none: they are squares.
  let map: String?
  let seed: UInt64
  let commands, accepted: Int
  let refusals: [String: Int]
  let requests, answered, givenUp: Int
  let reservations, cancelled, attempts: Int
  let offers, offersRefused, offersExpired, offersUnreachable, holds: Int
  let rides, noShows: Int
  /// The times from request to acceptance, and to the taxi's arrival.
  let answerTimes, waitingTimes: Percentiles
  /// Requests that wait or are served, and taxis in service, at once; none in the first hour.
  let openRequests, taxisInService: Level
  private(set) var hours: [Hour]

  init(_ city: CitySimulation, map: String?) {
    self.map = map
    let summary = city.summary
    taxis = city.options.taxis
    passengers = city.options.passengers
    zones = city.map.count
    seed = city.options.seed
    commands = summary.commands
    accepted = summary.accepted
    refusals = summary.refusals
    requests = summary.hours.reduce(0) { $0 + $1.requests }
    answered = summary.hours.reduce(0) { $0 + $1.answered }
    givenUp = summary.hours.reduce(0) { $0 + $1.givenUp }
    reservations = summary.reservations
    cancelled = summary.cancelled
    attempts = summary.attempts
    offers = summary.offers
    offersRefused = summary.offersRefused
    offersExpired = summary.offersExpired
    offersUnreachable = summary.offersUnreachable
    holds = summary.holds
    rides = summary.rides
    noShows = summary.noShows
    answerTimes = Percentiles(summary.answerTimes)
    waitingTimes = Percentiles(summary.waitingTimes)
    openRequests = Level(summary.openRequests)
    taxisInService = Level(summary.taxisInService)
    hours = summary.hours.enumerated().map { hour, counts in
      Hour(
        hour: hour, requests: counts.requests, answered: counts.answered,
        givenUp: counts.givenUp, refused: counts.refused,
        fewestOpen: counts.fewestOpen, waitingTimes: Percentiles(counts.waitingTimes))
    }
    for hour in hours.indices {
      let samples = summary.queueLengths.filter { $0.minute / 60 == hour }
      let lengths = samples.flatMap(\.lengths)
      guard !lengths.isEmpty else { continue }
      hours[hour].meanQueue = Double(lengths.reduce(0, +) * 100 / lengths.count) / 100
      hours[hour].longestQueue = lengths.max() ?? 0
      hours[hour].mostWaiting = samples.map(\.waiting).max() ?? 0
    }
  }
}
