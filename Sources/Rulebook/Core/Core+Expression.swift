/// The core: the rules after names, types and narrowing are settled and everything that is only
/// convenience (definitions, effects, cases, `no`, `iff`, comparison chains) is written out.
///
/// The evaluator, the proof and every later machine are compiled from this one form, so the meaning
/// of a construct is decided once, here. `Documentation/Rulebook.md` has the table.
package enum Core {
  /// A position in one of the tables of ``Rules``. Only comparable with its own kind.
  package struct ID<Element>: Hashable, Sendable, Comparable {
    /// The position, from 0, in the order of the rulebook.
    package let index: Int

    package init(_ index: Int) { self.index = index }

    /// Compares positions, and so the order of the rulebook.
    package static func < (a: Self, b: Self) -> Bool { a.index < b.index }
  }

  /// The type of a value that is never none.
  package enum Scalar: Hashable, Sendable {
    case bool
    case int
    /// An instant, in milliseconds (reals in proofs).
    case time
    /// A length of time, in milliseconds (reals in proofs).
    case duration
    case unit(ID<Unit>)
    case range(ID<Range>)
    case enumeration(ID<Enumeration>)
    case entity(ID<Entity>)
  }

  /// The type of a value.
  package struct ValueType: Hashable, Sendable {
    package let scalar: Scalar
    /// True if the value can also be none.
    package let isOptional: Bool

    package init(_ scalar: Scalar, isOptional: Bool = false) {
      self.scalar = scalar
      self.isOptional = isOptional
    }
  }

  /// An argument, a result or a bound variable. `id` is unique within one event or property.
  package struct Variable: Hashable, Sendable {
    package let id: Int
    /// The name, for people only: two variables of one event may bear the same name once
    /// definitions are written out.
    package let name: String
    package let type: ValueType

    package init(id: Int, name: String, type: ValueType) {
      self.id = id
      self.name = name
      self.type = type
    }
  }

  /// The state of a step that is read. An expression that is not about a step reads `here` only; in
  /// a property of steps `here` is after the step.
  package enum Era: Hashable, Sendable { case here, before }

  /// A queue or a set: the field of one entity.
  package struct Collection: Hashable, Sendable {
    /// A field whose kind is a queue or a set.
    package let field: ID<Field>
    /// The entity that has the collection, never none.
    package let owner: Expression
    /// The state in which the members are read. The owner is read in an era of its own.
    package let era: Era

    package init(field: ID<Field>, owner: Expression, era: Era) {
      self.field = field
      self.owner = owner
      self.era = era
    }
  }

  /// A variable with the values that it ranges over.
  package struct Binder: Hashable, Sendable {
    /// The values that a bound variable ranges over.
    package enum Domain: Hashable, Sendable {
      /// The entities that exist in that state.
      case entities(ID<Entity>, Era)
      case members(Collection)
      /// Every value of a finite scalar type: bool, an enumeration, a range.
      case values(Scalar)
    }

    /// The bound variable; its type is never optional.
    package let variable: Variable
    package let domain: Domain

    package init(_ variable: Variable, _ domain: Domain) {
      self.variable = variable
      self.domain = domain
    }
  }

  /// The kind of a quantifier: all bindings must satisfy it, at least one, or at least a number.
  package indirect enum Quantifier: Hashable, Sendable {
    case all, some
    /// At least as many bindings as the expression says, which does not use the one binder.
    case atLeast(Expression)
  }
  /// The direction of rounding: towards plus infinity, or towards minus infinity.
  package enum Rounding: Hashable, Sendable { case up, down }

  /// A constant of the rulebook.
  package enum Literal: Hashable, Sendable {
    case bool(Bool)
    /// A number of its scalar type; times and durations in milliseconds.
    case number(Int64, Scalar)
    case symbol(Int, of: ID<Enumeration>)
    case none(Scalar)
  }

  /// A typed, total expression. Where an operand is optional, the case says so.
  package indirect enum Expression: Hashable, Sendable {
    case literal(Literal)
    case variable(Variable)
    /// The present instant; the same before and after a step.
    case now
    /// A field that holds one value (optional or not) of the entity `of`, which is never none.
    case field(ID<Field>, of: Expression, Era)
    case global(ID<Global>, Era)
    /// The test for none of an optional.
    case isNone(Expression)
    /// The value of an optional that narrowing, or a proved `!`, knows not to be none.
    case certain(Expression)
    case not(Expression)
    /// Holds if all hold; evaluated from the left, so that later ones may rely on earlier ones.
    case and([Expression])
    /// A disjunction; evaluated from the left, so that later operands may rely on earlier ones
    /// being false.
    case or([Expression])
    /// Equality of two values of one scalar type, each optional or not; none equals none.
    case equal(Expression, Expression)
    case less(Expression, Expression)
    case atMost(Expression, Expression)
    case sum(Expression, Expression, Scalar)
    case difference(Expression, Expression, Scalar)
    /// A product; its units have cancelled to the scalar given.
    case product([Expression], Scalar)
    /// ⌊product of the dividends ÷ product of the divisors⌋, or rounded up.
    case quotient([Expression], over: [Expression], Rounding, Scalar)
    case conditional(Expression, then: Expression, otherwise: Expression)
    /// `all`: every binding for which `condition` holds satisfies `body`; `some`: one does both;
    /// `atLeast`: so many do both.
    case quantified(Quantifier, [Binder], condition: Expression?, body: Expression)
    case member(Expression, of: Collection)
    /// The first entity and the second are both in the queue, the first nearer to its front.
    case ahead(Expression, of: Expression, in: Collection)
    case extreme(Extreme)
    /// True if this step sends the message to the recipient; an argument of nil matches anything.
    case notified(Expression, ID<Message>, [Expression?])
  }

  /// `subject is first x in queue where condition`: the subject satisfies the condition, and no
  /// other member that does comes before it. False if no member satisfies the condition.
  package struct Extreme: Hashable, Sendable {
    /// The rule that selects a member of a collection.
    package enum Kind: Hashable, Sendable {
      case first
      case last
      /// The greatest key; ties are legal alternatives.
      case best(key: Expression)
    }

    /// First and last are of a queue; best is of anything that a binder ranges over.
    package let kind: Kind
    /// The entity compared, of the sort of the binder. May be optional: none is never the one.
    package let subject: Expression
    /// The variable of the condition and of the key of `best`. For `first` and `last` it ranges
    /// over a queue.
    package let binder: Binder
    /// The condition on members; nil if every member can be chosen.
    package let condition: Expression?

    package init(kind: Kind, subject: Expression, binder: Binder, condition: Expression?) {
      self.kind = kind
      self.subject = subject
      self.binder = binder
      self.condition = condition
    }
  }
}
