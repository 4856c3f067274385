import Basics
import TaxiService

/// Commands at random, most of them sensible, some of them wrong, at instants about which
/// something turns. The same seed gives the same commands to the same service.
package struct RandomCommands: Sendable {
  private var generator: SplitMix64
  /// The usual time between commands.
  private let pace: Milliseconds
  /// True if the operator leaves the service alone, and time passes only by the pace.
  private let isCalm: Bool

  package init(seed: UInt64, pace: Milliseconds = 20_000, isCalm: Bool = false) {
    generator = SplitMix64(seed: seed)
    self.isCalm = isCalm
    self.pace = max(1, pace)
  }

  package mutating func next(for service: TaxiService) -> ServiceInput {
    let instant = nextInstant(service)
    if generator.isOneIn(12) { return ServiceInput(instant, .pass) }
    if !service.isDataEntered, !generator.isOneIn(4) {
      return ServiceInput(instant, .command(.completeDataEntry))
    }
    let command =
      switch generator.below(20) {
      case 0..<4: ask(service)
      case 4: reserve(service, at: instant)
      case 5: !isCalm && generator.isOneIn(3) ? operate(service) : cancel(service)
      default: drive(service)
      }
    return ServiceInput(instant, .command(command))
  }

  private mutating func nextInstant(_ service: TaxiService) -> Milliseconds {
    if isCalm { return service.now + Int64(generator.below(Int(pace))) }
    let deadline = service.nextDeadline ?? service.now
    switch generator.below(16) {
    case 0..<5: return service.now
    case 5: return max(service.now, deadline)
    case 6: return max(service.now, deadline - 1)
    case 7: return max(service.now, deadline + 1)
    case 8 where generator.isOneIn(20): return service.now + 3_600_000
    default: return service.now + Int64(generator.below(Int(pace)))
    }
  }

  // MARK: Passengers

  private mutating func passenger(_ service: TaxiService) -> PassengerID {
    PassengerID(Int32(generator.below(service.passengerCount)))
  }

  private mutating func zone(_ service: TaxiService) -> ZoneID {
    ZoneID(Int32(generator.below(service.zoneCount)))
  }

  private mutating func ask(_ service: TaxiService) -> Command {
    let origin = generator.isOneIn(30) ? nil : zone(service)
    return .ask(passenger(service), origin: origin, destined: generator.isOneIn(2))
  }

  private mutating func reserve(
    _ service: TaxiService, at instant: Milliseconds
  ) -> Command {
    let settings = service.settings
    let lead: Milliseconds =
      switch generator.below(8) {
      case 0: settings.shortestLead - 1
      case 1: settings.longestLead
      case 2: settings.longestLead + 1 + Int64(generator.below(86_400_000))
      case 3: settings.shortestLead + Int64(generator.below(3_600_000))
      default: settings.shortestLead
      }
    let origin = generator.isOneIn(30) ? nil : zone(service)
    return .reserve(passenger(service), origin: origin, meeting: instant + lead)
  }

  private mutating func cancel(_ service: TaxiService) -> Command {
    guard service.reservationCount > 0 else { return ask(service) }
    let latest = min(service.reservationCount, 12)
    let id = ReservationID(service.reservationCount - 1 - generator.below(latest))
    let own = service.state(of: id)?.passenger
    let other = passenger(service)
    return .cancel(generator.isOneIn(8) ? other : own ?? other, id)
  }

  // MARK: The operator

  private mutating func operate(_ service: TaxiService) -> Command {
    let taxi = self.taxi(service)
    switch generator.below(13) {
    case 0: return .suspend
    case 1, 2: return .resume
    case 3: return .restart
    case 4: return .dismiss(taxi)
    case 5: return .removeDriver(taxi)
    case 6, 7: return .addDriver(taxi)
    case 8: return .retireZone(zone(service))
    case 9, 10: return .openZone(zone(service))
    case 11: return .crash
    default: return .completeDataEntry
    }
  }

  // MARK: Drivers

  private mutating func taxi(_ service: TaxiService) -> TaxiID {
    TaxiID(Int32(generator.below(service.taxiCount)))
  }

  private mutating func drive(_ service: TaxiService) -> Command {
    let taxi = self.taxi(service)
    let state = service.state(of: taxi)
    if service.isCrashed, generator.isOneIn(3) { return .restart }
    if service.isSuspended, generator.isOneIn(3) { return whileSuspended(service, taxi) }
    switch generator.below(24) {
    case 0: return crossing(service, taxi)
    case 1 where !isCalm || generator.isOneIn(8):
      return state.isOnline ? .connectionLost(taxi) : .connectionBack(taxi)
    case 2: return .undelivered(taxi, generator.isOneIn(2) ? .nowOff : .nowBack)
    case 3: return .delivered(taxi)
    case 4: return anything(service, taxi)
    default: break
    }
    if !state.isOnline, generator.isOneIn(4) { return .connectionBack(taxi) }
    switch state.status {
    case .unavailable:
      return state.zone == nil ? crossing(service, taxi) : .goAvailable(taxi)
    case .available: return generator.isOneIn(6) ? .goUnavailable(taxi) : crossing(service, taxi)
    case .outside: return generator.isOneIn(3) ? .goUnavailable(taxi) : crossing(service, taxi)
    case .pending, .riding: return serve(service, taxi, state.request)
    }
  }

  private mutating func whileSuspended(_ service: TaxiService, _ taxi: TaxiID) -> Command {
    switch generator.below(12) {
    case 0: .resume
    case 1, 2, 3: .restart
    default: .dismiss(taxi)
    }
  }

  private mutating func crossing(_ service: TaxiService, _ taxi: TaxiID) -> Command {
    if generator.isOneIn(4) { return .crosses(taxi, into: nil) }
    return .crosses(taxi, into: zone(service))
  }

  private mutating func serve(
    _ service: TaxiService, _ taxi: TaxiID, _ request: RequestID?
  ) -> Command {
    guard let request, let state = service.state(of: request) else { return .goUnavailable(taxi) }
    switch state.stage {
    case .offered:
      if let reservation = state.reservation, generator.isOneIn(5) {
        return .cancel(state.passenger, reservation)
      }
      return generator.isOneIn(3) ? .refuse(request, taxi) : .accept(request, taxi, wait: 60_000)
    case .assigned:
      return generator.isOneIn(8)
        ? .noShow(request, taxi) : .arrive(request, taxi, distance: distance())
    case .arrived:
      guard !generator.isOneIn(5) else { return .noShow(request, taxi) }
      let named = generator.isOneIn(8) ? self.taxi(service) : taxi
      let number = generator.isOneIn(8) ? (state.number + 1) % 10_000 : state.number
      return .board(request, taxi, named: named, number: number)
    default: return .endRide(request, taxi, distance: distance())
    }
  }

  /// Returns a distance near the 50 metres that matter.
  private mutating func distance() -> UInt32 { UInt32(46 + generator.below(6)) }

  /// A command about any request: mostly wrong.
  private mutating func anything(_ service: TaxiService, _ taxi: TaxiID) -> Command {
    guard service.requestCount > 0 else { return .goUnavailable(taxi) }
    let latest = min(service.requestCount, 8)
    let request = RequestID(service.requestCount - 1 - generator.below(latest))
    switch generator.below(8) {
    case 0: return .accept(request, taxi, wait: 0)
    case 1: return .refuse(request, taxi)
    case 2: return .arrive(request, taxi, distance: distance())
    case 3: return .noShow(request, taxi)
    case 4: return .board(request, taxi, named: taxi, number: 0)
    case 5: return .goAvailable(taxi)
    case 6: return .goUnavailable(taxi)
    default: return .endRide(request, taxi, distance: distance())
    }
  }
}
