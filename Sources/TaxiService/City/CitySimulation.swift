import Basics
internal import HeapModule

/// A city in which drivers move, answer, refuse, forget and go home, and passengers ask, reserve,
/// cancel and do not turn up. The same options give the same run, to the byte.
package struct CitySimulation: Sendable {
  /// The options as they were given.
  package let options: SimulationOptions
  /// The one that was given, or squares.
  package let map: CityMap
  /// The service as the latest call left it.
  package internal(set) var service: TaxiService
  /// The summary of what has happened so far.
  package internal(set) var summary = SimulationSummary()

  var generator: SplitMix64
  var drivers: [SimulatedDriver]
  /// The rides that are under way, by serial number of the request.
  var rides: [Int: SimulatedRide] = [:]
  var reserved: [Int: SimulatedRide] = [:]
  var actions = Heap<SimulatedAction>()
  var planned = 0
  /// The levels as the latest call of the service left them.
  var levels: Levels
  /// The number of positions that have been reported; drivers report in turn.
  private var ticks = 0
  private var isSettled = false

  /// The interval at which each driver's application reports its position.
  private static let reportInterval: Milliseconds = 20_000

  /// - Parameter map: Of the city; nil: squares, as many as the options say.
  package init(_ options: SimulationOptions, on map: CityMap? = nil) {
    self.init(options, on: map, fault: nil)
  }

  package init(_ options: SimulationOptions, on map: CityMap? = nil, fault: ServiceFault?) {
    self.options = options
    let map = map ?? CityMap(squares: options.zones)
    self.map = map
    var generator = SplitMix64(seed: options.seed)
    let drivers = (0..<max(0, options.taxis)).map { _ in
      SimulatedDriver(on: map, start: options.start, &generator)
    }
    self.drivers = drivers
    let registry = Registry(
      taxis: drivers.map(\.position), passengers: max(1, options.passengers), map: map,
      start: options.start, tellsPositions: options.tellsPositions)
    self.registry = registry
    service = TaxiService(registry, numbers: .seeded(generator.next()), fault: fault)
    levels = Levels(of: service)
    self.generator = generator
    planOperation()
  }

  /// The levels that the summary follows, and the instant since which they hold.
  struct Levels: Sendable {
    let since: Milliseconds
    let open, inService: Int

    init(of service: TaxiService) {
      since = service.now
      open = service.openRequestCount
      inService = service.inServiceCount
    }
  }

  /// The data with which the service was set up.
  package let registry: Registry
  /// The place that the latest call's command is about, if the journal is to tell it: if places
  /// are told, and the map's zone counts there and no other in place of it.
  package private(set) var position: Position?

  /// The instant at which the simulation ends.
  package var end: Milliseconds { options.start + max(0, options.duration) }

  /// The next call of the service; its records are ``service``'s. False: the time is over.
  package mutating func step() -> Bool {
    position = nil
    while true {
      let action = actions.min?.instant ?? .max
      let tick = drivers.isEmpty ? .max : nextTick
      let deadline = service.nextDeadline ?? .max
      guard min(action, tick, deadline) < end else { return finish() }
      if deadline < min(action, tick) {
        service.advance(to: deadline)
        observeRecords()
        return true
      }
      let isCalled = action <= tick ? act() : report()
      if isCalled { return true }
    }
  }

  private mutating func finish() -> Bool {
    guard !isSettled else { return false }
    isSettled = true
    service.advance(to: end - 1)
    observeRecords()
    return true
  }

  private var nextTick: Milliseconds {
    let round = ticks / drivers.count
    let shift = Self.reportInterval * Int64(ticks % drivers.count) / Int64(drivers.count)
    return options.start + 1_000 + Int64(round) * Self.reportInterval + shift
  }

  /// The next driver's application reports its position. False: the service need not know.
  private mutating func report() -> Bool {
    let instant = nextTick
    let driver = ticks % drivers.count
    ticks += 1
    return move(driver, at: instant)
  }

  private mutating func act() -> Bool {
    guard let action = actions.popMin() else { return false }
    return perform(action.kind, at: action.instant)
  }

  mutating func plan(_ kind: SimulatedAction.Kind, at instant: Milliseconds) {
    planned += 1
    actions.insert(SimulatedAction(instant: instant, order: planned, kind: kind))
  }

  /// Gives the service a command. Always true: it was called.
  ///
  /// - Parameter place: The place that it is about.
  @discardableResult
  mutating func call(
    _ command: Command, at instant: Milliseconds, about place: Position? = nil
  ) -> Bool {
    if let place, options.tellsPositions {
      let isNamed = map.zone(at: place).map { !service.isInForce($0) } ?? false
      position = isNamed ? nil : place
    }
    switch service.handle(command, at: instant) {
    case .accepted: summary.accepted += 1
    case .refused(let refusal):
      summary.refusals[refusal.rawValue, default: 0] += 1
      summary.count(\.refused, hour(of: instant))
    case .invalid: summary.invalid += 1
    }
    observeRecords()
    return true
  }

  /// Returns a random delay of `from` to `to` milliseconds, both included.
  mutating func delay(_ from: Milliseconds, _ to: Milliseconds) -> Milliseconds {
    from + Int64(generator.below(Int(to - from + 1)))
  }
}
