/// The core: the rules after names, types and narrowing are settled and everything that is only
/// convenience (definitions, effects, cases, `no`, `iff`, comparison chains) is written out.
///
/// The evaluator, the proof and every later machine are compiled from this one form, so what a
/// construct means is decided once, here. `Documentation/Rulebook.md` has the table.
public enum Core {
  /// A position in one of the tables of ``Rules``. Only comparable with its own kind.
  public struct ID<Element>: Hashable, Sendable, Comparable {
    /// From 0, in the order of the rulebook.
    public let index: Int

    public init(_ index: Int) { self.index = index }

    /// By position, which is the order of the rulebook.
    public static func < (a: Self, b: Self) -> Bool { a.index < b.index }
  }

  /// The type of a value that is never none.
  public enum Scalar: Hashable, Sendable {
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
  public struct ValueType: Hashable, Sendable {
    public let scalar: Scalar
    /// Whether it can also be none.
    public let isOptional: Bool

    public init(_ scalar: Scalar, isOptional: Bool = false) {
      self.scalar = scalar
      self.isOptional = isOptional
    }
  }

  /// An argument, a result or a bound variable. `id` is unique within one event or property.
  public struct Variable: Hashable, Sendable {
    public let id: Int
    /// For people only: two variables of one event may bear the same name once definitions are
    /// written out.
    public let name: String
    public let type: ValueType

    public init(id: Int, name: String, type: ValueType) {
      self.id = id
      self.name = name
      self.type = type
    }
  }

  /// Which of the two states of a step is read. What is not about a step reads `here` only;
  /// in a property of steps `here` is after the step.
  public enum Era: Hashable, Sendable { case here, before }

  /// A queue or a set: the field of one entity.
  public struct Collection: Hashable, Sendable {
    /// A field whose kind is a queue or a set.
    public let field: ID<Field>
    /// The entity whose collection it is, never none.
    public let owner: Expression
    /// In which state the members are read. The owner is read in an era of its own.
    public let era: Era

    public init(field: ID<Field>, owner: Expression, era: Era) {
      self.field = field
      self.owner = owner
      self.era = era
    }
  }

  /// A variable with what it ranges over.
  public struct Binder: Hashable, Sendable {
    /// What a bound variable ranges over.
    public enum Domain: Hashable, Sendable {
      /// The entities that exist in that state.
      case entities(ID<Entity>, Era)
      case members(Collection)
      /// Every value of a finite scalar type: bool, an enumeration, a range.
      case values(Scalar)
    }

    /// Its type is never optional.
    public let variable: Variable
    public let domain: Domain

    public init(_ variable: Variable, _ domain: Domain) {
      self.variable = variable
      self.domain = domain
    }
  }

  /// Whether it must hold of everybody or of somebody.
  public enum Quantifier: Hashable, Sendable { case all, some }
  /// Towards plus infinity, or towards minus infinity.
  public enum Rounding: Hashable, Sendable { case up, down }

  /// A value that stands in the rulebook.
  public enum Literal: Hashable, Sendable {
    case bool(Bool)
    /// A number of its scalar type; times and durations in milliseconds.
    case number(Int64, Scalar)
    case symbol(Int, of: ID<Enumeration>)
    case none(Scalar)
  }

  /// A typed, total expression. Where an operand is optional, the case says so.
  public indirect enum Expression: Hashable, Sendable {
    case literal(Literal)
    case variable(Variable)
    /// The present instant; the same before and after a step.
    case now
    /// A field that holds one value (optional or not) of the entity `of`, which is never none.
    case field(ID<Field>, of: Expression, Era)
    case global(ID<Global>, Era)
    /// Whether an optional is none.
    case isNone(Expression)
    /// The value of an optional that narrowing, or a proved `!`, knows not to be none.
    case certain(Expression)
    case not(Expression)
    /// Holds if all hold; evaluated from the left, so that later ones may rely on earlier ones.
    case and([Expression])
    /// Holds if one holds; evaluated from the left, later ones may rely on earlier ones being false.
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
    /// `all`: every binding for which `condition` holds satisfies `body`; `some`: one does both.
    case quantified(Quantifier, [Binder], condition: Expression?, body: Expression)
    case member(Expression, of: Collection)
    /// Both are in the queue, the first nearer to its front.
    case ahead(Expression, of: Expression, in: Collection)
    case extreme(Extreme)
    /// Whether this step sends the message to the recipient; an argument of nil matches anything.
    case notified(Expression, ID<Message>, [Expression?])
  }

  /// `subject is first x in queue where condition`: the subject is one of those for which the
  /// condition holds, and none of those comes before it. Of an empty choice it is false.
  public struct Extreme: Hashable, Sendable {
    /// Which member of a collection it is.
    public enum Kind: Hashable, Sendable {
      case first
      case last
      /// The greatest key; ties are legal alternatives.
      case best(key: Expression)
    }

    /// First and last are of a queue; best is of anything that a binder ranges over.
    public let kind: Kind
    /// Of the sort of the binder. May be optional: none is never the one.
    public let subject: Expression
    /// Bound in the condition and in the key of `best`. For `first` and `last` it ranges over a
    /// queue.
    public let binder: Binder
    /// nil: everyone that the binder ranges over can be chosen.
    public let condition: Expression?

    public init(kind: Kind, subject: Expression, binder: Binder, condition: Expression?) {
      self.kind = kind
      self.subject = subject
      self.binder = binder
      self.condition = condition
    }
  }
}
