import Rulebook

/// The settings of a verification. The defaults are those of `medallion verify`.
public struct VerificationOptions: Sendable {
  /// The names of the properties that are verified; nil: all of them.
  public var properties: Set<String>?
  /// The limit for one query, in the solver's own measure of work: the same on every machine.
  public var solverWork: UInt32 = 30_000_000
  /// The seed of the solver's and the search's random choices.
  public var seed: UInt32 = 1
  /// The number of queries that are worked on at once, at least 1.
  public var jobs = 1
  /// The greatest number of steps of runs in an exhaustive search, at least 0.
  public var steps = 40
  /// The time after which everything that is not decided is ``Verdict/Outcome/undecided``, or
  /// searched no further; nil: no limit.
  public var time: Duration?

  /// Makes the default settings.
  public init() {}
}

/// The error that a verification cannot be done, or that its verdicts mean nothing.
public enum VerificationError: Error, Sendable, Hashable {
  /// The options name a property that the rulebook does not have.
  case unknownProperty(String)
  /// A rule cannot be put to the solver; the message names it.
  case outsideFragment(message: String)
  /// A defect of this library: verdicts that came before mean nothing.
  case defect(message: String)
}

extension Rulebook {
  /// Proves or refutes the properties: with Z3 for any number of entities, and then with a search
  /// for runs that break what is not proved.
  ///
  /// Nothing is done before the sequence is iterated, and each iteration is a verification of its
  /// own. The work takes seconds for most rulebooks, and minutes for some. It is done on a thread
  /// of its own.
  public func verify(_ options: VerificationOptions = VerificationOptions()) -> Verdicts {
    Verdicts(rules: rules, options: options)
  }
}

/// The verdicts on the properties of a rulebook, each as soon as it is known: first those that are
/// proved, then those with runs, in the end those that stay open.
///
/// There is one verdict for each property. The iteration throws a ``VerificationError``, or a
/// `CancellationError` if its task is cancelled. The work then stops, as it does if the iteration
/// is left early; the solver is stopped within a fraction of a second.
public struct Verdicts: AsyncSequence, Sendable {
  let rules: Core.Rules
  let options: VerificationOptions

  /// One verification in progress.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var stream: AsyncThrowingStream<Verdict, any Error>.AsyncIterator

    /// Waits for the next verdict; nil: all of them were told.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Verdict? {
      if let verdict = try await stream.next(isolation: actor) { return verdict }
      // Verdicts that are cut short are not to be taken for all of them.
      try Task.checkCancellation()
      return nil
    }
  }

  /// Starts a verification.
  public func makeAsyncIterator() -> AsyncIterator {
    let (stream, continuation) = AsyncThrowingStream<Verdict, any Error>.makeStream()
    let work = VerificationWork(rules: rules, options: options, continuation: continuation)
    continuation.onTermination = { _ in work.stop() }
    work.start()
    return AsyncIterator(stream: stream.makeAsyncIterator())
  }
}
