internal import Diagnostics
internal import Rulebook
internal import Traces

/// Whom changes were about. Another change about the same ride would have explanations in common
/// with the first; one about the same taxi has so for some lines, but where there are few taxis,
/// every line is about one of them.
struct Touched {
  private struct Name: Hashable {
    let sort: Core.ID<Core.Entity>
    let text: ExactText
  }

  /// So many lines somebody is left alone who is there throughout.
  private static let rest = 5_000
  /// If there are at least so many of his kind.
  private static let many = 32

  private let rules: Core.Rules
  /// By name: the position of the change.
  private var names: [Name: Int] = [:]

  init(_ rules: Core.Rules) { self.rules = rules }

  /// Whether a change at a position is about somebody whom an earlier one was about.
  func hasAny(of lines: [TraceLine], at position: Int, among known: EntityTable) -> Bool {
    named(lines).contains { name in
      guard let earlier = names[name] else { return false }
      return rules[name.sort].isIntroduced
        || position - earlier < Self.rest && known.names(of: name.sort).count >= Self.many
    }
  }

  mutating func note(_ lines: [TraceLine], at position: Int) {
    for name in named(lines) { names[name] = position }
  }

  private func named(_ lines: [TraceLine]) -> [Name] {
    lines.flatMap { line -> [Name] in
      guard case .event(let event) = line else { return [] }
      let rule = rules[event.event]
      let arguments = zip(rule.parameters, event.arguments).map { ($0, Optional($1)) }
      let results = zip(rule.results, event.results).map { ($0.variable, $1) }
      return (arguments + results).compactMap { variable, value in
        guard case .entity(let sort) = variable.type.scalar, case .name(let name)? = value else {
          return nil
        }
        return Name(sort: sort, text: ExactText(name))
      }
    }
  }
}
