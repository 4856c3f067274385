import Basics
import Rulebook

/// The effects of an event as the tree of its cases: written out as in the core, but in the words
/// of the rulebook.
struct EventChanges: Sendable {
  /// An effect, with the cases that lead to it, from the outermost.
  struct Change: Sendable {
    let text: String
    let update: Core.Update
    let cases: [Case]

    /// The effect with its cases, to be read by itself.
    var sentence: String {
      cases.isEmpty ? text : "\(text), \(condition)"
    }

    /// The cases that lead to it.
    var condition: String { cases.map(\.alone).joined(separator: ", and ") }
  }

  /// A row of `case … otherwise`.
  struct Case: Sendable {
    let line: Int
    /// The condition; nil for `otherwise`.
    let condition: CaseCondition?
    /// The conditions of the rows before it, none of which holds here.
    let above: [CaseCondition]

    /// The text below the rows before it.
    var inPlace: String {
      guard let condition else { return "otherwise" }
      return above.isEmpty ? "if \(condition.text)" : "otherwise, if \(condition.text)"
    }

    /// The text by itself.
    var alone: String {
      let rest = above.remaining(below: condition)
      let others = rest.count == 1 ? rest[0] : rest.map { "(\($0))" }.joined(separator: " or ")
      guard let condition else { return "unless \(others)" }
      return rest.isEmpty ? "if \(condition.text)" : "if \(condition.text), unless \(others)"
    }
  }

  let changes: [Change]
  /// The same as statements, one case inside another.
  let statements: [Statement]

  /// Collects the effects.
  /// - Parameters:
  ///   - effects: The effects by name.
  ///   - symbols: The values of all enumerations.
  init(
    _ syntax: Syntax.Event, _ core: Core.Event, _ effects: [String: Effect], symbols: Set<String>,
    _ phrases: Phrases
  ) {
    var walk = Walk(
      updates: core.updates[...], effects: effects, symbols: symbols, phrases: phrases)
    statements = walk.statements(syntax.clauses, cases: [], names: [:])
    changes = walk.changes
  }

  struct Effect: Sendable {
    let parameters: [String]
    let clauses: [Syntax.Clause]
  }

  /// A walk over the clauses in the order in which they became updates.
  private struct Walk {
    var updates: ArraySlice<Core.Update>
    let effects: [String: Effect]
    let symbols: Set<String>
    let phrases: Phrases
    var changes: [Change] = []

    mutating func statements(
      _ clauses: [Syntax.Clause], cases: [Case], names: [String: String]
    ) -> [Statement] {
      var plain: [Statement] = []
      var conditional: [Statement] = []
      for clause in clauses {
        switch clause.kind {
        case .require, .due, .onRefusal: break
        case .cases(let rows): conditional += self.rows(rows, cases: cases, names: names)
        case .action(.perform(let name, let arguments)):
          let inner = perform(name.text, arguments, cases: cases, names: names)
          plain += inner.filter(\.inner.isEmpty)
          conditional += inner.filter { !$0.inner.isEmpty }
        case .action(.each(let domain, let actions)):
          let inner = statements(actions, cases: cases, names: names)
          plain.append(
            Statement(
              text: phrases.domain(domain, replacing: names),
              line: phrases.wording.line(clause.span), inner: inner))
        case .action(let action):
          // Every action is one update, except for a pair; the spans keep the two walks in step.
          guard let update = updates.first, update.span == clause.span else { continue }
          updates.removeFirst()
          if action.isOfPair { dropRest(of: update) }
          let text = phrases.clause(action, replacing: names)
          changes.append(Change(text: text, update: update, cases: cases))
          plain.append(
            Statement(
              text: text, line: phrases.wording.line(clause.span),
              requirements: update.citations.uniqued))
        }
      }
      return plain + conditional
    }

    /// Drops the other updates of the assignment to a pair: those of its other sets, in order.
    private mutating func dropRest(of update: Core.Update) {
      var last = update.stepOfPair
      while let next = updates.first, next.span == update.span, next.stepOfPair > last {
        last = next.stepOfPair
        updates.removeFirst()
      }
    }

    private mutating func rows(
      _ rows: [Syntax.Clause.Row], cases: [Case], names: [String: String]
    ) -> [Statement] {
      var above: [CaseCondition] = []
      var result: [Statement] = []
      for row in rows {
        let condition = row.condition.map {
          CaseCondition($0, phrases.wording, replacing: names, symbols: symbols)
        }
        let here = Case(
          line: phrases.wording.line(row.span), condition: condition, above: above)
        var inner = statements(row.actions, cases: cases + [here], names: names)
        if inner.isEmpty {
          inner = [
            Statement(
              text: "nothing else changes", line: here.line, requirements: row.citations.map(\.text)
            )
          ]
        }
        result.append(Statement(text: here.inPlace, line: here.line, inner: inner))
        if let condition { above.append(condition) }
      }
      return result
    }

    private mutating func perform(
      _ name: String, _ arguments: [Syntax.Expression], cases: [Case], names: [String: String]
    ) -> [Statement] {
      guard let effect = effects[name] else { return [] }
      let given = arguments.map { phrases.wording.argument($0, replacing: names) }
      let inner = Dictionary(zip(effect.parameters, given), uniquingKeysWith: { first, _ in first })
      return statements(effect.clauses, cases: cases, names: inner)
    }
  }
}

extension Syntax.Action {
  /// True if the action assigns the value of a pair.
  fileprivate var isOfPair: Bool {
    if case .assign(let place, _, _) = self, case .pair = place.node { true } else { false }
  }
}

extension Core.Update {
  /// A number that grows over the updates of one assignment to a pair: each set in turn, an `add`
  /// before the `remove`.
  fileprivate var stepOfPair: Int {
    switch action {
    case .add(_, let collection): 2 * collection.field.index
    case .remove(_, let collection): 2 * collection.field.index + 1
    default: -1
    }
  }
}
