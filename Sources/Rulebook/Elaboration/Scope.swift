internal import Diagnostics

/// What an expression may mention where it stands, and what is known there.
struct Scope {
  /// Where the expression stands, as far as the rules of the language depend on it.
  enum Site {
    case constant
    case definition
    case guardOrDue
    case effect
    case property
    case step
  }

  var site: Site
  /// The state that plain reads mean.
  var era = Core.Era.here
  /// Local names: arguments, results, bound variables; an effect's parameters stand for what
  /// the call gave.
  var locals: [String: Elaborated] = [:]
  /// Results of the event that are not in scope here, for a better message.
  var hiddenResults: Set<String> = []
  /// Optional paths that are known not to be none.
  var facts: Set<Core.Expression> = []
  /// What holds wherever this place is evaluated: the premises of a proof that `!` needs.
  var premises: [Core.Expression] = []
  /// Whether a variable is bound by a quantifier around this place.
  var isUnderBinder = false

  var allowsBefore: Bool { site == .step && era == .here }
}

/// An expression with its type, before it is known what its context expects.
enum Elaborated {
  case value(Core.Expression, Core.ValueType)
  case collection(Core.Collection, Core.FieldKind)
  case none
  /// A name that is nothing else here: the value of an enumeration that the context knows.
  case caseName(Syntax.Name)
}
