import Rulebook

/// A formula or a value in two forms that are made together: in the core, to be proved, and as text
/// of a rulebook, to be printed.
struct Phrase: Hashable, Sendable {
  let core: Core.Expression
  let text: String
  /// True if other operators may stand beside it without parentheses.
  var isTight = true

  var operand: String { isTight ? text : "(\(text))" }

  func equals(_ other: Phrase) -> Phrase {
    Phrase(core: .equal(core, other.core), text: "\(operand) is \(other.operand)")
  }

  func differs(from other: Phrase) -> Phrase {
    Phrase(core: .not(.equal(core, other.core)), text: "\(operand) is not \(other.operand)")
  }

  var isNone: Phrase { Phrase(core: .isNone(core), text: "\(operand) is none") }
  var isSome: Phrase { Phrase(core: .not(.isNone(core)), text: "\(operand) is not none") }

  func atMost(_ other: Phrase) -> Phrase {
    Phrase(core: .atMost(core, other.core), text: "\(text) <= \(other.text)")
  }

  func plus(_ other: Phrase, _ scalar: Core.Scalar) -> Phrase {
    Phrase(core: .sum(core, other.core, scalar), text: "\(text) + \(other.text)", isTight: false)
  }

  /// Returns the phrase that a pair has the value of a field of pairs, or that a member is in a set.
  func member(of field: Core.ID<Core.Field>, of owner: Phrase, _ rules: Core.Rules) -> Phrase {
    if let pair = rules[field].pair {
      let sets = rules.parts(ofPairs: field).filter { $0.part.position <= pair.position }
      let parts = sets.map { other, _ -> Core.Expression in
        let collection = Core.Collection(field: other, owner: owner.core, era: .here)
        let isIn = Core.Expression.member(core, of: collection)
        return other == field ? isIn : .not(isIn)
      }
      let value = rules[field].name.dropFirst(pair.name.count + 1)
      return Phrase(
        core: .all(parts), text: "\(owner.operand).\(pair.name)(\(text)) is \(value)")
    }
    return Phrase(
      core: .member(core, of: Core.Collection(field: field, owner: owner.core, era: .here)),
      text: "\(operand) in \(owner.operand).\(rules[field].name)")
  }

  /// The negation of a membership; only for a phrase made by ``member(of:of:_:)``.
  var notMember: Phrase {
    let text =
      text.contains(" in ")
      ? text.replacingFirst(" in ", with: " not in ")
      : text.replacingFirst(" is ", with: " is not ")
    return Phrase(core: .negation(of: core), text: text)
  }

  static func all(_ parts: [Phrase]) -> Phrase {
    Phrase(
      core: .all(parts.map(\.core)), text: parts.map(\.operand).joined(separator: " and "),
      isTight: false)
  }

  /// Returns `all x: X where premises: conclusion`.
  static func each(
    _ variables: [Core.Variable], where premises: [Phrase], _ conclusion: Phrase,
    _ rules: Core.Rules
  ) -> Phrase {
    let condition = premises.isEmpty ? nil : all(premises)
    let binders = self.binders(variables, rules)
    let premise = condition.map { " where \($0.text)" } ?? ""
    return Phrase(
      core: .quantified(
        .all, binders.core, condition: condition?.core, body: conclusion.core),
      text: "all \(binders.text)\(premise): \(conclusion.text)", isTight: false)
  }

  /// Returns `some x: X: condition`, or `no x: X: condition`.
  static func some(
    _ variable: Core.Variable, _ condition: Phrase, negated: Bool = false, _ rules: Core.Rules
  ) -> Phrase {
    let binders = self.binders([variable], rules)
    let core = Core.Expression.quantified(
      .some, binders.core, condition: nil, body: condition.core)
    return Phrase(
      core: negated ? .not(core) : core,
      text: "\(negated ? "no" : "some") \(binders.text): \(condition.text)", isTight: false)
  }

  private static func binders(
    _ variables: [Core.Variable], _ rules: Core.Rules
  ) -> (core: [Core.Binder], text: String) {
    var core: [Core.Binder] = []
    var groups: [(sort: String, names: [String])] = []
    for variable in variables {
      guard case .entity(let sort) = variable.type.scalar else { continue }
      core.append(Core.Binder(variable, .entities(sort, .here)))
      let name = rules[sort].name
      if groups.last?.sort == name {
        groups[groups.count - 1].names.append(variable.name)
      } else {
        groups.append((name, [variable.name]))
      }
    }
    let text = groups.map { "\($0.names.joined(separator: ", ")): \($0.sort)" }
      .joined(separator: ", ")
    return (core, text)
  }
}

extension String {
  fileprivate func replacingFirst(_ old: String, with new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
