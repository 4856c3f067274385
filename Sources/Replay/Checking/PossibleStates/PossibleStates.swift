import Rulebook
import Semantics

/// The states that the entities of a trace may be in while some events are hidden: the least sets
/// that hold the states which the lines leave possible, and are closed under hidden events, at any
/// instant since the last line, whose guards are not false in Kleene's three-valued sense.
///
/// The sets are too large rather than too small: a state that is not in them is impossible.
/// Entities whose states do not depend on one another have sets of their own.
struct PossibleStates: Sendable {
  /// A possible state, as far as it is needed.
  struct Witness: Sendable {
    /// A field and its owner, with its value; of several the one that takes the fewest events.
    let values: [(field: Core.ID<Core.Field>, owner: Int32, value: Value)]
    /// The hidden events that led to it since the last line about its entities.
    let steps: [Core.ID<Core.Event>]
    /// The sorts of which all possible states need an entity that no line names.
    let needs: [Core.ID<Core.Entity>]
  }

  enum Answer: Sendable {
    case possible(Witness)
    case impossible
    /// Finding out takes more than is allowed.
    case undecided
  }

  /// The value of a field before the trace said anything of it.
  typealias Load = (Core.ID<Core.Field>, Int32) -> Value

  /// Entities in one group, whose states are kept together.
  static let mostEntities = 12

  let evaluator: Evaluator
  let scope: HiddenScope
  let closed: Set<Core.ID<Core.Entity>>
  let tolerance: Int64
  private var groups = Buckets<Int, PossibleGroup>()
  private var groupOf = Buckets<EntityKey, Int>()
  private var nextGroup = 0
  /// The number of entities that lines have named, by sort.
  var named: [Int]
  /// The instant of the first line.
  var began: Int64?
  /// The group of the latest line that was checked, and the states in which it is allowed.
  private var checked: PossibleGroup?

  /// Creates the sets; nil: possible states cannot be kept for these rules.
  /// - Parameters:
  ///   - closed: The sorts of which lines name all entities.
  ///   - tolerance: The time by which an obligation may be late, in milliseconds.
  init?(
    _ evaluator: Evaluator, hidden: Set<String>, closed: Set<Core.ID<Core.Entity>> = [],
    tolerance: Int64 = 0
  ) {
    guard let scope = HiddenScope(evaluator.rules, hidden: hidden) else { return nil }
    (self.evaluator, self.scope, self.closed) = (evaluator, scope, closed)
    self.tolerance = tolerance
    named = evaluator.rules.entities.map { _ in 0 }
  }

  var rules: Core.Rules { evaluator.rules }

  func concerns(_ event: Core.ID<Core.Event>) -> Bool { scope.contains(event) }

  func concerns(_ field: Core.ID<Core.Field>) -> Bool {
    scope.contains(field, of: rules[field].owner)
  }

  // MARK: Events

  /// Lines of one group that may wait for one that is not right by itself.
  static let mostWaiting = 64

