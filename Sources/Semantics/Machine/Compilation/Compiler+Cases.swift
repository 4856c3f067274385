import Rulebook

/// An update of an event, with the conditions that are left to test for it.
struct ConditionedUpdate {
  var conditions: [Core.Expression]
  let action: Core.Action

  init(_ update: Core.Update) {
    conditions = update.condition.conjuncts
    action = update.action
  }

  /// Returns the update simplified by the known truth of a test; nil: it does not happen then.
  fileprivate func assuming(_ test: Core.Expression, _ truth: Bool) -> ConditionedUpdate? {
    var update = self
    update.conditions = []
    for condition in conditions {
      switch condition.assuming(test, truth) {
      case .literal(.bool(true)): continue
      // The conditions before it may have no value, so they are tested.
      case .literal(.bool(false)) where update.conditions.isEmpty: return nil
      case let rest: update.conditions.append(rest)
      }
    }
    return update
  }

  fileprivate func hangs(on test: Core.Expression) -> Bool {
    conditions.contains { $0.assuming(test, true) != $0 || $0.assuming(test, false) != $0 }
  }
}

extension Compiler {
  /// The greatest number of forks of a program, and their greatest depth: the code that depends on
  /// a test stands in both of its branches.
  private static let mostForks = 256
  private static let deepestFork = 64

  /// Emits updates as a tree of decisions: no path through it tests anything twice. Each case of an
  /// event excludes all before it, so its parts would be tested again and again.
  ///
  /// Only tests are made that testing one update after the other would reach, so the evaluator is
  /// asked in the same situations; and no update changes what another is tested for, since all
  /// effects are gathered first.
  /// - Parameter perform: Emits an action.
  mutating func decide(
    _ updates: [ConditionedUpdate],
    _ perform: (inout Compiler, Core.Action) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    var forks = 0
    try decide(updates[...], 0, &forks, perform)
  }

  private mutating func decide(
    _ updates: ArraySlice<ConditionedUpdate>, _ depth: Int, _ forks: inout Int,
    _ perform: (inout Compiler, Core.Action) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    var rest = updates
    while let first = rest.first {
      guard let condition = first.conditions.first else {
        try perform(&self, first.action)
        rest.removeFirst()
        continue
      }
      forks += 1
      let mayFork = depth < Self.deepestFork && forks < Self.mostForks
      let test = mayFork ? condition.leadingTest : condition
      let alike = rest.prefix { mayFork ? $0.hangs(on: test) : $0.conditions.first == test }
      let no = mayFork ? alike.compactMap { $0.assuming(test, false) } : []
      let (other, end) = (assembler.label(), assembler.label())
      try jump(unless: test, to: other)
      try decide(alike.compactMap { $0.assuming(test, true) }[...], depth + 1, &forks, perform)
      if !no.isEmpty { assembler.emit(.jump, to: end) }
      assembler.place(other)
      try decide(no[...], depth + 1, &forks, perform)
      assembler.place(end)
      rest = rest.dropFirst(alike.count)
    }
  }
}

extension Core.Expression {
  /// The test that is evaluated first to decide the condition.
  fileprivate var leadingTest: Core.Expression {
    switch self {
    case .not(let part): part.leadingTest
    case .and(let parts): parts.first?.leadingTest ?? self
    default: self
    }
  }

  /// Returns the condition simplified by the known truth of a test.
  fileprivate func assuming(_ test: Core.Expression, _ truth: Bool) -> Core.Expression {
    if self == test { return .literal(.bool(truth)) }
    switch self {
    case .not(let part):
      let part = part.assuming(test, truth)
      if case .literal(.bool(let truth)) = part { return .literal(.bool(!truth)) }
      return .not(part)
    case .and(let parts): return Self.joined(parts, test, truth, neutral: true)
    case .or(let parts): return Self.joined(parts, test, truth, neutral: false)
    case .equal(let place, .literal(let value)):
      // A place that has one value has no other.
      if truth, case .equal(place, .literal(let known)) = test, known != value {
        return .literal(.bool(false))
      }
      return self
    default: return self
    }
  }

  /// Returns a conjunction without the parts that are true, or a disjunction without those that are
  /// false. A part with the other truth decides it; the parts before that one may have no value,
  /// and are still tested.
  private static func joined(
    _ parts: [Core.Expression], _ test: Core.Expression, _ truth: Bool, neutral: Bool
  ) -> Core.Expression {
    var left: [Core.Expression] = []
    for part in parts {
      let part = part.assuming(test, truth)
      guard case .literal(.bool(let known)) = part else {
        left.append(part)
        continue
      }
      if known == neutral { continue }
      left.append(part)
      break
    }
    if left.isEmpty { return .literal(.bool(neutral)) }
    if left.count == 1 { return left[0] }
    return neutral ? .and(left) : .or(left)
  }
}
