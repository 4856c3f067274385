import Basics
import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// The guards that the line put to the test.
  private func countedGuards(of act: Act, until legality: Standing) -> [Core.Guard] {
    let guards = rules[act.event].guards
    switch legality {
    case .legal, .early: return guards
    case .illegal(let condition):
      let position = guards.firstIndex(of: condition) ?? guards.endIndex
      return Array(guards[..<position]) + [condition]
    case .open, .undefined: return []
    }
  }

  mutating func countGuards(of act: Act, until legality: Standing) {
    if mode == .trial { return }
    for condition in countedGuards(of: act, until: legality) {
      exercise.count(condition, of: rules[act.event])
    }
  }

  /// The guard that does not hold, with the values that it reads and their places.
  mutating func broken(_ condition: Core.Guard, _ act: Act) -> BrokenGuard {
    let rule = rules[act.event]
    guard mode == .telling,
      !isOnlyCounted(
        FindingRow.Key(rule: rule.name, how: Self.kind(ofIllegal: rule), guard: condition.text))
    else { return BrokenGuard(told: Finding.Guard(condition.text)) }
    return broken(condition, paths(condition.condition, context(of: act)))
  }

  /// The kind of the finding that an event happened against a guard.
  static func kind(ofIllegal event: Core.Event) -> Finding.Kind {
    if case .input = event.source { .wronglyAccepted } else { .forbidden }
  }

  func broken(_ condition: Core.Guard, _ paths: ReadPaths? = nil) -> BrokenGuard {
    broken(condition.text, condition.span, paths)
  }

  private func broken(_ text: String, _ span: SourceSpan, _ paths: ReadPaths?) -> BrokenGuard {
    var told = Finding.Guard(text, values: paths?.readings ?? [])
    told.line = source?.line(at: span.lower)
    told.column = source?.column(at: span.lower)
    return BrokenGuard(told: told, places: paths?.places ?? [])
  }

  private func context(of act: Act) -> Context {
    Context(here: world.state, environment: Environment(rules[act.event].parameters, act.arguments))
  }

  private mutating func paths(_ condition: Core.Expression, _ context: Context) -> ReadPaths {
    var paths = ReadPaths(evaluator)
    paths.collect(condition, in: context, &names)
    line.involved += paths.choices
    // The values of quantified variables are known from the reasons why the whole does not hold.
    for failure in (try? evaluator.explain(condition, in: context)) ?? [] {
      var context = context
      for binding in failure.bindings {
        context.environment[binding.variable] = binding.value
      }
      line.involved += EntityKey.all(
        failure.bindings.map(\.variable), failure.bindings.map(\.value))
      paths.collect(failure.formula, in: context, &names)
      if failure.role != .premise {
        var corrections = Corrections(evaluator, context)
        corrections.collect(failure.formula, wanted: failure.role != .holds)
        line.corrections += corrections.found.filter { !line.corrections.contains($0) }
      }
    }
    return paths
  }

  mutating func reportOpen(_ act: Act, _ condition: Core.Guard?) {
    guard mode == .telling else { return lose(act.record) }
    let expressions =
      condition.map { [$0.condition] } ?? rules[act.event].due.map { [$0.instant] } ?? []
    var unknown: [String] = []
    var readings: ReadPaths?
    for expression in expressions {
      let paths = paths(expression, context(of: act))
      unknown += paths.unknown
      readings = paths
    }
    report(
      .unknown, condition.map { rule(act.event, $0) } ?? rule(act.event),
      about: subject(act), expected: "whether it is allowed can be found out",
      observed: unknownText(unknown),
      guard: condition.map { broken($0, readings) }, repair: "the line was left out")
    lose(act.record)
  }

  /// Returns the untold values that the effects of an event read.
  mutating func unknownReads(_ act: Act) -> [String] {
    var paths = ReadPaths(evaluator)
    let context = context(of: act)
    for update in rules[act.event].updates where update.each == nil {
      paths.collect(update.condition, in: context, &names)
      for expression in update.targets { paths.collect(expression, in: context, &names) }
    }
    return paths.unknown
  }

  mutating func reportIllegal(
    _ act: Act, _ condition: Core.Guard, _ broken: BrokenGuard,
    missed: (event: Core.ID<Core.Event>, text: String)? = nil
  ) {
    let rule = rules[act.event]
    let kind = Self.kind(ofIllegal: rule)
    let isInput = kind == .wronglyAccepted
    let reason = missed.map { "; \(rules[$0.event].name) of \($0.text) was due before" } ?? ""
    let due = missed.map { rules.locations(readBy: rules[$0.event].name, .missed) } ?? []
    report(
      kind, self.rule(act.event, condition),
      about: subject(act),
      expected: (isInput ? "\(rule.name) is refused" : "no \(rule.name) now") + reason,
      observed: isInput ? "\(rule.name) was accepted" : "\(rule.name) was done", guard: broken,
      reading: condition.condition.locations.union(due), isAnew: isAgain(act, condition))
  }

  /// True if the line repeats the previous line about the same entity, and that alone makes a guard
  /// false: this fault follows from no earlier one.
  private func isAgain(_ act: Act, _ condition: Core.Guard) -> Bool {
    guard mode == .telling, options.diagnoses else { return false }
    let rule = rules[act.event]
    let set = rule.fieldsOfParameters
    let context = context(of: act)
    return condition.condition.conjuncts.contains { part in
      guard let read = part.fieldsOfVariables, !read.isEmpty, read.isSubset(of: set),
        (try? evaluator.evaluate(part, in: context)) == .bool(false)
      else { return false }
      return read.allSatisfy { field in
        guard let position = rule.parameters.firstIndex(of: field.owner),
          case .entity(let number) = act.arguments[position]
        else { return false }
        let key = EntityKey(sort: rules[field.id].owner, number: number)
        return lines(about: key, behind: 0).last.flatMap(history.event) == act.event.index
      }
    }
  }

  mutating func reportWronglyRefused(_ act: Act) {
    let rule = rules[act.event]
    report(
      .wronglyRefused, self.rule(act.event), about: subject(act),
      expected: "\(rule.name) is accepted, for all its guards hold",
      observed: "\(rule.name) was refused", repair: "taken as refused: nothing changes")
    miss(act)
    remember(rule.parameters, act.arguments)
  }

  mutating func judgeRefusal(_ act: Act) {
    remember(rules[act.event].parameters, act.arguments)
    guard mode != .quiet, let given = act.record.notified,
      !given.isEmpty || !rules[act.event].refusal.isEmpty
    else { return }
    do {
      let expected = try world.refusal(of: act.event, act.arguments)
      judgeNotifications(given, expected, act)
    } catch {
      report(error, rule(act.event), about: subject(act))
    }
  }

  mutating func judgeAssumptions(_ act: Act) {
    let rule = rules[act.event]
    guard mode == .telling, !rule.assumptions.isEmpty else { return }
    let values =
      (try? evaluator.assumptions(of: act.event, act.arguments, in: world.state)) ?? []
    for (assumption, value) in values where value == .bool(false) {
      var paths = ReadPaths(evaluator)
      paths.collect(assumption.condition, in: context(of: act), &names)
      report(
        .assumptionBroken,
        Rule(
          name: assumption.name, citations: assumption.citations,
          sentence: assumption.sentence ?? assumption.text, span: assumption.span),
        about: subject(act), expected: assumption.sentence ?? assumption.text,
        observed: "\(rule.name) of \(entityText(act))",
        guard: broken(assumption.text, assumption.span, paths), repair: "taken as it was recorded",
        reading: assumption.condition.locations)
    }
  }
}

