import Rulebook

/// The values that a variable ranges over, in order, made only when they are needed.
struct Extent {
  private enum Form {
    case entities
    case members([Int32])
    case listed([Value])
    case bools
    case symbols
    case numbers(from: Int64)
  }

  private let form: Form
  let count: Int
  /// True if there are no further values.
  private(set) var isWhole = true

  static func entities(_ count: Int, isWhole: Bool = true) -> Extent {
    Extent(form: .entities, count: count, isWhole: isWhole)
  }
  static func members(_ listed: [Int32], isWhole: Bool = true) -> Extent {
    Extent(form: .members(listed), count: listed.count, isWhole: isWhole)
  }
  /// Returns an extent of only the relevant values.
  static func listed(_ values: [Value]) -> Extent {
    Extent(form: .listed(values), count: values.count)
  }
  static let bools = Extent(form: .bools, count: 2)
  static func symbols(_ count: Int) -> Extent { Extent(form: .symbols, count: count) }

  /// Returns the whole numbers of a range; nil if they are more than `most`.
  static func numbers(_ lower: Int64, _ upper: Int64, atMost most: Int) -> Extent? {
    guard lower <= upper else { return Extent(form: .bools, count: 0) }
    let (distance, overflow) = upper.subtractingReportingOverflow(lower)
    guard !overflow, distance < Int64(most) else { return nil }
    return Extent(form: .numbers(from: lower), count: Int(distance) + 1)
  }

  subscript(position: Int) -> Value {
    switch form {
    case .entities: .entity(Int32(clamping: position))
    case .members(let members): .entity(members[position])
    case .listed(let values): values[position]
    case .bools: .bool(position == 1)
    case .symbols: .symbol(Int32(clamping: position))
    case .numbers(let lower): .number(lower + Int64(position))
    }
  }

  var values: [Value] { (0..<count).map { self[$0] } }
}

extension Evaluation {
  /// Returns the values of a domain; nil: the owner of the collection is not known.
  mutating func extent(of domain: Core.Binder.Domain) throws(EvaluationError) -> Extent? {
    switch domain {
    case .entities(let sort, .here): return .entities(of: sort, in: context.here)
    case .entities(let sort, let era): return .entities(of: sort, in: try state(era))
    case .members(let collection):
      return try members(of: collection).map { .members($0.listed, isWhole: $0.areAll) }
    case .values(let scalar): return try tables.extent(of: scalar, in: context.here)
    }
  }

  /// Returns the members of a collection; nil: the owner is not known.
  mutating func members(of collection: Core.Collection) throws(EvaluationError) -> Members? {
    guard let owner = try entity(collection.owner) else { return nil }
    let place = Members.Place(field: collection.field, owner: owner, era: collection.era)
    // The state is not copied to be read.
    return collection.era == .here
      ? try members(at: place, in: context.here) : try members(at: place, in: state(place.era))
  }

  private func members(
    at place: Members.Place, in state: borrowing State
  ) throws(EvaluationError) -> Members {
    let (field, owner) = (place.field, place.owner)
    let sort = tables.rules.fields[field.index].owner
    guard state.exists(owner, of: sort) else {
      throw EvaluationError(.didNotExist(owner, sort))
    }
    guard Int(owner) < state.collections[field.index].count else {
      throw EvaluationError(.illTyped)
    }
    let listed = state.collections[field.index][Int(owner)]
    let areAll = state.unseen?.hasMore(in: .field(field, of: owner)) != true
    return Members(place: place, listed: listed, areAll: areAll)
  }
}

/// The members of a queue, from the front, or of a set, as far as they are known.
struct Members {
  struct Place: Hashable {
    let field: Core.ID<Core.Field>
    let owner: Int32
    let era: Core.Era
  }

  let place: Place
  let listed: [Int32]
  let areAll: Bool
}

extension Extent {
  static func entities(of sort: Core.ID<Core.Entity>, in state: borrowing State) -> Extent {
    .entities(state.counts[sort.index], isWhole: state.unseen?.hasMore(of: sort) != true)
  }
}

extension Tables {
  /// Returns all values of a scalar type, if they are few enough; of a sort, the entities that
  /// exist.
  func extent(
    of scalar: Core.Scalar, in state: State
  ) throws(EvaluationError) -> Extent {
    switch scalar {
    case .bool: return .bools
    case .enumeration(let id): return .symbols(rules[id].cases.count)
    case .entity(let sort): return .entities(of: sort, in: state)
    case .range(let id):
      let range = rules[id]
      if let extent = Extent.numbers(range.lower, range.upper, atMost: Evaluation.largestDomain) {
        return extent
      }
    case .int, .time, .duration, .unit: break
    }
    throw EvaluationError(.domainTooLarge(scalar))
  }
}
