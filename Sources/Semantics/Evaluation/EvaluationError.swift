public import Diagnostics
public import Rulebook

/// Why an expression or an event has no value. No rulebook that was proved defined gets here,
/// except by `unknown` values and by limits.
public struct EvaluationError: Error, Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// None where a value is needed.
    case unwrappedNone
    /// A sum, difference, product or quotient leaves 64 bits.
    case arithmeticOutOfRange
    case divisionByZero
    /// The condition of an effect, or whom it is about, is not known.
    case unknownWhereNeeded
    /// A value that its type, a range, does not contain.
    case outOfBounds(Int64, Core.ID<Core.Range>)
    /// `append` of what the queue holds already (after this event's removals).
    case alreadyInQueue(Int32, Place)
    /// `move` or `remove` of what the queue does not hold.
    case notInQueue(Int32, Place)
    case writtenTwice(Place)
    /// The event that introduces an entity leaves a field without default open.
    case notGiven(Core.ID<Core.Field>)
    /// The entity does not exist in the state that is read: it is introduced by this very step.
    case didNotExist(Int32, Core.ID<Core.Entity>)
    /// More values than can be tried one by one.
    case domainTooLarge(Core.Scalar)
    case nestedTooDeeply
    /// While time passes, conditions change at more instants than are looked at.
    case tooManyInstants
    case timeRunsBackwards
    /// `before` where there is no step.
    case noStep
    case unbound(String)
    case wrongNumberOfValues(expected: Int, given: Int)
    /// The core is not well typed: a fault of whoever made it.
    case illTyped
  }

  public let kind: Kind
  /// The guard, due or property in question, as the rulebook has it.
  public private(set) var text: String?
  /// The place of that, or of the effect; nil if neither is known.
  public private(set) var span: SourceSpan?

  public init(_ kind: Kind, text: String? = nil, span: SourceSpan? = nil) {
    self.kind = kind
    self.text = text
    self.span = span
  }

  /// The same error with its place, unless an inner one is known.
  func located(_ span: SourceSpan, _ text: String? = nil) -> EvaluationError {
    guard self.span == nil else { return self }
    var copy = self
    copy.span = span
    copy.text = text
    return copy
  }

  /// Whether rules that are proved defined can lead here: the solver's numbers have no end, it
  /// tries nothing one by one, and all that it speaks of is known.
  public var isBeyondProof: Bool {
    switch kind {
    case .arithmeticOutOfRange, .domainTooLarge, .nestedTooDeeply, .tooManyInstants: true
    case .unknownWhereNeeded: true
    default: false
    }
  }

  /// Whether nothing that a rulebook may say leads here.
  public var isOurFault: Bool {
    switch kind {
    case .illTyped, .unbound, .noStep, .wrongNumberOfValues, .timeRunsBackwards: true
    default: false
    }
  }

  /// Limits hold whatever else is true; everything else concerns one operand only.
  public var isLimit: Bool {
    switch kind {
    case .domainTooLarge, .nestedTooDeeply, .tooManyInstants, .illTyped, .unbound, .noStep: true
    default: false
    }
  }
}

/// What `body` gives; nil also if it has no value by the rulebook's own words, or only by more
/// than the evaluator can do. For whoever can leave that out.
public func unlessUndefined<Result>(
  _ body: () throws(EvaluationError) -> Result?
) throws(EvaluationError) -> Result? {
  do {
    return try body()
  } catch {
    if error.isOurFault { throw error }
    return nil
  }
}

/// Runs `body` and puts the place on whatever it throws.
func locating<Result>(
  _ span: SourceSpan, _ text: String? = nil,
  _ body: () throws(EvaluationError) -> Result
) throws(EvaluationError) -> Result {
  do {
    return try body()
  } catch {
    throw error.located(span, text)
  }
}
