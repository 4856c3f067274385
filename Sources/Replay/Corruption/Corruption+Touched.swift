import Basics
import Rulebook
import Traces

extension Corruption {
  /// The entities that changes were about. Two changes about one ride share explanations; two about
  /// one taxi do so for some lines, but with few taxis every line is about one of them.
  struct Touched {
    private struct Name: Hashable {
      let sort: Core.ID<Core.Entity>
      let text: ExactText
    }

    /// The number of lines for which an entity that exists throughout is not changed again.
    private static let rest = 5_000
    /// The least number of entities of a sort from which that rule applies.
    private static let many = 32

    private let rules: Core.Rules
    /// The position of the latest change about each entity, by name.
    private var names: [Name: Int] = [:]

    init(_ rules: Core.Rules) { self.rules = rules }

    /// Returns true if a change at a position is about an entity of an earlier one.
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
}
