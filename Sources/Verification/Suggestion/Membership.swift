import Rulebook
import Semantics

/// A law about the owner and the members of a queue or set.
struct Membership: Hashable, Sendable {
  enum Law: Hashable, Sendable {
    /// The member refers to the owner.
    case refersBack(Core.ID<Core.Field>)
    /// No entity is in the collections of two owners.
    case oneOwner
    /// The member is not in the first case while the owner is in the second.
    case excluded(Feature, Int, Feature, Int)
  }

  let field: Core.ID<Core.Field>
  let element: Core.ID<Core.Entity>
  let law: Law

  func phrase(_ rules: Core.Rules, _ vocabulary: Vocabulary) -> Phrase {
    let owner = rules[field].owner
    var sorts = [element, owner]
    if law == .oneOwner { sorts.append(owner) }
    let variables = vocabulary.variables(sorts)
    let names = variables.map { Phrase(core: .variable($0), text: $0.name) }
    var premises = [names[0].member(of: field, of: names[1], rules)]
    let conclusion: Phrase
    switch law {
    case .refersBack(let reference):
      let path = Path(fields: [reference])
      conclusion = path.phrase(variables[0], rules).equals(names[1])
    case .oneOwner:
      premises.append(names[0].member(of: field, of: names[2], rules))
      conclusion = names[1].equals(names[2])
    case .excluded(let feature, let value, let other, let denied):
      premises.append(feature.phrase([value], variables[0], rules, vocabulary))
      let allowed = Set(0..<other.count(rules)).subtracting([denied])
      conclusion = other.phrase(allowed, variables[1], rules, vocabulary)
    }
    return .each(variables, where: premises, conclusion, rules)
  }
}

/// The features of members and owners that were seen.
struct MembershipSightings: Sendable {
  private struct Place: Sendable {
    let field: Core.ID<Core.Field>
    let element: Core.ID<Core.Entity>
    var references: [Core.ID<Core.Field>]
    var hasOneOwner = true
    var members: Set<[Int]> = []
    var owners: Set<[Int]> = []
    /// Quadruples: feature of the member, its value, feature of the owner, its value.
    var pairs: Set<[Int]> = []
    let ofMember: [Feature]
    let ofOwner: [Feature]
  }

  private let rules: Core.Rules
  private var places: [Place] = []

  init(_ rules: Core.Rules, _ features: [[Feature]]) {
    self.rules = rules
    for (index, field) in rules.fields.enumerated() {
      guard case .queue(let element) = field.kind.asQueue else { continue }
      let references = rules[element].fields.filter { reference in
        guard case .value(let type) = rules[reference].kind else { return false }
        return type.scalar == .entity(field.owner)
      }
      func plain(_ sort: Core.ID<Core.Entity>) -> [Feature] {
        features[sort.index].filter { $0.reach == .own && $0.required(rules).isEmpty }
      }
      places.append(
        Place(
          field: Core.ID(index), element: element, references: references,
          ofMember: plain(element), ofOwner: plain(field.owner)))
    }
  }

  mutating func see(_ state: State) {
    for index in places.indices { see(state, &places[index]) }
  }

  private func see(_ state: State, _ place: inout Place) {
    var known: Set<Int32> = []
    for owner in 0..<state.count(of: rules[place.field].owner) {
      let members = state.members(of: place.field, owner: owner)
      guard !members.isEmpty else { continue }
      let own = place.ofOwner.map { $0.value(of: owner, in: state, rules) ?? -1 }
      for member in members {
        if !known.insert(member).inserted { place.hasOneOwner = false }
        place.references.removeAll {
          state[$0, of: Int(member)] != .entity(Int32(clamping: owner))
        }
        for (a, feature) in place.ofMember.enumerated() {
          let value = feature.value(of: Int(member), in: state, rules) ?? -1
          place.members.insert([a, value])
          for (b, other) in own.enumerated() {
            place.owners.insert([b, other])
            place.pairs.insert([a, value, b, other])
          }
        }
      }
    }
  }

  func candidates() -> [Membership] {
    places.flatMap { place -> [Membership] in
      guard !place.members.isEmpty else { return [] }
      var laws: [Membership.Law] = place.references.map { .refersBack($0) }
      if place.hasOneOwner { laws.append(.oneOwner) }
      for member in place.members.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        for owner in place.owners.sorted(by: { $0.lexicographicallyPrecedes($1) })
        where member[1] >= 0 && owner[1] >= 0 && !place.pairs.contains(member + owner) {
          laws.append(
            .excluded(place.ofMember[member[0]], member[1], place.ofOwner[owner[0]], owner[1]))
        }
      }
      return laws.map { Membership(field: place.field, element: place.element, law: $0) }
    }
  }
}

extension Core.FieldKind {
  /// The kind, with sets treated as queues.
  fileprivate var asQueue: Core.FieldKind {
    if case .set(let element) = self { .queue(of: element) } else { self }
  }
}
