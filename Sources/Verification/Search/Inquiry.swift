import Rulebook
import Semantics

/// The targets of a search, with the part of the rules on which they depend.
struct Inquiry: Sendable {
  let targets: Set<Target>
  private(set) var slice: Slice
  let evaluator: Evaluator

  /// Makes an inquiry.
  /// - Parameters:
  ///   - sliced: True to leave out irrelevant parts of the rules. A lasso is one even if irrelevant
  ///     parts differ, so these are then not compared either.
  ///   - scope: The scope; if it has no entities of some sort, rules about these do not matter.
  ///   - isUndisturbed: True to leave out events that only disturb.
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

  /// Returns the same inquiry with no other events than some.
  func with(only events: Set<Core.ID<Core.Event>>) -> Inquiry {
    var fewer = self
    fewer.slice = slice.with(only: events)
    return fewer
  }

  /// Returns the part of the rules that matters to the targets.
  static func slice(of rules: Core.Rules, for targets: Set<Target>) -> Slice {
    guard !targets.contains(where: \.needsAllEffects) else { return Slice(wholeOf: rules) }
    return Slice(
      rules, properties: Set(targets.compactMap(\.property)),
      ownEvents: targets.contains(where: \.isAboutOwnEvents))
  }

  /// The places that make a state new to random runs that search for the targets.
  enum Interest: CaseIterable {
    /// The places that the properties of the targets read, and the guards of their events.
    case near
    /// Also the places that the guards of the events read that write these.
    case far
  }

  func fields(of interest: Interest) -> Set<Core.ID<Core.Field>> {
    var reads = Slice.Reads()
    for property in slice.rules.properties {
      reads.add(property)
      for step in property.body.steps { reads.add(conditionsOf: slice.rules[step.event]) }
    }
    guard interest == .far else { return reads.fields }
    let near = reads
    for event in slice.rules.events where near.areWritten(by: event) {
      reads.add(conditionsOf: event)
    }
    return reads.fields
  }

  /// Returns the targets that a start meets.
  func met(by start: Position) throws(EvaluationError) -> Set<Target> {
    try met(by: Done(position: start, step: nil), isNew: true)
  }

  /// Returns the targets that a step meets.
  ///
  /// - Parameter isNew: True if it leads to a state that has not been seen.
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

  /// Returns true if none of the server's own events can happen, and time may not pass.
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
