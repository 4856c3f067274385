import Findings
import Rulebook

/// A question about one event: a state in which the two rulebooks part, as an event that changes
/// nothing and can happen exactly there.
struct Probe {
  let kind: Differing.Kind
  /// The pair it is about; nil: a `prompt`.
  let pair: Int?
  let name: String
  let parameters: [Core.Variable]
  let condition: [Core.Expression]
  /// The rules in which a run has to be looked for where none is one of both.
  let side: Differing.Reached

  func event(_ span: Core.Event) -> Core.Event {
    Core.Event(
      name: name, source: .world, parameters: parameters, results: [],
      guards: condition.map {
        Core.Guard(condition: $0, citations: [], text: "", span: span.span)
      }, assumptions: [], due: nil, updates: [], refusal: [], definedness: [], citations: [],
      span: span.span)
  }
}

extension Probe {
  /// The formula about the state that the probe can happen; nil: a parameter has too many values,
  /// or may be none.
  var state: Core.Expression? {
    var binders: [Core.Binder] = []
    let used = condition.reduce(into: Set<Int>()) { found, part in
      part.forEach { if case .variable(let variable) = $0 { found.insert(variable.id) } }
    }
    for parameter in parameters {
      let isUsed = used.contains(parameter.id)
      switch parameter.type.scalar {
      case .entity(let sort) where !parameter.type.isOptional:
        // Also of an unused one there has to be some.
        binders.append(Core.Binder(parameter, .entities(sort, .here)))
      case .bool, .enumeration:
        guard isUsed else { continue }
        if parameter.type.isOptional { return nil }
        binders.append(Core.Binder(parameter, .values(parameter.type.scalar)))
      case .int, .time, .duration, .unit, .range, .entity:
        if isUsed { return nil }
      }
    }
    let all = Core.Expression.all(condition)
    return binders.isEmpty
      ? all : .quantified(.some, binders, condition: nil, body: all)
  }
}

extension Union.Pair {
  var introduced: Set<Int> { Set(results.filter(\.isNew).map(\.variable.id)) }
  /// The choices of the server that a formula may speak of.
  var chosen: [Core.Variable] { results.filter { !$0.isNew }.map(\.variable) }

  func permits(_ event: Core.Event) -> [Core.Expression] {
    conditions(event) + (event.due.map { [.atMost($0.instant, .now)] } ?? [])
  }

  /// Guards and assumptions.
  func conditions(_ event: Core.Event) -> [Core.Expression] {
    event.guards.map(\.condition) + event.assumptions.map(\.condition)
  }
}

extension Union {
  /// The respects in which an event is not the same as it stands.
  func probes(of index: Int) -> [Probe] {
    let pair = pairs[index]
    let normal = NormalForm()
    func probe(
      _ kind: Differing.Kind, _ condition: [Core.Expression], _ side: Differing.Reached = .old
    ) -> Probe {
      let mentioned = condition.contains { e in
        e.contains { if case .variable(let v) = $0 { pair.chosen.contains(v) } else { false } }
      }
      return Probe(
        kind: kind, pair: index, name: pair.name,
        parameters: pair.parameters + (mentioned ? pair.chosen : []), condition: condition,
        side: side)
    }
    guard let old = pair.old else {
      return pair.new.map { [probe(.newlyPermitted, pair.permits($0), .new)] } ?? []
    }
    guard let new = pair.new else { return [probe(.noLongerPermitted, pair.permits(old), .old)] }
    var probes: [Probe] = []
    let conditions = (pair.conditions(old), pair.conditions(new))
    let isSame = normal.key(allOf: conditions.0) == normal.key(allOf: conditions.1)
    if !isSame {
      probes.append(
        probe(.newlyPermitted, pair.permits(new) + [.negation(of: .all(conditions.0))], .new))
      probes.append(
        probe(.noLongerPermitted, pair.permits(old) + [.negation(of: .all(conditions.1))], .old))
    }
    let both = isSame ? conditions.0 : conditions.0 + conditions.1
    if let a = old.due?.instant, let b = new.due?.instant, normal.key(a) != normal.key(b) {
      probes.append(
        probe(
          .deadline,
          both + [.negation(of: .equal(a, b)), .any([.atMost(a, .now), .atMost(b, .now)])]))
    }
    if let effect = effect(of: pair, old, new) { probes.append(probe(.effect, both + [effect])) }
    if let message = message(of: pair, old, new) {
      probes.append(probe(.message, both + [message]))
    }
    let refusals = (old.refusal.map(normal.key).sorted(), new.refusal.map(normal.key).sorted())
    if refusals.0 != refusals.1 {
      let differ = AfterValues.differ(
        old.refusal.map { AfterValues.Sent($0) }, new.refusal.map { AfterValues.Sent($0) },
        values(pair, old))
      probes.append(
        probe(
          .refusal,
          [old, new].map { .negation(of: .all($0.guards.map(\.condition))) } + [differ]))
    }
    return probes
  }

