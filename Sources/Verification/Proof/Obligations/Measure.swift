import Rulebook
import Solver

/// A number that cannot fall for ever: the number of bindings that satisfy a condition, which is
/// finite in any state.
///
/// Time is stopped by endless activity (Zeno) if the server's own steps, decisions and obligations,
/// can follow each other for ever at one instant. They cannot if each step makes some measure fall
/// that the others do not raise, lexicographically: a step that always lowers a measure which no
/// remaining step raises can happen only finitely often between the others, so it is set aside, and
/// the question is asked of the rest.
struct Measure {
  let name: String
  let binders: [Core.Binder]
  let condition: Core.Expression
  /// The property of the rulebook that names it.
  let property: Int?
  /// The events that may lower it; only these are checked for lowering it.
  let mayFall: Set<Core.ID<Core.Event>>

  /// Returns the measures that the rulebook names, then those that its state suggests.
  static func candidates(_ rules: Core.Rules) -> [Measure] {
    let own = rules.events.indices.map { Core.ID<Core.Event>($0) }
      .filter { rules[$0].isOwnInitiative }
    return named(rules, own) + dueNow(rules, own) + growingSets(rules, own)
      + cappedCounters(rules, own) + stages(rules, own) + flags(rules, own)
  }

  private static func named(
    _ rules: Core.Rules, _ own: [Core.ID<Core.Event>]
  ) -> [Measure] {
    rules.properties.enumerated().compactMap { index, property in
      guard case .measure(let binders, let condition) = property.body else { return nil }
      return Measure(
        name: property.name, binders: binders, condition: condition, property: index,
        mayFall: Set(own))
    }
  }

  /// Returns the measures of obligations that are due now: each instance goes when it happens, and
  /// comes back only with a new deadline, which is later.
  private static func dueNow(
    _ rules: Core.Rules, _ own: [Core.ID<Core.Event>]
  ) -> [Measure] {
    own.compactMap { id in
      let event = rules[id]
      guard event.source == .clock, let due = event.due else { return nil }
      let binders = event.parameters.compactMap { parameter -> Core.Binder? in
        guard case .entity(let sort) = parameter.type.scalar else { return nil }
        return Core.Binder(parameter, .entities(sort, .here))
      }
      return Measure(
        name: "instances of \(event.name) that are due", binders: binders,
        condition: .all(event.guards.map(\.condition) + [.atMost(due.instant, .now)]),
        property: nil, mayFall: [id])
    }
  }

  /// Returns the measures of entities that are not yet in a set that only grows.
  private static func growingSets(
    _ rules: Core.Rules, _ own: [Core.ID<Core.Event>]
  ) -> [Measure] {
    rules.fields.indices.compactMap { index in
      let id = Core.ID<Core.Field>(index)
      guard case .set(let element) = rules[id].kind else { return nil }
      let adders = own.filter { event in
        rules[event].updates.contains { update in
          if case .add(_, let set) = update.action { set.field == id } else { false }
        }
      }
      guard !adders.isEmpty else { return nil }
      let owner = variable(0, "x", rules[id].owner)
      let member = variable(1, "y", element)
      return Measure(
        name: "those not in \(rules.name(of: .field(id, of: .variable(owner))))",
        binders: [
          Core.Binder(owner, .entities(rules[id].owner, .here)),
          Core.Binder(member, .entities(element, .here)),
        ],
        condition: .not(
          .member(
            .variable(member), of: Core.Collection(field: id, owner: .variable(owner), era: .here))),
        property: nil, mayFall: Set(adders))
    }
  }

  /// Returns the measures of the distance of a counter from a parameter that bounds it.
  private static func cappedCounters(
    _ rules: Core.Rules, _ own: [Core.ID<Core.Event>]
  ) -> [Measure] {
    var result: [Measure] = []
    for index in rules.fields.indices {
      let id = Core.ID<Core.Field>(index)
      guard case .value(let type) = rules[id].kind, type == Core.ValueType(.int) else { continue }
      let counters = own.filter {
        assigns(rules[$0], id) { if case .sum = $0 { true } else { false } }
      }
      guard !counters.isEmpty else { continue }
      let owner = variable(0, "x", rules[id].owner)
      let left = Core.Variable(id: 1, name: "k", type: Core.ValueType(.int))
      let counter = Core.Expression.field(id, of: .variable(owner), .here)
      for parameter in rules.parameters {
        guard case .number(let cap, .int) = parameter.value else { continue }
        result.append(
          Measure(
            name: "\(parameter.name) minus \(rules.name(of: .field(id, of: .variable(owner))))",
            binders: [
              Core.Binder(owner, .entities(rules[id].owner, .here)),
              Core.Binder(left, .values(.int)),
            ],
            condition: .all([
              .atMost(counter, .variable(left)),
              .atMost(.variable(left), .literal(.number(cap, .int))),
            ]), property: nil, mayFall: Set(counters)))
      }
    }
    return result
  }

  /// Returns the measures of entities at one value of an enumeration: a stage of life that is left
  /// for good.
  private static func stages(
    _ rules: Core.Rules, _ own: [Core.ID<Core.Event>]
  ) -> [Measure] {
    var result: [Measure] = []
    for index in rules.fields.indices {
      let id = Core.ID<Core.Field>(index)
      guard case .value(let type) = rules[id].kind, !type.isOptional,
        case .enumeration(let enumeration) = type.scalar
      else { continue }
      let values = rules[enumeration].cases.enumerated().map {
        ($1, Core.Literal.symbol($0, of: enumeration))
      }
      result += stages(of: id, values, rules, own)
    }
    return result
  }

  /// Returns the same for truth values.
  private static func flags(_ rules: Core.Rules, _ own: [Core.ID<Core.Event>]) -> [Measure] {
    rules.fields.indices.flatMap { index in
      rules.fields[index].kind == .value(Core.ValueType(.bool))
        ? stages(
          of: Core.ID(index), [("false", .bool(false)), ("true", .bool(true))], rules, own) : []
    }
  }

  private static func stages(
    of id: Core.ID<Core.Field>, _ values: [(name: String, literal: Core.Literal)],
    _ rules: Core.Rules, _ own: [Core.ID<Core.Event>]
  ) -> [Measure] {
    let owner = variable(0, "x", rules[id].owner)
    return values.compactMap { name, literal in
      let here = Core.Expression.literal(literal)
      let leavers = own.filter { assigns(rules[$0], id) { $0 != here } }
      guard !leavers.isEmpty else { return nil }
      return Measure(
        name: "\(rules[rules[id].owner].name) whose \(rules[id].name) is \(name)",
        binders: [Core.Binder(owner, .entities(rules[id].owner, .here))],
        condition: .equal(.field(id, of: .variable(owner), .here), here), property: nil,
        mayFall: Set(leavers))
    }
  }

  private static func variable(
    _ id: Int, _ name: String, _ entity: Core.ID<Core.Entity>
  ) -> Core.Variable {
    Core.Variable(id: id, name: name, type: Core.ValueType(.entity(entity)))
  }

  private static func assigns(
    _ event: Core.Event, _ field: Core.ID<Core.Field>, _ test: (Core.Expression) -> Bool
  ) -> Bool {
    event.updates.contains { update in
      guard case .assign(.field(field, _), let value) = update.action else { return false }
      return test(value)
    }
  }
}
