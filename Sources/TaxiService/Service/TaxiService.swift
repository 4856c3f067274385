/// The dispatch of a city's taxis: commands in, records out.
///
/// A deterministic state machine. It reads no clock and no source of randomness but those that it
/// is given; the same commands at the same instants give the same records. No command traps: one
/// that makes no sense is ``Outcome/invalid(_:)``, one that a rule forbids is
/// ``Outcome/refused(_:)``.
///
/// Every command takes constant time besides what is due before it, with these exceptions: a search
/// looks at the taxis that have refused the request, and for a reservation at those that have
/// joined the queue since the search began; a taxi whose offer is withdrawn goes back to its place
/// past those before it that have offers; retiring a zone looks at every taxi.
package struct TaxiService: Sendable {
  /// The settings, which do not change while the service runs.
  package let settings: ServiceSettings
  /// The instant of the latest command or decision.
  package internal(set) var now: Milliseconds
  /// The records of the latest call, in order.
  package internal(set) var records: [Record] = []
  /// True once data entry is complete. Before that all commands are refused but facts and the end
  /// of data entry itself.
  package internal(set) var isDataEntered = false
  /// True while the service is suspended: requests, reservations and drivers who go available are
  /// refused.
  package internal(set) var isSuspended = false
  /// While it is, the service does nothing, and everything but facts and a restart is refused.
  package internal(set) var isCrashed = false

  var taxis: [Taxi]
  var zones: [Zone]
  /// The number of requests that wait or are served, by passenger.
  var openRequests: [UInt32]
  var requests = SerialList<Request>()
  var reservations = SerialList<Reservation>()
  var refusals = RefusalLists()
  var deadlines = Deadlines()
  var numbers: NumberSource
  var zonesInForce: Int
  var waitingRequests = 0
  /// Requests that wait or are served.
  var openTotal = 0
  /// Taxis that are neither unavailable nor outside.
  var taxisInService = 0
  /// The number of searches that have marked taxis.
  var marks: UInt64 = 0
  /// The map of the zones; nil: they are numbers.
  package let map: CityMap?
  let fault: ServiceFault?

  /// A service before data entry is complete, with every driver unavailable and online.
  package init(
    _ registry: Registry, settings: ServiceSettings = ServiceSettings(), numbers: NumberSource
  ) {
    self.init(registry, settings: settings, numbers: numbers, fault: nil)
  }

  package init(
    _ registry: Registry, settings: ServiceSettings = ServiceSettings(), numbers: NumberSource,
    fault: ServiceFault?
  ) {
    self.settings = settings
    self.numbers = numbers
    self.fault = fault
    map = registry.map
    now = registry.start
    taxis = registry.taxis.map(Taxi.init)
    zones = (0..<registry.zones).map { _ in Zone() }
    openRequests = Array(repeating: 0, count: registry.passengers)
    zonesInForce = registry.zones
  }

  /// Carries out or refuses a command at an instant, after everything that was due before.
  ///
  /// Deadlines at that very instant come after the command: an answer at exactly two minutes is in
  /// time. ``records`` holds the effects.
  package mutating func handle(_ command: Command, at instant: Milliseconds) -> Outcome {
    records.removeAll(keepingCapacity: true)
    guard (0...Self.latestInstant).contains(instant) else { return .invalid(.impossibleInstant) }
    guard instant >= now else { return .invalid(.timeRanBackwards) }
    retireFinished()
    settleDeadlines(upTo: instant - 1)
    now = instant
    if let invalidity = invalidity(of: command) { return .invalid(invalidity) }
    guard let refusal = perform(command) else { return .accepted }
    record(.command(command, .refused(refusal)))
    if case .goAvailable(let taxi) = command, fault != .tryAgainNotTold {
      send(.tryAgainLater(taxi))
    }
    return .refused(refusal)
  }

  /// Lets time pass to an instant: everything that is due up to then, and at it, happens.
  /// An instant in the past changes nothing.
  package mutating func advance(to instant: Milliseconds) {
    records.removeAll(keepingCapacity: true)
    let instant = min(instant, Self.latestInstant)
    retireFinished()
    settleDeadlines(upTo: instant)
    now = max(now, instant)
  }

  /// The end of the year 9999.
  package static let latestInstant: Milliseconds = 253_402_300_799_999

  /// Carries out a command, or returns why it is refused; nil: it was carried out.
  private mutating func perform(_ command: Command) -> Refusal? {
    guard !isCrashed || command.isFact || command == .restart || fault == .answersWhileDown else {
      return .crashed
    }
    guard isDataEntered || command.isFact || command == .restart else {
      return command == .completeDataEntry ? completeDataEntry() : .dataEntryIncomplete
    }
    switch command {
    case .completeDataEntry: return .dataEntryComplete
    case .suspend: return suspend()
    case .resume: return resume()
    case .dismiss(let taxi): return dismiss(taxi)
    case .restart: return restart()
    case .removeDriver(let taxi): return removeDriver(taxi)
    case .addDriver(let taxi): return addDriver(taxi)
    case .retireZone(let zone): return retire(zone)
    case .openZone(let zone): return open(zone)
    case .goAvailable(let taxi): return goAvailable(taxi)
    case .goUnavailable(let taxi): return goUnavailable(taxi)
    case .accept(let request, let taxi, let wait): return accept(request, taxi, wait)
    case .refuse(let request, let taxi): return refuse(request, taxi)
    case .arrive(let request, let taxi, let distance): return arrive(request, taxi, distance)
    case .noShow(let request, let taxi): return noShow(request, taxi)
    case .board(let request, let taxi, let named, let number):
      return board(request, taxi, named, number)
    case .endRide(let request, let taxi, let distance): return endRide(request, taxi, distance)
    case .ask(let passenger, let origin, let destined): return ask(passenger, origin, destined)
    case .reserve(let passenger, let origin, let meeting):
      return reserve(passenger, origin, meeting)
    case .cancel(let passenger, let reservation): return cancel(passenger, reservation)
    case .crash: crash()
    case .crosses(let taxi, let zone): crosses(taxi, zone)
    case .connectionLost(let taxi): connectionLost(taxi)
    case .connectionBack(let taxi): connectionBack(taxi)
    case .undelivered(let taxi, let notice): undelivered(taxi, notice)
    case .delivered(let taxi): delivered(taxi)
    }
    return nil
  }

  mutating func record(_ content: Record.Content) { records.append(Record(now, content)) }

  mutating func record(_ command: Command, _ reply: Reply = .done) {
    record(.command(command, reply))
  }

  mutating func send(_ message: Message) { record(.message(message)) }

  /// Removes finished requests and reservations before a call, so that those which a call finishes
  /// can still be looked at after it.
  private mutating func retireFinished() {
    requests.retire(while: \.stage.isFinished) { refusals.release($0.refusals) }
    reservations.retire(while: \.stage.isFinished) { _ in }
  }
}