  func values(_ pair: Pair, _ event: Core.Event) -> AfterValues {
    AfterValues(rules: old, updates: event.updates, introduced: pair.introduced)
  }

  /// Fields that are compared: those of both that matter to the service itself.
  func compares(field index: Int) -> Bool {
    !onlyOldFields.contains(index) && !onlyNewFields.contains(index) && !old.fields[index].isGhost
      && !new.fields[index].isGhost
  }

  func compares(global index: Int) -> Bool {
    !onlyOldGlobals.contains(index) && !onlyNewGlobals.contains(index)
      && !old.globals[index].isGhost
  }

  /// Returns the formula that the effects differ; nil: they are written the same.
  func effect(of pair: Pair, _ old: Core.Event, _ new: Core.Event) -> Core.Expression? {
    let normal = NormalForm()
    let (mine, its) = (values(pair, old), values(pair, new))
    var next =
      1
      + (old.everything + new.everything).map(\.greatestVariable).reduce(
        pair.parameters.count + pair.results.count
      ) { max($0, $1) }
    func fresh(_ scalar: Core.Scalar) -> Core.Variable {
      next += 1
      return Core.Variable(id: next, name: "other", type: Core.ValueType(scalar))
    }
    var cases: [Core.Expression] = []
    // With the variable of `each` where it is one of its places.
    var places: Set<Written> = []
    for index in self.old.fields.indices where compares(field: index) {
      func own(_ event: Core.Event) -> [Core.Update] {
        event.updates.filter { $0.action.field?.index == index }
      }
      let (a, b) = (own(old), own(new))
      guard case .value = self.old.fields[index].kind else {
        if a.map(normal.key) != b.map(normal.key) {
          cases.append(mine.differs(from: its, in: Core.ID(index), fresh: fresh))
        }
        continue
      }
      if Set(a.map(normal.key)) != Set(b.map(normal.key)) {
        for update in a + b {
          guard case .assign(let place, _) = update.action else { continue }
          places.insert(Written(each: update.each?.variable, place: place))
        }
      }
    }
    for index in self.old.globals.indices where compares(global: index) {
      func own(_ event: Core.Event) -> Set<String> {
        Set(
          event.updates.filter {
            if case .assign(.global(let id), _) = $0.action { id.index == index } else { false }
          }.map(normal.key))
      }
      if own(old) != own(new) { places.insert(Written(each: nil, place: .global(Core.ID(index)))) }
    }
    cases += places.sorted { "\($0)" < "\($1)" }.map { written in
      .some(of: written.each, mine.differs(from: its, at: written.place))
    }
    let isMore = old.results.filter(\.isNew).count != new.results.filter(\.isNew).count
    return cases.isEmpty && !isMore ? nil : isMore ? .true : .any(cases)
  }

  private func message(of pair: Pair, _ old: Core.Event, _ new: Core.Event) -> Core.Expression? {
    func keys(_ event: Core.Event) -> [String] {
      let sending = event.updates.filter { if case .notify = $0.action { true } else { false } }
      return sending.map(NormalForm().key).sorted()
    }
    guard keys(old) != keys(new) else { return nil }
    let (a, b) = (old.updates, new.updates)
    return AfterValues.differ(
      a.compactMap(AfterValues.Sent.init), b.compactMap(AfterValues.Sent.init), values(pair, old))
  }
}

/// A place that an event writes; one for each value of a variable.
private struct Written: Hashable {
  let each: Core.Variable?
  let place: Core.Place
}

extension Core.Action {
  /// The field that it writes.
  var field: Core.ID<Core.Field>? {
    switch self {
    case .assign(.field(let id, _), _): id
    case .append(_, let c), .move(_, let c), .remove(_, let c), .add(_, let c): c.field
    case .assign(.global, _), .notify: nil
    }
  }
}

extension Core.Event {
  /// All expressions of guards and effects.
  var everything: [Core.Expression] {
    guards.map(\.condition) + assumptions.map(\.condition) + (due.map { [$0.instant] } ?? [])
      + updates.flatMap { [$0.condition] + $0.action.readExpressions }
      + refusal.flatMap(\.readExpressions)
  }
}
