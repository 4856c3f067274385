internal import Rulebook
internal import Semantics
internal import Traces

/// The names that a trace gives to entities; each sort has names of its own.
struct TraceNames {
  private let rules: Core.Rules
  private let plain: EntityNames
  private var indices: [[String: Int32]]
  private var names: [[String]]

  init(_ rules: Core.Rules) {
    self.rules = rules
    plain = EntityNames(rules)
    indices = rules.entities.map { _ in [:] }
    names = rules.entities.map { _ in [] }
  }

  func index(_ name: String, _ sort: Core.ID<Core.Entity>) -> Int32? { indices[sort.index][name] }

  func count(_ sort: Core.ID<Core.Entity>) -> Int { indices[sort.index].count }

  /// Gives the next entity of a sort a name, or none: one that nobody has named yet.
  mutating func add(_ name: String?, _ sort: Core.ID<Core.Entity>) {
    let index = Int32(clamping: names[sort.index].count)
    names[sort.index].append(name ?? "‹unnamed \(rules[sort].name)›")
    if let name { indices[sort.index][name] = index }
  }

  /// Names an entity that had none.
  mutating func name(_ index: Int32, _ name: String, _ sort: Core.ID<Core.Entity>) {
    names[sort.index][Int(index)] = name
    indices[sort.index][name] = index
  }

  /// The name as it may be shown: a pseudonym where the sort is sensitive.
  func shown(_ index: Int32, _ sort: Core.ID<Core.Entity>) -> String {
    guard !rules[sort].isSensitive else { return plain.name(sort, index) }
    let list = names[sort.index]
    return Int(index) < list.count ? list[Int(index)] : plain.name(sort, index)
  }

  func given(_ index: Int32, _ sort: Core.ID<Core.Entity>) -> String {
    let list = names[sort.index]
    return Int(index) < list.count ? list[Int(index)] : ""
  }

  func text(_ value: Value, _ scalar: Core.Scalar) -> String {
    switch (value, scalar) {
    case (.entity(let index), .entity(let sort)): shown(index, sort)
    case (.number(let number), .time) where !rules.isSensitive(scalar): "\(number) ms"
    default: plain.value(value, scalar)
    }
  }
}
