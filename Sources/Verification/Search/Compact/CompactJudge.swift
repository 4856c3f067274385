import Rulebook
import Semantics

/// The targets of a search, over words; see ``Inquiry/met(by:isNew:)``.
struct CompactJudge {
  /// A formula that meets its target if the code gives this word.
  private struct Formula {
    let target: Target
    let code: Code
    let sought: Int64
  }

  /// The formulas about steps, by event.
  private var ofSteps: [[Formula]]
  private var ofStates: [Formula] = []
  /// The `bounded` targets, by position in the slice.
  private var bounded: [(target: Target, property: Int)] = []
  /// The assumptions about every state.
  private var assumptions: [Code] = []
  /// The server's own events with all their candidates, if states in which time stops are searched.
  private var ownEvents: [(plan: CompactPlan, candidates: [CompactCandidates])]?

  init(
    _ inquiry: Inquiry, _ compiler: CompactCompiler
  ) throws(NotCompact) {
    let rules = inquiry.slice.rules
    ofSteps = rules.events.map { _ in [] }
    for (index, property) in rules.properties.enumerated() {
      let violation = Target.violation(property: inquiry.slice.properties[index])
      let witness = Target.witness(property: inquiry.slice.properties[index])
      switch (property.kind, property.body) {
      case (.axiom, .always(let formula)):
        assumptions.append(try compiler.truth(formula))
      case (_, .always(let formula)):
        guard inquiry.targets.contains(violation) else { continue }
        ofStates.append(
          Formula(target: violation, code: try compiler.truth(formula), sought: 0))
      case (_, .reach(let formula)):
        guard inquiry.targets.contains(witness) else { continue }
        ofStates.append(Formula(target: witness, code: try compiler.truth(formula), sought: 1))
      case (.step, .step(let steps)):
        guard inquiry.targets.contains(violation) else { continue }
        for step in steps {
          ofSteps[step.event.index].append(
            Formula(target: violation, code: try compiler.truth(step.formula), sought: 0))
        }
      case (_, .reachStep(let steps)):
        guard inquiry.targets.contains(witness) else { continue }
        for step in steps {
          ofSteps[step.event.index].append(
            Formula(target: witness, code: try compiler.truth(step.formula), sought: 1))
        }
      case (.bounded, .lasts):
        if inquiry.targets.contains(violation) { bounded.append((violation, index)) }
      default: break
      }
    }
    guard inquiry.targets.contains(.timelock) else { return }
    ownEvents = []
    for id in inquiry.slice.events where rules[id].isOwnInitiative {
      let candidates = try rules[id].parameters.mapped { p throws(NotCompact) in
        try CompactCandidates(for: p.type, id, compiler.layout, inquiry.evaluator)
      }
      ownEvents?.append((try CompactPlan(inquiry.evaluator.legality(of: id), compiler), candidates))
    }
  }

  /// Returns true if all assumptions hold in the state.
  func isAssumed(_ state: Words, _ frame: Frame) -> Bool {
    frame.pointee.here = state
    return assumptions.allSatisfy { $0(frame) != 0 }
  }

  /// Adds the targets that a step meets, with its arguments and results bound.
  func judge(
    step event: Core.ID<Core.Event>, from before: Words, to after: Words, _ frame: Frame,
    _ met: inout Set<Target>
  ) {
    guard !ofSteps[event.index].isEmpty else { return }
    frame.pointee.before = before
    frame.pointee.here = after
    add(ofSteps[event.index], frame, &met)
  }

  /// Adds the targets that a state meets.
  func judge(_ state: Words, _ time: CompactTime, _ frame: Frame, _ met: inout Set<Target>) {
    frame.pointee.here = state
    add(ofStates, frame, &met)
    for (target, property) in bounded where time.exceeds(property, state) { met.insert(target) }
    if ownEvents != nil, isLocked(state, time, frame) { met.insert(.timelock) }
  }

  private func add(_ formulas: [Formula], _ frame: Frame, _ met: inout Set<Target>) {
    for formula in formulas {
      let word = formula.code(frame)
      if frame.pointee.hasFailed { return }
      if word == formula.sought { met.insert(formula.target) }
    }
  }

  /// Returns true if none of the server's own events can happen, and time may not pass.
  private func isLocked(_ state: Words, _ time: CompactTime, _ frame: Frame) -> Bool {
    guard time.deadline(of: state, frame) <= state[CompactLayout.now] else { return false }
    frame.pointee.here = state
    return (ownEvents ?? []).allSatisfy { plan, candidates in
      plan.instances(candidates.map { $0.values(in: state) }, frame).isEmpty
    }
  }
}
