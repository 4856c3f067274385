internal import Rulebook

/// What a condition asks first of a variable, if that tells at once which entities it can be.
enum Join: Sendable {
  /// `x.field is value`
  case field(Core.ID<Core.Field>, is: Core.Expression)
  /// `x in owner.list`
  case member(of: Core.Collection)
  /// `member in x.list`
  case owner(of: Core.ID<Core.Field>, having: Core.Expression)

  /// By what entities have to be sorted for it.
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

  /// How many candidates are worth to be sorted: to look for a member goes through a list for each.
  var fewest: Int {
    switch self {
    case .field, .member: JoinIndex.fewest
    case .owner: 2
    }
  }

  /// nil: the condition begins with something else. What the variable is compared with is not
  /// about it.
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

/// Entities, sorted by what a join asks of them once they are asked for often enough.
struct JoinIndex {
  /// To sort them takes about as long as to go through them a few times.
  private static let worthwhile = 4
  /// Fewer are gone through.
  static let fewest = 32

  private var asked = 0
  /// nil: not sorted yet.
  var sorted: [Value: [Int32]]?

  /// Whether so many questions have come that sorting pays.
  mutating func isWorthIt() -> Bool {
    asked += 1
    return asked > Self.worthwhile
  }
}
