import Rulebook
import Semantics

/// A trace that begins in mid-stream: the unknown part of the state, the values that lines teach,
/// and the faults that are therefore not certain.
extension World {
  /// Leaves all open about an entity that was there before the trace.
  func leaveOpen(_ sort: Core.ID<Core.Entity>, _ number: Int) {
    for field in rules[sort].fields {
      if case .value = rules[field].kind {
        self[field, of: number] = .unknown
      } else {
        unseen?.open(.field(field, of: Int32(clamping: number)))
      }
    }
  }

  /// Takes the values that follow from a guard which was not known to hold, now that it is supposed
  /// to.
  func suppose(
    _ guards: [Core.Guard], _ parameters: [Core.Variable], _ arguments: [Value]
  ) {
    let environment = Environment(parameters, arguments)
    for condition in guards {
      // No copy of the state before may be held while a fact is taken: it would be copied as a
      // whole.
      for fact in inferences(from: condition.condition, environment) { take(fact) }
    }
    settleUnlessObserving()
  }

  private func inferences(
    from condition: Core.Expression, _ environment: Environment
  ) -> [Inferred] {
    evaluator.inferences(from: condition, in: Context(here: state, environment: environment))
  }

  private func take(_ fact: Inferred) {
    switch fact {
    case .value(let value, .field(let field, let owner)): self[field, of: Int(owner)] = value
    case .value(let value, .global(let global)): self[global] = value
    case .member(let member, .field(let field, let owner)):
      let known = members(of: field, owner: Int(owner))
      guard !known.contains(member) else { return }
      setMembers(field, owner: Int(owner), to: (known + [member]).sorted())
    case .member: return
    }
  }

  /// Returns true if it is unknown whether a deadline stops time: that depends on unseen entities.
  func isOpen(_ cause: Deadline.Cause) -> Bool {
    guard let unseen, let ranging else { return false }
    switch cause {
    case .event(let event, let arguments):
      guard ranging.guards[event.index].isOpen(in: unseen) else { return false }
      switch evaluator.legality(of: event, arguments, in: state) {
      case .legal, .early: return false
      case .forbidden, .open, .undefined: return true
      }
    case .prompt(let index, let binding):
      guard isOpen(property: index) else { return false }
      // Since when it is so matters only if it may be so for a while.
      guard case .lasts(let lasting) = rules.properties[index].body, lasting.limit == 0 else {
        return true
      }
      let environment = Environment(lasting.binders.map(\.variable), binding)
      let context = Context(here: state, environment: environment)
      return (try? evaluator.evaluate(lasting.condition, in: context)) != .bool(true)
    }
  }

  /// Returns true if the start of a property's condition depends on unseen entities.
  func isOpen(property: Int) -> Bool {
    guard let unseen, let ranging else { return false }
    return ranging.conditions[property]?.isOpen(in: unseen) ?? false
  }

  /// Returns true if the effect or the legality of an event depends on unseen entities.
  func isOpen(_ event: Int) -> Bool {
    guard let unseen, let ranging else { return false }
    return ranging.effects[event].isOpen(in: unseen) || ranging.guards[event].isOpen(in: unseen)
  }

  private func areEffectsOpen(_ event: Int) -> Bool {
    guard let unseen, let ranging else { return false }
    return ranging.effects[event].isOpen(in: unseen)
  }

  /// Performs an event of which not everything is known.
  func performAsFarAsKnown(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value]
  ) throws(EvaluationError) -> Performance {
    if let machine, !areEffectsOpen(event.index),
      let results = machine.performByItself(event, arguments, results: results)
    {
      return Performance(results: results, notifications: machine.notifications)
    }
    let done = try evaluator.fireAsFarAsKnown(event, arguments, results: results, in: state)
    let after = done.step.after
    unseen = after.unseen
    for result in rules[event].results where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar else { continue }
      let number = Int32(clamping: count(of: sort))
      stepper.learn(sort, settles: false)
      for field in rules[sort].fields { copy(.field(field, of: number), from: after) }
    }
    for place in done.step.changes { copy(place, from: after) }
    stepper.settle()
    return Performance(
      results: done.step.results, notifications: done.step.notifications,
      areMessagesAll: done.areMessagesAll)
  }

  private func copy(_ place: Place, from state: State) {
    switch place {
    case .global(let global): self[global] = state[global]
    case .field(let field, let owner):
      if case .value = rules[field].kind {
        self[field, of: Int(owner)] = state[field, of: Int(owner)]
      } else {
        setMembers(
          field, owner: Int(owner), to: state.members(of: field, owner: Int(owner)))
      }
    }
  }
}
