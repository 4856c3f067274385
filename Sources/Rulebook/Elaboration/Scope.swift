import Basics

/// The names that an expression may use at its place, and the facts known there.
struct Scope {
  /// The kind of place of an expression, as far as the rules of the language depend on it.
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
  /// Local names: arguments, results, bound variables; an effect's parameters stand for the
  /// arguments of its call.
  var locals: [String: Elaborated] = [:]
  /// Results of the event that are not in scope here, for a better message.
  var hiddenResults: Set<String> = []
  /// Optional paths that are known not to be none.
  var facts: Set<Core.Expression> = []
  /// The conditions that hold wherever this place is evaluated: the premises of a proof that `!`
  /// needs.
  var premises: [Core.Expression] = []
  /// True if a variable is bound by a quantifier around this place.
  var isUnderBinder = false

  var allowsBefore: Bool { site == .step && era == .here }
}

/// An expression with its type, before it is known what its context expects.
enum Elaborated {
  case value(Core.Expression, Core.ValueType)
  case collection(Core.Collection, Core.FieldKind)
  case none
  /// A name without any other meaning here: a value of the enumeration that the context expects.
  case caseName(Syntax.Name)
}
