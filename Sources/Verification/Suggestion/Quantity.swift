import Rulebook
import Semantics

/// A number or an instant that a lemma may bound.
enum Quantity: Hashable, Sendable {
  case now
  case path(Path)

  func phrase(_ entity: Core.Variable, _ rules: Core.Rules) -> Phrase {
    switch self {
    case .now: Phrase(core: .now, text: "now")
    case .path(let path): path.certain(entity, rules)
    }
  }

  func optionals(_ rules: Core.Rules) -> [Path] {
    if case .path(let path) = self { path.optionals(rules) } else { [] }
  }

  func value(of entity: Int, in state: State) -> Int64? {
    switch self {
    case .now: return state.now
    case .path(let path):
      guard case .number(let number)? = path.value(of: entity, in: state) else { return nil }
      return number
    }
  }

  var lastField: Core.ID<Core.Field>? {
    if case .path(let path) = self { path.fields.last } else { nil }
  }

  /// True if it is a field of the entity itself.
  var isOwn: Bool { if case .path(let path) = self { path.fields.count == 1 } else { false } }
}

/// A number that the rulebook names.
struct NamedNumber: Hashable, Sendable {
  let value: Int64
  let name: String
  let scalar: Core.Scalar

  var phrase: Phrase { Phrase(core: .literal(.number(value, scalar)), text: name) }
}

/// An upper bound: `all r: Request where r.stage is offered: now <= r.offeredAt + answerWindow`.
struct UpperBound: Hashable, Sendable {
  let sort: Core.ID<Core.Entity>
  /// The feature that must have the values; nil: always.
  let guarding: Feature?
  let values: Set<Int>
  /// The left side; nil: zero.
  let left: Quantity?
  /// The right side; nil: the offset alone.
  let right: Quantity?
  /// The number added on the right; if it is negative, its amount is added on the left.
  let offset: Int64
  let amount: NamedNumber?

  func with(values: Set<Int>) -> UpperBound {
    UpperBound(
      sort: sort, guarding: guarding, values: values, left: left, right: right, offset: offset,
      amount: amount)
  }

  func phrase(_ rules: Core.Rules, _ vocabulary: Vocabulary) -> Phrase {
    let entity = vocabulary.variables([sort])[0]
    var premises: [Phrase] = []
    if let guarding { premises.append(guarding.phrase(values, entity, rules, vocabulary)) }
    var required: [Path] = []
    for path in [left, right].compactMap(\.self).flatMap({ $0.optionals(rules) })
    where !required.contains(path) { required.append(path) }
    premises += required.map { $0.phrase(entity, rules).isSome }
    let scalar =
      ([left, right].compactMap(\.self).first?.phrase(entity, rules))
      .map { rules.type(of: $0.core).scalar } ?? .int
    let zero = Phrase(core: .literal(.number(0, scalar)), text: "0")
    var (a, b) = (left?.phrase(entity, rules) ?? zero, right?.phrase(entity, rules))
    if let amount, offset < 0 {
      a = a.plus(amount.phrase, scalar)
    } else if let amount {
      b = b?.plus(amount.phrase, scalar) ?? amount.phrase
    }
    return .each([entity], where: premises, a.atMost(b ?? zero), rules)
  }

  func words(_ rules: Core.Rules) -> [String] {
    func words(_ quantity: Quantity?) -> [String] {
      switch quantity {
      case .now: ["now"]
      case .path(let path): path.words(rules)
      case nil: []
      }
    }
    return [rules[sort].name] + (guarding?.words(rules) ?? []) + words(left) + ["by"] + words(right)
  }
}
