extension Core {
  /// One value of a field of pairs, such as `sharing: (Group) -> Presence = inactive` of a user.
  ///
  /// The core has a set for each value but the default: the groups for which the user's `sharing`
  /// has that value. A pair that is in none of the sets has the default; no pair is in two.
  package struct PairPart: Hashable, Sendable {
    /// The name of the field of pairs, such as `sharing`.
    package let name: String
    /// The position of the set, from 0, in the order in which the sets are tested. The sets of one
    /// field stand together in the rules.
    package let position: Int
    /// The type of the values.
    package let type: ValueType
    /// The value of the pairs in the set.
    package let value: Literal
    /// The value of the pairs that are in none of the sets.
    package let initial: Literal

    /// Returns the part with another name of the field of pairs.
    package func named(_ name: String) -> PairPart {
      PairPart(name: name, position: position, type: type, value: value, initial: initial)
    }

    package init(name: String, position: Int, type: ValueType, value: Literal, initial: Literal) {
      self.name = name
      self.position = position
      self.type = type
      self.value = value
      self.initial = initial
    }
  }
}

extension Core.Field {
  /// The name that rulebooks and traces use: for a set of a field of pairs, the name of that field.
  package var statedName: String { pair?.name ?? name }

  /// The stated name behind that of the entity: `Entity.field`.
  package func qualifiedName(in rules: Core.Rules) -> String {
    "\(rules[owner].name).\(statedName)"
  }
}

extension Core.Rules {
  /// Returns the sets of a field of pairs, in the order in which they are tested, found from one of
  /// them.
  package func parts(ofPairs field: Core.ID<Core.Field>) -> [(
    field: Core.ID<Core.Field>, part: Core.PairPart
  )] {
    guard let name = self[field].pair?.name else { return [] }
    return self[self[field].owner].fields.compactMap { other in
      guard let part = self[other].pair, part.name == name else { return nil }
      return (other, part)
    }
  }

  /// Returns the value of a pair: that of the first set that holds the other entity, else the
  /// default.
  /// - Parameter field: One of the sets of the field of pairs.
  package func pairValue(
    _ field: Core.ID<Core.Field>, of owner: Core.Expression, _ other: Core.Expression,
    _ era: Core.Era
  ) -> Core.Expression {
    let parts = parts(ofPairs: field)
    guard let initial = parts.first?.part.initial else { return .field(field, of: owner, era) }
    return parts.reversed().reduce(.literal(initial)) { rest, next in
      let collection = Core.Collection(field: next.field, owner: owner, era: era)
      return .conditional(
        .member(other, of: collection), then: .literal(next.part.value), otherwise: rest)
    }
  }

  /// Returns the entities and the field of the pair if the expression is the value of one, as
  /// ``pairValue(_:of:_:_:)`` writes it out; otherwise nil.
  package func pair(
    of expression: Core.Expression
  ) -> (other: Core.Expression, collection: Core.Collection)? {
    guard case .conditional(.member(let other, let collection), _, _) = expression,
      self[collection.field].pair != nil
    else { return nil }
    return (other, collection)
  }

  func isPairValue(_ expression: Core.Expression) -> Bool { pair(of: expression) != nil }
}
