import Rulebook
import Semantics

/// The entities of a group in the numbering of a small state, on which the evaluator works. Behind
/// them each sort has places for entities outside the group, of which nothing is known.
struct PossibleStage {
  /// The largest number of parameters of an event that are entities outside the group.
  static let mostOutsiders = 3

  let scope: HiddenScope
  let evaluator: Evaluator
  let entities: [EntityKey]
  /// The entities of the group by local number, by sort.
  private(set) var members: [[EntityKey]]
  private var locals: [EntityKey: Int32] = [:]
  /// The position at which the values of each entity begin.
  private var starts: [EntityKey: Int] = [:]

  private var rules: Core.Rules { evaluator.rules }

  init(_ scope: HiddenScope, _ evaluator: Evaluator, _ entities: [EntityKey]) {
    (self.scope, self.evaluator, self.entities) = (scope, evaluator, entities)
    members = evaluator.rules.entities.map { _ in [] }
    var start = 0
    for key in entities {
      locals[key] = Int32(clamping: members[key.sort.index].count)
      members[key.sort.index].append(key)
      starts[key] = start
      start += scope.fields[key.sort.index].count
    }
  }

  /// The position of a field among the values of a state; nil: it is not of the group.
  func position(of field: Core.ID<Core.Field>, _ owner: EntityKey) -> Int? {
    guard let start = starts[owner],
      let offset = scope.fields[owner.sort.index].firstIndex(of: field)
    else { return nil }
    return start + offset
  }

  func local(_ value: Value, _ scalar: Core.Scalar) -> Value {
    guard case .entity(let sort) = scalar, case .entity(let number) = value, scope.contains(sort)
    else { return value }
    return locals[EntityKey(sort: sort, number: number)].map { .entity($0) } ?? .unknown
  }

  /// The entities that an event introduces have the next local numbers; by their sort, the numbers
  /// that they have in the trace.
  typealias Introduced = [Core.ID<Core.Entity>: (local: Int32, number: Int32)]

  private func global(
    _ value: Value, _ scalar: Core.Scalar, _ introduced: Introduced
  ) -> Value {
    guard case .entity(let sort) = scalar, case .entity(let number) = value else { return value }
    if let new = introduced[sort], new.local == number { return .entity(new.number) }
    guard scope.contains(sort) else { return value }
    let members = members[sort.index]
    return Int(number) < members.count ? .entity(members[Int(number)].number) : .unknown
  }

  /// The small state at an instant.
  func state(_ values: [Value], at instant: Int64) -> State {
    let counts = rules.entities.indices.map { index in
      scope.fields[index].isEmpty
        ? Int(Int32.max) : members[index].count + Self.mostOutsiders
    }
    var columns = rules.fields.map { _ in [Value]() }
    for (index, members) in members.enumerated() {
      for (offset, field) in scope.fields[index].enumerated() {
        let scalar = rules[field].scalar
        columns[field.index] =
          members.map { local(values[(starts[$0] ?? 0) + offset], scalar) }
          + Array(repeating: .unknown, count: Self.mostOutsiders)
      }
    }
    return State(
      now: instant, counts: counts, columns: columns, collections: rules.fields.map { _ in [] },
      globals: rules.globals.map { _ in .unknown })
  }

  /// The values of a small state; those of entities outside the group are dropped.
  func values(_ state: State, _ introduced: Introduced = [:]) -> [Value] {
    entities.flatMap { values(state, of: locals[$0] ?? 0, $0.sort, introduced) }
      + introduced.keys.sorted { $0.index < $1.index }.flatMap { sort in
        values(state, of: introduced[sort]?.local ?? 0, sort, introduced)
      }
  }

  private func values(
    _ state: State, of number: Int32, _ sort: Core.ID<Core.Entity>, _ introduced: Introduced
  ) -> [Value] {
    scope.fields[sort.index].map { field in
      global(state[field, of: Int(number)], rules[field].scalar, introduced)
    }
  }

  /// An argument of an event, and the sort of the entity outside the group that it stands for.
  typealias Choice = (value: Value, outside: Core.ID<Core.Entity>?)

  /// The values that a parameter of a hidden event may have, as far as they make a difference.
  func choices(for type: Core.ValueType) -> [Choice] {
    let none: [Choice] = type.isOptional ? [(.none, nil)] : []
    switch type.scalar {
    case .bool: return none + [(.bool(false), nil), (.bool(true), nil)]
    case .enumeration(let id):
      return none + rules[id].cases.indices.map { (.symbol(Int32(clamping: $0)), nil) }
    case .entity(let sort):
      guard scope.contains(sort) else { return none + [(.unknown, sort)] }
      let count = members[sort.index].count
      return none + (0..<count).map { (.entity(Int32(clamping: $0)), nil) }
        + (count..<count + Self.mostOutsiders).map { (.entity(Int32(clamping: $0)), sort) }
    case .range, .int, .unit, .time, .duration: return none + [(.unknown, nil)]
    }
  }
}

extension Core.Field {
  /// The type of its values; of a queue or a set, of its members.
  var scalar: Core.Scalar {
    switch kind {
    case .value(let type): type.scalar
    case .queue(let sort), .set(let sort): .entity(sort)
    }
  }
}
