internal import Diagnostics
internal import Rulebook
internal import Traces

/// Whom changes were about that are there for some time only, such as rides. Another change about
/// the same would have explanations in common with the first.
struct Touched {
  private struct Name: Hashable {
    let sort: Core.ID<Core.Entity>
    let text: ExactText
  }

  private let rules: Core.Rules
  private var names: Set<Name> = []

  init(_ rules: Core.Rules) { self.rules = rules }

  func hasAny(of lines: [TraceLine]) -> Bool { !names.isDisjoint(with: introduced(lines)) }

  mutating func note(_ lines: [TraceLine]) { names.formUnion(introduced(lines)) }

  private func introduced(_ lines: [TraceLine]) -> [Name] {
    lines.flatMap { line -> [Name] in
      guard case .event(let event) = line else { return [] }
      let rule = rules[event.event]
      let arguments = zip(rule.parameters, event.arguments).map { ($0, Optional($1)) }
      let results = zip(rule.results, event.results).map { ($0.variable, $1) }
      return (arguments + results).compactMap { variable, value in
        guard case .entity(let sort) = variable.type.scalar, rules[sort].isIntroduced,
          case .name(let name)? = value
        else { return nil }
        return Name(sort: sort, text: ExactText(name))
      }
    }
  }
}
