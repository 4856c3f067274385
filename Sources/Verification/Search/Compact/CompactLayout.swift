import Rulebook
import Semantics

typealias Words = UnsafeMutablePointer<Int64>

/// The layout of a position of one scope in a block of words. In a scope everything has a fixed
/// size: as many rows as there may be entities, queues of as many places, sets as bits.
///
///     now · counts by sort · fields by owner · globals · clocks
struct CompactLayout {
  /// The content of a field, and the position of its rows.
  enum Column {
    case value(at: Int, Core.Scalar)
    /// A queue by owner: the number of members, then the members; free places hold 0.
    case queue(at: Int, stride: Int, member: Int)
    case set(at: Int, member: Int)
  }

  /// The clocks of a lasting property: a word for each binding, `none` if no clock runs.
  struct Timer {
    /// The property's position in the slice.
    let property: Int
    let lasting: Core.Lasting
    let isPrompt: Bool
    let at: Int
    /// The number of values of each binder, and the least word among them.
    let domains: [(count: Int, least: Int64)]

    var count: Int { domains.reduce(1) { $0 * $1.count } }
  }

  static let now = 0

  let rules: Core.Rules
  /// The greatest number of entities of each sort.
  let caps: [Int]
  /// The columns by field; nil: the slice leaves it out.
  private(set) var columns: [Column?]
  private(set) var globals: [Int?]
  private(set) var timers: [Timer] = []
  private(set) var size: Int

  static func count(of sort: Int) -> Int { 1 + sort }

  private static let mostMembers = 64
  private static let mostClocks = 4_096

  init(_ slice: Slice, _ scope: Scope) throws(NotCompact) {
    rules = slice.rules
    caps = scope.counts
    guard caps.allSatisfy({ $0 <= Self.mostMembers }) else { throw NotCompact() }
    size = 1 + rules.entities.count
    columns = rules.fields.map { _ in nil }
    globals = rules.globals.map { _ in nil }
    for field in slice.fields.sorted() {
      let rows = caps[rules[field].owner.index]
      switch rules[field].kind {
      case .value(let type):
        columns[field.index] = .value(at: size, type.scalar)
        size += rows
      case .queue(let member):
        let stride = 1 + caps[member.index]
        columns[field.index] = .queue(at: size, stride: stride, member: member.index)
        size += rows * stride
      case .set(let member):
        columns[field.index] = .set(at: size, member: member.index)
        size += rows
      }
    }
    for global in slice.globals.sorted() {
      globals[global.index] = size
      size += 1
    }
    for (index, property) in rules.properties.enumerated() {
      guard case .lasts(let lasting) = property.body else { continue }
      let isPrompt = property.kind == .prompt
      if isPrompt, lasting.limit == 0 { continue }
      var domains: [(count: Int, least: Int64)] = []
      for binder in lasting.binders { domains.append(try domain(of: binder)) }
      let timer = Timer(
        property: index, lasting: lasting, isPrompt: isPrompt, at: size, domains: domains)
      guard timer.count <= Self.mostClocks else { throw NotCompact() }
      timers.append(timer)
      size += timer.count
    }
  }

  /// Returns the positions of the rows of stamps, and of their numbers.
  func rows(of stamps: Stamps) -> [(at: Int, count: Int)] {
    stamps.fields.sorted().compactMap { field in
      guard case .value(let at, _)? = columns[field.index] else { return nil }
      return (at, Self.count(of: rules[field].owner.index))
    }
  }

  private func domain(of binder: Core.Binder) throws(NotCompact) -> (count: Int, least: Int64) {
    guard !binder.variable.type.isOptional else { throw NotCompact() }
    switch binder.variable.type.scalar {
    case .entity(let sort): return (caps[sort.index], 0)
    case .bool: return (2, 0)
    case .enumeration(let id): return (rules[id].cases.count, 0)
    case .range(let id):
      let range = rules[id]
      let (distance, overflow) = range.upper.subtractingReportingOverflow(range.lower)
      guard !overflow, distance < Self.mostClocks else { throw NotCompact() }
      return (max(0, Int(distance) + 1), range.lower)
    case .int, .time, .duration, .unit: throw NotCompact()
    }
  }
}
