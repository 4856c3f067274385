/// The words that mean something to the grammar. Most of them are keywords only where the grammar
/// looks for them and are free as names elsewhere; the reserved ones never are.
enum Word: String, CaseIterable, Sendable {
  // Declarations
  case omit, type, sensitive, parameter, entity, state, message, define, every, effect, event
  case invariant, lemma, step, reach, assume, axiom, bounded, prompt, measure
  // Clauses
  case require, due, `case`, otherwise, notify, append, move, add, remove, clear, each, on
  // Parts of declarations and clauses
  case rulebook, requirements, unique, fixed, ghost, any, new, from, except, at, after, refusal
  case to, end, of, lasts, most
  // Expressions
  case implies, iff, or, and, not, all, no, `where`, `is`, `in`, ahead
  case first, last, best, by, rounded, up, down, count, `if`, then, `else`
  case `true`, `false`, now, before, exists, notified
  // Words that an optional of this type would take for its own cases.
  case someWord = "some"
  case noneWord = "none"

  /// The longest word; a longer name need not be looked up.
  static let longestLength = 12

  /// The keywords of declarations, in the order of the list above.
  static let declarations = allCases.filter(\.beginsDeclaration).map(\.rawValue)
  /// The keywords of clauses.
  static let clauses = allCases.filter(\.beginsClause).map(\.rawValue)

  var beginsDeclaration: Bool {
    switch self {
    case .omit, .type, .sensitive, .parameter, .entity, .state, .message, .define: true
    case .every, .effect, .event: true
    default: propertyKind != nil
    }
  }

  var beginsClause: Bool {
    switch self {
    case .require, .due, .case, .otherwise, .notify, .append, .move, .add, .remove, .clear, .each,
      .on:
      true
    default: false
    }
  }

  /// The kind of property that a declaration with this keyword states.
  var propertyKind: Syntax.Property.Kind? {
    switch self {
    case .invariant: .invariant
    case .lemma: .lemma
    case .step: .step
    case .reach: .reach
    case .assume: .assume
    case .axiom: .axiom
    case .bounded: .bounded
    case .prompt: .prompt
    case .measure: .measure
    default: nil
    }
  }

  /// True if no name may be spelt like this: a word that begins a clause or joins parts of an
  /// expression would be ambiguous as a name, since line ends do not separate.
  var isReserved: Bool {
    switch self {
    case .implies, .iff, .or, .and, .not, .all, .someWord, .no, .where, .is, .in, .ahead: true
    case .rounded, .if, .then, .else, .true, .false, .noneWord, .now, .before, .notified: true
    case .any, .by, .lasts: true
    // Before a name it begins a clause, and nothing else is followed by a name.
    case .clear: false
    default: beginsClause
    }
  }
}