/// A field of the entity that a variable stands for.
private struct FieldOfVariable: Hashable {
  let id: Core.ID<Core.Field>
  let owner: Core.Variable
}

extension Core.Event {
  /// The fields of its parameters that it always sets to a value which does not depend on the
  /// state.
  fileprivate var fieldsOfParameters: Set<FieldOfVariable> {
    let found = updates.compactMap { update -> FieldOfVariable? in
      guard case .assign(.field(let id, of: .variable(let owner)), let value) = update.action,
        update.each == nil, update.condition == .literal(.bool(true)), value.locations.isEmpty,
        parameters.contains(owner)
      else { return nil }
      return FieldOfVariable(id: id, owner: owner)
    }
    return Set(found)
  }
}

extension Core.Expression {
  /// The fields that it reads, if it reads nothing else of the state.
  fileprivate var fieldsOfVariables: Set<FieldOfVariable>? {
    var found: Set<FieldOfVariable> = []
    var isAll = true
    forEach { part in
      switch part {
      case .field(let id, of: .variable(let owner), .here):
        found.insert(FieldOfVariable(id: id, owner: owner))
      case .field, .global, .now, .member, .ahead, .extreme, .quantified, .notified: isAll = false
      default: break
      }
    }
    return isAll ? found : nil
  }
}

extension Core.Update {
  /// The expressions that say where is written.
  fileprivate var targets: [Core.Expression] {
    switch action {
    case .assign(.field(_, let owner), _): [owner]
    case .assign(.global, _): []
    case .append(let member, let collection), .move(let member, let collection),
      .remove(let member, let collection), .add(let member, let collection):
      [member, collection.owner]
    case .notify(let notification): [notification.recipient]
    }
  }
}
