internal import Rulebook
internal import Semantics

/// What is looked for, with the part of the rules on which it depends.
struct Inquiry: Sendable {
  let targets: Set<Target>
  private(set) var slice: Slice
  let evaluator: Evaluator

  /// - Parameters:
  ///   - sliced: Whether to leave out what does not matter. A lasso is one even if what does not
  ///     matter differs, so that is not compared then either.
  ///   - scope: If it has nobody of some sort, what is about these does not matter.
  ///   - isUndisturbed: Whether nothing happens that is only in the way.
  init(
    _ whole: Core.Rules, _ targets: Set<Target>, sliced: Bool = true, in scope: Scope? = nil,
    isUndisturbed: Bool = false
  ) {
    self.targets = targets
    var rules = sliced ? scope.map { whole.without($0.missing) } ?? whole : whole
    if sliced, isUndisturbed { rules = rules.undisturbed(for: targets) }
    let slice = Self.slice(of: rules, for: targets)
    self.slice =
      sliced ? slice : Slice(wholeOf: rules, comparing: targets == [.lasso] ? slice : nil)
    evaluator = Evaluator(self.slice.rules)
  }

  /// The same inquiry where nothing else happens than some events.
  func with(only events: Set<Core.ID<Core.Event>>) -> Inquiry {
    var fewer = self
    fewer.slice = slice.with(only: events)
    return fewer
  }

  /// What matters to the targets.
  static func slice(of rules: Core.Rules, for targets: Set<Target>) -> Slice {
    guard !targets.contains(where: \.needsAllEffects) else { return Slice(wholeOf: rules) }
    return Slice(
      rules, properties: Set(targets.compactMap(\.property)),
      ownEvents: targets.contains(where: \.isAboutOwnEvents))
  }

  /// What makes a state new to random runs that look for the targets.
  enum Interest: CaseIterable {
    /// What the properties that are looked for read, and the guards of their events.
    case near
    /// Also what the guards of the events read that write that.
    case far
  }

  func fields(of interest: Interest) -> Set<Core.ID<Core.Field>> {
    var reads = Slice.Reads()
    for property in slice.rules.properties {
      reads.add(property)
      switch property.body {
      case .step(let formulas), .reachStep(let formulas):
        for step in formulas { reads.add(conditionsOf: slice.rules[step.event]) }
      case .always, .reach, .lasts, .measure: break
      }
    }
    guard interest == .far else { return reads.fields }
    let near = reads
    for event in slice.rules.events where near.areWritten(by: event) {
      reads.add(conditionsOf: event)
    }
    return reads.fields
  }

  /// The targets that a start meets.
  func met(by start: Position) throws(EvaluationError) -> Set<Target> {
    try met(by: Done(position: start, step: nil), isNew: true)
  }

  /// The targets that a step meets.
  ///
  /// - Parameter isNew: Whether it leads to a state that has not been looked at.
  func met(by done: Done, isNew: Bool) throws(EvaluationError) -> Set<Target> {
    var met: Set<Target> = []
    if let step = done.step {
      for violation in try evaluator.violatedProperties(of: step) {
        met.insert(.violation(property: slice.properties[violation.property]))
      }
      for property in try evaluator.reachedProperties(by: step) {
        met.insert(.witness(property: slice.properties[property]))
      }
    }
    if isNew {
      let (state, clocks) = (done.position.state, done.position.clocks)
      for violation in try evaluator.violatedProperties(in: state, clocks) {
        met.insert(.violation(property: slice.properties[violation.property]))
      }
      for property in try evaluator.reachedProperties(in: state) {
        met.insert(.witness(property: slice.properties[property]))
      }
      if targets.contains(.timelock), try isLocked(done.position) { met.insert(.timelock) }
    }
    return met.intersection(targets)
  }

  /// Whether nothing of the server's own can happen, and time may not pass.
  private func isLocked(_ position: Position) throws(EvaluationError) -> Bool {
    let deadline = try evaluator.earliestDeadline(position.state, position.clocks)
    guard let deadline, deadline.instant <= position.state.now else { return false }
    for event in slice.events where slice.rules[event].isOwnInitiative {
      let enabled = try evaluator.enabledArguments(of: event, in: position.state)
      if !enabled.isEmpty { return false }
    }
    return true
  }
}
