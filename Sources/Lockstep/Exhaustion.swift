public import Rulebook
internal import Semantics
package import TaxiService

/// Every sequence of commands up to a depth, given to service and rules, for two taxis, two
/// zones, two passengers, two requests and one reservation.
///
/// A position is not gone on from twice. Positions that differ only in which taxi, zone or
/// passenger is which, or in when all of it happens, count as one.
public struct Exhaustion {
  private let run: LockstepRun
  private let depth: Int
  /// Passages of time count as commands.
  private static let mostRequests = 2
  private static let mostReservations = 1

  public init(_ rules: Core.Rules, depth: Int) {
    self.init(rules, depth: depth, fault: nil)
  }

  package init(_ rules: Core.Rules, depth: Int, fault: ServiceFault?) {
    var options = LockstepOptions()
    options.taxis = 2
    options.passengers = 2
    options.zones = 2
    options.fullComparisonInterval = 1
    run = LockstepRun(rules, options, fault: fault)
    self.depth = max(0, depth)
  }

  private struct Branch {
    let pair: Lockstep<EvaluatorSide>
    let inputs: [ServiceInput]
  }

  /// - Parameter progress: Is told how many positions there are so far, now and then.
  public func run(_ progress: (Int) -> Void = { _ in }) throws(LockstepFailure) -> LockstepResult {
    var result = LockstepResult(
      rulebook: run.rules.name, digest: run.rules.digest, seed: run.options.seed)
    var seen: Set<[Int64]> = []
    var frontier = [Branch(pair: try run.evaluatorPair(), inputs: [])]
    for _ in 0..<depth {
      var next: [Branch] = []
      for branch in frontier {
        for input in inputs(branch.pair.service) {
          var pair = branch.pair
          let before = pair.steps
          if let difference = pair.take(input) ?? pair.compareFully() {
            result.disagreement = disagreement(difference, branch.inputs + [input])
            return result
          }
          result.steps += pair.steps - before
          result.fullComparisons += 1
          let service = pair.service
          guard service.requestCount <= Self.mostRequests,
            service.reservationCount <= Self.mostReservations,
            seen.insert(canonicalForm(of: service)).inserted
          else { continue }
          next.append(Branch(pair: pair, inputs: branch.inputs + [input]))
        }
        progress(seen.count)
      }
      frontier = next
    }
    result.positions = seen.count
    return result
  }

  private func disagreement(
    _ difference: Difference, _ inputs: [ServiceInput]
  ) -> LockstepResult.Disagreement {
    LockstepResult.Disagreement(
      kind: difference.kind.rawValue, rule: difference.rule,
      requirements: difference.requirements, expected: difference.expected,
      observed: difference.observed, run: run.lines(inputs))
  }

  /// Everything that may be tried: all commands about what there is, now, and time passing to
  /// just before, to, and past what is due next.
  private func inputs(_ service: TaxiService) -> [ServiceInput] {
    let now = service.now
    guard service.isDataEntered else {
      return [ServiceInput(now, .command(.completeDataEntry))]
    }
    var inputs = commands(service, at: now).map { ServiceInput(now, .command($0)) }
    if let deadline = service.nextDeadline, deadline >= now {
      // At its very instant answers come first; only past it is it over.
      if deadline > now {
        inputs += commands(service, at: deadline).filter(\.isAnswer)
          .map { ServiceInput(deadline, .command($0)) }
      }
      inputs.append(ServiceInput(deadline, .pass))
    }
    return inputs
  }

  private func commands(_ service: TaxiService, at instant: Milliseconds) -> [Command] {
    var commands: [Command] = [.suspend, .resume, .restart]
    let zones = (0..<2).map { ZoneID($0) }
    for zone in zones { commands += [.retireZone(zone), .openZone(zone)] }
    for taxi in (0..<2).map({ TaxiID($0) }) {
      commands += [
        .goAvailable(taxi), .goUnavailable(taxi), .dismiss(taxi), .removeDriver(taxi),
        .addDriver(taxi), .connectionLost(taxi), .connectionBack(taxi), .delivered(taxi),
        .undelivered(taxi, .nowBack), .crosses(taxi, into: nil),
      ]
      commands += zones.map { .crosses(taxi, into: $0) }
      for request in (0..<service.requestCount).map({ RequestID($0) }) {
        let number = service.state(of: request)?.number ?? 0
        commands += [
          .accept(request, taxi, wait: 0), .refuse(request, taxi),
          .arrive(request, taxi, distance: 50), .noShow(request, taxi),
          .board(request, taxi, named: taxi, number: number),
          .endRide(request, taxi, distance: 50),
        ]
      }
    }
    for passenger in (0..<2).map({ PassengerID($0) }) {
      if service.requestCount < Self.mostRequests {
        commands += zones.map { .ask(passenger, origin: $0, destined: false) }
      }
      if service.reservationCount < Self.mostReservations {
        commands += zones.map {
          .reserve(passenger, origin: $0, meeting: instant + service.settings.shortestLead)
        }
      } else {
        commands.append(.cancel(passenger, ReservationID(0)))
      }
    }
    return commands
  }
}

extension Command {
  /// Whether it settles something that a deadline waits for.
  fileprivate var isAnswer: Bool {
    switch self {
    case .accept, .refuse, .delivered, .cancel: true
    default: false
    }
  }
}