  /// Lets a line wait that is right in the state of the world. Most entities are over before their
  /// other possible states are needed.
  /// - Returns: False if the line has to be checked.
  mutating func mayWait(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], isRefused: Bool, at instant: Int64,
    _ load: Load
  ) -> Bool {
    let keys = EntityKey.all(rules[event].parameters, arguments).filter { scope.contains($0.sort) }
    guard let first = keys.first else {
      storeChecked()
      return true
    }
    guard rules[event].results.isEmpty, keys.dropFirst().allSatisfy({ $0 == first }) else {
      return false
    }
    storeChecked()
    if began == nil { began = instant }
    if groupOf[first] == nil { keep(group(of: first, load)) }
    guard let index = groupOf[first], var group = groups[index],
      group.log.count < Self.mostWaiting
    else { return false }
    group.log.append(
      PossibleLine(event: event, arguments: arguments, isRefused: isRefused, instant: instant))
    groups[index] = group
    return true
  }

  private func group(of key: EntityKey, _ load: Load) -> PossibleGroup {
    PossibleGroup(
      entities: [key],
      states: [
        PossibleState(values: scope.fields[key.sort.index].map { load($0, key.number) })
      ], instant: began ?? 0)
  }

  /// The group after all lines that wait.
  private func settled(_ group: PossibleGroup) -> PossibleGroup {
    guard !group.log.isEmpty else { return group }
    var group = group
    for line in group.log {
      var search = search(group)
      _ = search.close(until: line.instant)
      let allowed = search.allowing(
        line.event, line.arguments, isRefused: line.isRefused, at: line.instant)
      group.states = allowed.isEmpty ? search.states : allowed
      group.instant = line.instant
      if !line.isRefused {
        group.states = self.search(group).performing(
          line.event, line.arguments, [], at: line.instant)
      }
    }
    group.log = []
    return group
  }

  /// Finds out whether a line may be right. Nothing is known of its effects before ``perform``.
  mutating func check(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], isRefused: Bool = false,
    at instant: Int64, _ load: Load
  ) -> Answer {
    var group = gather(event, arguments, at: instant, load)
    var search = search(group)
    let isComplete = search.close(until: instant)
    group.states = search.states
    group.instant = instant
    checked = group
    guard isComplete else { return .undecided }
    let allowed = search.allowing(event, arguments, isRefused: isRefused, at: instant)
    guard let witness = witness(group, allowed) else { return .impossible }
    checked?.states = allowed
    return .possible(witness)
  }

  /// Takes the effects of the line that was checked last. A line that was refused has none.
  /// - Parameter results: With the numbers of the entities that it introduces.
  mutating func perform(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value], at instant: Int64
  ) {
    let new = zip(rules[event].results, results).filter(\.0.isNew)
    let keys = EntityKey.all(new.map(\.0.variable), new.map(\.1))
      .filter { scope.contains($0.sort) }.sorted()
    let last = scope.contains(event) ? checked : nil
    if last != nil { checked = nil }
    // The number may have been of an entity that is over.
    for key in keys { forget(key) }
    guard var group = last else { return }
    group.states = search(group).performing(event, arguments, results, at: instant)
    group.entities += keys
    store(group)
  }

  /// Keeps to the states in which hidden events have ended an obligation before it was overdue.
  /// - Returns: One of them; nil: there is none.
  mutating func avoiding(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], at instant: Int64, _ load: Load
  ) -> Witness? {
    var group = gather(event, arguments, at: instant, load)
    var search = search(group)
    guard search.close(until: instant), !search.areAllOverdue else {
      checked = group
      return nil
    }
    group.states = search.states
    let witness = witness(group, group.states)
    store(group)
    return witness
  }

  // MARK: Observations

  /// The value of a field as it was observed.
  typealias FieldReading = (field: Core.ID<Core.Field>, value: Value)

  enum Comparison: Sendable {
    case agrees(Witness)
    /// The fields that differ from the nearest possible state, which the witness is.
    case differs([Core.ID<Core.Field>], Witness)
    case undecided
  }

  /// Compares the readings of one entity with its possible states. If they fit none, it is left
  /// open whether the reading or the state is wrong.
  mutating func observe(
    _ key: EntityKey, _ readings: [FieldReading],
    at instant: Int64, _ load: Load
  ) -> Comparison {
    var group = gather([key], at: instant, load)
    var search = search(group)
    let isComplete = search.close(until: instant)
    group.states = search.states
    group.instant = instant
    let positions = readings.compactMap { reading in
      search.stage.position(of: reading.field, key).map { (position: $0, reading: reading) }
    }
    func conflicts(_ state: PossibleState) -> [Core.ID<Core.Field>] {
      positions.filter {
        let value = state.values[$0.position]
        return value != .unknown && value != $0.reading.value
      }.map(\.reading.field)
    }
    func imposing(_ state: PossibleState, keeping kept: [Core.ID<Core.Field>]) -> PossibleState {
      var state = state
      for (position, reading) in positions where !kept.contains(reading.field) {
        state.values[position] = reading.value
      }
      return state
    }
    let least = group.states.map { conflicts($0).count }.min() ?? 0
    let nearest = group.states.filter { conflicts($0).count == least }
    var kept = PossibleStateSet()
    for state in nearest { kept.insert(imposing(state, keeping: conflicts(state))) }
    let believed = kept.states
    let different = nearest.first.map(conflicts) ?? []
    for state in nearest { kept.insert(imposing(state, keeping: [])) }
    group.states = kept.states
    let witness = witness(group, Array(believed.prefix(1)))
    store(group)
    guard isComplete, let witness else { return .undecided }
    return least == 0
      ? .agrees(self.witness(group, believed) ?? witness) : .differs(different, witness)
  }

  // MARK: Groups

  /// Forgets an entity that is over.
  mutating func forget(_ key: EntityKey) {
    storeChecked()
    guard let index = groupOf[key], var group = groups[index] else { return }
    groupOf[key] = nil
    guard group.entities.count > 1 else {
      groups[index] = nil
      return
    }
    group = settled(group)
    let stage = PossibleStage(scope, evaluator, group.entities)
    let own = scope.fields[key.sort.index].compactMap { stage.position(of: $0, key) }
    group.entities.removeAll { $0 == key }
    var left = PossibleStateSet()
    for state in group.states {
      left.insert(PossibleState(values: state.values.without(own)))
    }
    group.states = left.states
    groups[index] = group
  }

  private mutating func gather(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], at instant: Int64, _ load: Load
  ) -> PossibleGroup {
    let keys = EntityKey.all(rules[event].parameters, arguments)
    return gather(keys.filter { scope.contains($0.sort) }, at: instant, load)
  }

  /// The group of these entities and of those that they may refer to.
  private mutating func gather(
    _ keys: [EntityKey], at instant: Int64, _ load: Load
  ) -> PossibleGroup {
    let began = began ?? instant
    self.began = began
    storeChecked()
    var merged = PossibleGroup(
      entities: [], states: [PossibleState(values: [])], instant: began)
    var open = keys
    while let key = open.popLast() {
      guard !merged.entities.contains(key) else { continue }
      let group = take(key) ?? group(of: key, load)
      merged = merged.entities.isEmpty ? group : merged.merging(group)
      if merged.entities.count < Self.mostEntities { open += merged.references(scope, rules) }
    }
    return merged
  }

  private mutating func take(_ key: EntityKey) -> PossibleGroup? {
    guard let index = groupOf[key], let group = groups[index].map(settled) else { return nil }
    groups[index] = nil
    for key in group.entities { groupOf[key] = nil }
    return group
  }

  /// Keeps the states in which the latest line was allowed, if it had no effects.
  private mutating func storeChecked() {
    guard let group = checked else { return }
    checked = nil
    store(group)
  }

  /// Keeps a group, as several if its parts do not depend on one another.
  private mutating func store(_ group: PossibleGroup) {
    for group in group.factors(scope) { keep(group) }
  }

  mutating func keep(_ group: PossibleGroup) {
    for key in group.entities { groupOf[key] = nextGroup }
    groups[nextGroup] = group
    nextGroup += 1
  }

  /// The groups, the one that was kept first first.
  var kept: [PossibleGroup] {
    groups.entries.sorted { $0.key < $1.key }.map { settled($0.value) }
      + (checked.map { $0.factors(scope) } ?? [])
  }

  private func search(_ group: PossibleGroup) -> PossibleSearch {
    let stage = PossibleStage(scope, evaluator, group.entities)
    let unnamed = rules.entities.indices.map { Core.ID<Core.Entity>($0) }
      .filter { !rules[$0].isIntroduced && !closed.contains($0) }
    return PossibleSearch(
      stage: stage, states: group.states, since: group.instant, tolerance: tolerance,
      outside: rules.entities.indices.map { named[$0] > stage.members[$0].count },
      unnamed: Set(unnamed))
  }

  private func witness(_ group: PossibleGroup, _ states: [PossibleState]) -> Witness? {
    guard
      let simplest = states.min(by: { $0.isSimpler(than: $1) })
    else { return nil }
    let places = group.entities.flatMap { key in
      scope.fields[key.sort.index].map { ($0, key.number) }
    }
    return Witness(
      values: zip(places, simplest.values).map { ($0.0, $0.1, $1) }, steps: simplest.steps,
      needs: simplest.needs.sorted { $0.index < $1.index })
  }
}
