import Rulebook
import Semantics
import TaxiService

/// Service and rules, given the same commands one after the other.
///
/// After every call the digests of both states agree. The service's follows the entities that its
/// records name, the rules' the places that they wrote; the full comparison, at regular intervals
/// of steps, would notice if either missed one.
package struct Lockstep<Side: Stepper> {
  package private(set) var service: TaxiService
  package var side: Side
  let translation: Translation
  let columns: ServiceColumns
  let names: EntityNames
  let compared: ComparedFields
  /// The zone of each taxi in the service when its places were last updated, by taxi.
  var lastZones: [ZoneID?]
  var ours: PlaceDigests
  var theirs: PlaceDigests
  /// Events that were compared.
  package private(set) var steps = 0
  package private(set) var fullComparisons = 0
  private var nextFullComparison: Int
  private let interval: Int

  /// - Parameters:
  ///   - side: The rules, in the state that ``startState(of:at:_:)`` gives.
  ///   - interval: The number of steps between full comparisons of states.
  ///   - onlyObserved: Compares no more than a replay of the journal could.
  package init(
    _ service: TaxiService, _ side: Side, comparingEvery interval: Int = 10_000,
    onlyObserved: Bool = false
  ) throws(TranslationError) {
    self.service = service
    self.side = side
    self.interval = max(1, interval)
    nextFullComparison = self.interval
    translation = try Translation(side.rules)
    columns = try ServiceColumns(side.rules, onlyObserved: onlyObserved)
    names = EntityNames(side.rules)
    compared = ComparedFields(side.rules, columns)
    lastZones = (0..<service.taxiCount).map { service.state(of: TaxiID(Int32($0))).zone }
    ours = PlaceDigests(fields: side.rules.fields.count, globals: side.rules.globals.count)
    theirs = ours
    for place in allPlaces() {
      ours.set(place, to: serviceHash(place))
      theirs.set(place, to: ruleHash(place))
    }
  }

  /// Returns the rulebook's state at the start of a service: a value that the rules leave open is
  /// taken from the service.
  package static func startState(
    of service: TaxiService, at instant: Int64, _ evaluator: Evaluator
  ) throws(TranslationError) -> State {
    let rules = evaluator.rules
    _ = try Translation(rules)
    let columns = try ServiceColumns(rules)
    let sizes = [
      "Zone": service.zoneCount, "Taxi": service.taxiCount, "Passenger": service.passengerCount,
    ]
    var counts: [Core.ID<Core.Entity>: Int] = [:]
    for (index, entity) in rules.entities.enumerated() {
      counts[Core.ID(index)] = sizes[entity.name]
    }
    var state = evaluator.initialState(counts: counts) { place, _ in
      guard case .field(let field, let owner) = place,
        case .value(let read)? = columns.fields[field.index]
      else { return .unknown }
      return read(service, Int(owner))
    }
    state.now = instant
    return state
  }

  /// Gives both the command; nil: they agree.
  package mutating func take(_ input: ServiceInput) -> Difference? {
    switch input.action {
    case .command(let command):
      if case .invalid = service.handle(command, at: input.instant), service.records.isEmpty {
        return nil
      }
    case .pass: service.advance(to: input.instant)
    }
    if let difference = follow() { return difference }
    if let obstacle = side.pass(to: service.now) { return difference(obstacle, nil) }
    if steps >= nextFullComparison {
      nextFullComparison = steps + interval
      return compareFully()
    }
    return nil
  }

  /// Performs the records of the service in the rules.
  private mutating func follow() -> Difference? {
    let records = service.records
    var position = 0
    while position < records.count {
      let record = records[position]
      var end = position + 1
      while end < records.count, case .message = records[end].content { end += 1 }
      let messages = records[(position + 1)..<end].compactMap { record in
        if case .message(let message) = record.content { message } else { nil }
      }
      position = end
      steps += 1
      if let difference = follow(record, messages) { return difference }
    }
    for record in records { note(record.content) }
    return ours.total == theirs.total ? nil : firstDifference()
  }

  private mutating func follow(_ record: Record, _ messages: [Message]) -> Difference? {
    let step: TranslatedStep
    switch record.content {
    case .command(let command, let reply): step = translation.step(command, reply)
    case .decision(let decision): step = translation.step(decision)
    case .message: return nil
    }
    if let introduced = step.introduced, introduced != nextNumber(step.event) {
      return identityDifference(step, introduced)
    }
    let outcome = side.step(
      step.event, step.arguments, results: step.results, at: record.instant,
      isRefused: step.isRefused)
    switch outcome {
    case .performed:
      noteRules(step)
      return messageDifference(messages, side.notifications, step)
    case .refused(guard: _):
      do {
        return messageDifference(
          messages, try side.refusal(of: step.event, step.arguments), step)
      } catch {
        return difference(.undefined(error), step)
      }
    default: return difference(outcome, step)
    }
  }

  /// Returns the number that the rules give to the entity that the event introduces.
  private func nextNumber(_ event: Core.ID<Core.Event>) -> Int? {
    for result in side.rules[event].results where result.isNew {
      if case .entity(let sort) = result.variable.type.scalar { return side.count(of: sort) }
    }
    return nil
  }

  private mutating func noteRules(_ step: TranslatedStep) {
    let rules = side.rules
    for result in rules[step.event].results where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar else { continue }
      let owner = Int32(side.count(of: sort) - 1)
      for field in rules[sort].fields { noteRule(.field(field, of: owner)) }
    }
    for place in side.changedPlaces ?? allPlaces() { noteRule(place) }
  }

  private mutating func noteRule(_ place: Place) {
    if isCompared(place) { theirs.set(place, to: ruleHash(place)) }
  }

  mutating func countFullComparison() { fullComparisons += 1 }
}

/// An input of the service at an instant.
package struct ServiceInput: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case command(Command)
    /// Time passes, and everything due happens.
    case pass
  }

  package let instant: Milliseconds
  package let action: Action

  package init(_ instant: Milliseconds, _ action: Action) {
    self.instant = instant
    self.action = action
  }
}
