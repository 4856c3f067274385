import Basics
import Findings
import Rulebook
import Semantics

/// The names of the entities, by sort, and the text of values: a sensitive one is shown under a
/// pseudonym that stays the same within one report.
struct Names {
  let rules: Core.Rules
  /// Shared by all copies.
  let book: NameBook
  var pseudonyms: [Core.Scalar: [Value: Int]] = [:]
  var latestPseudonyms: [Core.Scalar: Int] = [:]

  init(_ rules: Core.Rules) {
    self.rules = rules
    book = NameBook(sorts: rules.entities.count)
  }

  func number(of name: String, _ sort: Core.ID<Core.Entity>) -> Int32? {
    book.number(of: name, sort)
  }

  /// Returns the name of an entity; nil: it was introduced, but no line has named it yet.
  func name(of number: Int32, _ sort: Core.ID<Core.Entity>) -> String? {
    book.tables[sort.index].name(of: Int(number))
  }

  func give(_ name: String, to number: Int32, _ sort: Core.ID<Core.Entity>) {
    book.give(name, to: number, sort)
  }

  /// Returns the number of entities of a sort that have been named.
  func given(of sort: Core.ID<Core.Entity>) -> Int { book.given[sort.index] }

  /// Returns a position to which names can be rolled back.
  func mark() -> Int { book.mark() }
  func rollback(to mark: Int) { book.rollback(to: mark) }

  /// A value as a person reads it, never in clear if its type is sensitive.
  mutating func text(_ value: Value, _ scalar: Core.Scalar) -> String {
    if value == .none { return "none" }
    if value == .unknown { return "not known" }
    if rules.isSensitive(scalar) { return pseudonym(value, scalar) }
    return plain(value, scalar)
  }

  /// The name of an entity that does not exist here.
  mutating func text(ofUnknown name: String, _ sort: Core.ID<Core.Entity>) -> String {
    rules[sort].isSensitive
      ? "‹unknown \(rules[sort].name)›" : name.shortenedForDisplay()
  }

  private func plain(_ value: Value, _ scalar: Core.Scalar) -> String {
    switch (value, scalar) {
    case (.bool(let value), _): return value ? "true" : "false"
    case (.number(let number), .time): return Instants.timestamp(number)
    case (.number(let number), .duration): return Instants.duration(number)
    case (.number(let number), .unit(let unit)): return "\(number) \(rules[unit].name)"
    case (.number(let number), _): return String(number)
    case (.symbol(let index), .enumeration(let id)):
      let cases = rules[id].cases
      return cases.indices.contains(Int(index)) ? cases[Int(index)] : "?"
    case (.entity(let number), .entity(let sort)):
      return name(of: number, sort)?.shortenedForDisplay() ?? "‹unnamed \(rules[sort].name)›"
    default: return "?"
    }
  }

  /// Keeps showing values as another account of the same trace has shown them.
  mutating func takePseudonyms(of other: Names) {
    (pseudonyms, latestPseudonyms) = (other.pseudonyms, other.latestPseudonyms)
  }

  private mutating func pseudonym(_ value: Value, _ scalar: Core.Scalar) -> String {
    let next = latestPseudonyms[scalar, default: 0] + 1
    let known = pseudonyms[scalar, default: [:]][value]
    let number = known ?? next
    if known == nil {
      pseudonyms[scalar, default: [:]][value] = number
      latestPseudonyms[scalar] = number
    }
    return "‹\(rules.name(of: scalar)) #\(number)›"
  }

  /// The next entity of that number has a pseudonym of its own.
  mutating func forgetPseudonym(of number: Int32, _ sort: Core.ID<Core.Entity>) {
    guard !pseudonyms.isEmpty else { return }
    pseudonyms[.entity(sort)]?[.entity(number)] = nil
  }

  /// A queue, from its front, or a set.
  mutating func text(_ members: [Int32], _ field: Core.Field) -> String {
    let most = 12
    func joined(_ sort: Core.ID<Core.Entity>) -> String {
      var parts: [String] = []
      for member in members.prefix(most) { parts.append(text(.entity(member), .entity(sort))) }
      if members.count > most { parts.append("… \(members.count) in all") }
      return parts.joined(separator: ", ")
    }
    switch field.kind {
    case .queue(let sort): return "[\(joined(sort))]"
    case .set(let sort): return "{\(joined(sort))}"
    case .value: return "?"
    }
  }
}
