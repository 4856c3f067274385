import Basics

/// The rulebook as it was written: one type per production of the grammar, each with its place.
package enum Syntax {
  /// A name as it stands in the text.
  package struct Name: Hashable, Sendable {
    package let text: String
    /// The place of the name alone.
    package let span: SourceSpan

    package init(_ text: String, _ span: SourceSpan) {
      self.text = text
      self.span = span
    }
  }

  /// An expression and its place.
  package struct Expression: Hashable, Sendable {
    package let node: Node
    /// The place with the parentheses around the expression, if there are any.
    package let span: SourceSpan

    package init(_ node: Node, _ span: SourceSpan) {
      self.node = node
      self.span = span
    }
  }

  /// The kind of expression, with its operands.
  package indirect enum Node: Hashable, Sendable {
    case boolean(Bool)
    /// A whole number, with its unit where one stands on the same line: `50 metres`, `2 min`.
    case number(Int64, unit: Name?)
    case none
    case now
    /// The root of a path: an argument, a bound variable, a parameter, a state, an enum value.
    case name(Name)
    case call(Name, [Argument])
    /// `taxi.status`
    case member(Expression, Name)
    /// `user.sharing(group)`
    case pair(Expression, Name, Expression)
    /// `taxi.zone!`
    case certain(Expression)
    case negative(Expression)
    case not(Expression)
    case and(Expression, Expression)
    case or(Expression, Expression)
    case implies(Expression, Expression)
    case iff(Expression, Expression)
    case quantified(Quantifier, [Binder], where: Expression?, body: Expression)
    case equality(Expression, negated: Bool, Expression)
    /// `x is first t in q where P`, `x is best d: Driver where P by d.rating`
    case pick(Expression, negated: Bool, Pick)
    /// `x in zone.queue`
    case membership(Expression, negated: Bool, collection: Expression)
    /// `x in {a, b}`
    case oneOf(Expression, negated: Bool, [Expression])
    /// `t ahead of u in zone.queue`
    case ahead(Expression, of: Expression, in: Expression)
    /// `a <= b < c`: the first operand, then each operator with its right side; never empty.
    case comparison(Expression, [Link])
    case arithmetic(Operator, Expression, Expression)
    case rounded(Expression, Rounding)
    case conditional(Expression, then: Expression, otherwise: Expression)
    case before(Expression)
    /// `before(exists request)`: true if the entity existed before the step.
    case existed(Expression)
    case notified(Expression, Name, [Argument])
    /// `count r: Request where P`
    case count(Binder, where: Expression?)
  }

  /// A comparison of a chain: `< b`.
  package struct Link: Hashable, Sendable {
    package let order: Order
    /// The right side; in a chain also the left side of the next comparison.
    package let right: Expression

    package init(_ order: Order, _ right: Expression) {
      self.order = order
      self.right = right
    }
  }

  /// The sign of a comparison.
  package enum Order: String, Sendable {
    case less = "<", atMost = "<=", more = ">", atLeast = ">="
  }
  /// The sign of an arithmetic term.
  package enum Operator: String, Sendable { case plus = "+", minus = "-", times = "*", over = "/" }
  /// The word behind `rounded`.
  package enum Rounding: String, Sendable { case up, down }
  /// The word with which a quantifier begins.
  package enum Quantifier: String, Sendable { case all, some, no }

  /// An argument of a call; `any` stands only in messages.
  package enum Argument: Hashable, Sendable {
    case any(SourceSpan)
    case expression(Expression)
  }

  /// `t, u: Taxi` or `t in zone.queue`: names that share a source.
  package struct Binder: Hashable, Sendable {
    /// The values that a variable ranges over.
    package enum Source: Hashable, Sendable {
      case type(Name)
      case collection(Expression)
    }

    /// The names, at least one; each ranges over the whole source.
    package let names: [Name]
    /// The values that all the names range over.
    package let source: Source

    package init(_ names: [Name], _ source: Source) {
      self.names = names
      self.source = source
    }
  }

  /// `first`, `last` or `best` of a collection.
  package struct Pick: Hashable, Sendable {
    /// The word with which it begins.
    package enum Kind: String, Sendable { case first, last, best }

    package let kind: Kind
    /// The variable of the members; it binds one name.
    package let binder: Binder
    /// The condition behind `where`; nil without it.
    package let condition: Expression?
    /// The expression that `best` maximises; nil for the others.
    package let key: Expression?
    /// The place from the first word to the end of the condition or the key.
    package let span: SourceSpan

    package init(
      _ kind: Kind, _ binder: Binder, where condition: Expression?, by key: Expression?,
      _ span: SourceSpan
    ) {
      self.kind = kind
      self.binder = binder
      self.condition = condition
      self.key = key
      self.span = span
    }
  }
}
