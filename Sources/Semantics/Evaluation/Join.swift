import Rulebook

/// The first conjunct of a condition on a variable, if it tells at once which entities the variable
/// can be.
enum Join: Sendable {
  /// `x.field is value`
  case field(Core.ID<Core.Field>, is: Core.Expression)
  /// `x in owner.list`
  case member(of: Core.Collection)
  /// `member in x.list`
  case owner(of: Core.ID<Core.Field>, having: Core.Expression)

  /// The key by which entities are sorted for a join.
  enum Key: Hashable {
    case field(Core.ID<Core.Field>)
    case name(Core.ID<Core.Entity>)
    case members(Core.ID<Core.Field>)
  }

  func key(_ sort: Core.ID<Core.Entity>) -> Key {
    switch self {
    case .field(let field, _): .field(field)
    case .member: .name(sort)
    case .owner(let field, _): .members(field)
    }
  }

  /// The least number of candidates that are worth sorting; low where a search goes through a list
  /// for each candidate.
  var fewest: Int {
    switch self {
    case .field, .member: JoinIndex.fewest
    case .owner: 2
    }
  }

  /// Finds the join; nil: the condition begins with something else. The value that the variable is
  /// compared with is not about the variable.
  init?(of variable: Core.Variable, in condition: Core.Expression) {
    switch condition {
    case .and(let parts):
      guard let first = parts.first else { return nil }
      self.init(of: variable, in: first)
    case .equal(let a, let b):
      for (path, value) in [(a, b), (b, a)] {
        guard case .field(let field, .variable(variable), .here) = path,
          !value.contains(where: { $0 == .variable(variable) })
        else { continue }
        self = .field(field, is: value)
        return
      }
      return nil
    case .member(let member, let collection) where collection.era == .here:
      func isAboutIt(_ expression: Core.Expression) -> Bool {
        expression.contains { $0 == .variable(variable) }
      }
      if case .variable(variable) = member, !isAboutIt(collection.owner) {
        self = .member(of: collection)
      } else if case .variable(variable) = collection.owner, !isAboutIt(member) {
        self = .owner(of: collection.field, having: member)
      } else {
        return nil
      }
    default: return nil
    }
  }
}

/// Entities, sorted by the value that a join reads, once there are enough queries.
struct JoinIndex {
  /// The number of queries after which sorting pays: sorting takes about as long as a few searches.
  private static let worthwhile = 4
  /// The least number of candidates to sort; fewer are searched.
  static let fewest = 32

  private var asked = 0
  /// The entities by value; nil: not sorted yet.
  var sorted: [Value: [Int32]]?

  /// Counts a query, and returns true if there were enough for sorting to pay.
  mutating func isWorthIt() -> Bool {
    asked += 1
    return asked > Self.worthwhile
  }
}
