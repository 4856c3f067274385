import Basics
import Rulebook

/// The reason why an expression or an event has no value. Rules that were proved defined cause it
/// only by `unknown` values and by limits.
package struct EvaluationError: Error, Hashable, Sendable {
  /// The kind of failure.
  package enum Kind: Hashable, Sendable {
    /// None where a value is needed.
    case unwrappedNone
    /// A sum, difference, product or quotient leaves 64 bits.
    case arithmeticOutOfRange
    case divisionByZero
    /// The condition of an effect, or the entity that it is about, is not known.
    case unknownWhereNeeded
    /// A value that its type, a range, does not contain.
    case outOfBounds(Int64, Core.ID<Core.Range>)
    /// `append` of a member that the queue holds already (after this event's removals).
    case alreadyInQueue(Int32, Place)
    /// `move` or `remove` of a member that the queue does not hold.
    case notInQueue(Int32, Place)
    case writtenTwice(Place)
    /// The event that introduces an entity leaves a field without default open.
    case notGiven(Core.ID<Core.Field>)
    /// The entity does not exist in the state that is read: it is introduced by this very step.
    case didNotExist(Int32, Core.ID<Core.Entity>)
    /// More values than can be tried one by one.
    case domainTooLarge(Core.Scalar)
    case nestedTooDeeply
    /// While time passes, conditions change at more instants than the limit.
    case tooManyInstants
    case timeRunsBackwards
    /// `before` where there is no step.
    case noStep
    case unbound(String)
    case wrongNumberOfValues(expected: Int, given: Int)
    /// The core is not well typed: a fault of its maker.
    case illTyped
  }

  package let kind: Kind
  /// The guard, due or property in question, as the rulebook has it.
  package private(set) var text: String?
  /// The place of that, or of the effect; nil if neither is known.
  package private(set) var span: SourceSpan?

  package init(_ kind: Kind, text: String? = nil, span: SourceSpan? = nil) {
    self.kind = kind
    self.text = text
    self.span = span
  }

  /// Returns the same error with its place, unless an inner one is known.
  func located(_ span: SourceSpan, _ text: String? = nil) -> EvaluationError {
    guard self.span == nil else { return self }
    var copy = self
    copy.span = span
    copy.text = text
    return copy
  }

  /// True if rules that are proved defined can cause it: the solver's numbers have no limits, it
  /// tries nothing one by one, and everything it reasons about is known.
  package var isBeyondProof: Bool {
    switch kind {
    case .arithmeticOutOfRange, .domainTooLarge, .nestedTooDeeply, .tooManyInstants: true
    case .unknownWhereNeeded: true
    default: false
    }
  }

  /// True if no rulebook can cause it: it is a defect of this program.
  package var isOurFault: Bool {
    switch kind {
    case .illTyped, .unbound, .noStep, .wrongNumberOfValues, .timeRunsBackwards: true
    default: false
    }
  }

  /// True for limits, which concern the whole evaluation; all other kinds concern one operand only.
  package var isLimit: Bool {
    switch kind {
    case .domainTooLarge, .nestedTooDeeply, .tooManyInstants, .illTyped, .unbound, .noStep: true
    default: false
    }
  }
}

/// Returns the result of `body`; nil also if it has no value by the rulebook's own words, or
/// exceeds a limit of the evaluator. For callers that can do without the result.
package func unlessUndefined<Result>(
  _ body: () throws(EvaluationError) -> Result?
) throws(EvaluationError) -> Result? {
  do {
    return try body()
  } catch {
    if error.isOurFault { throw error }
    return nil
  }
}

/// Runs `body` and adds the place to the error that it throws.
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
