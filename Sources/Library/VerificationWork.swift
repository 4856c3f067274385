import Findings
import Rulebook
import Synchronization
import Verification

/// One verification on a thread of its own, which can be stopped from any other.
final class VerificationWork: Sendable {
  private let rules: Core.Rules
  private let options: VerificationOptions
  private let continuation: AsyncThrowingStream<Verdict, any Error>.Continuation
  private let isStopped = Atomic(false)

  init(
    rules: Core.Rules, options: VerificationOptions,
    continuation: AsyncThrowingStream<Verdict, any Error>.Continuation
  ) {
    self.rules = rules
    self.options = options
    self.continuation = continuation
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  func start() {
    WorkerPool.detach {
      do {
        try self.verify()
        self.continuation.finish()
      } catch {
        self.continuation.finish(throwing: error)
      }
    }
  }

  private func verify() throws(VerificationError) {
    let known = Set(Verifier.propertyNames(rules))
    for name in (options.properties ?? []).sorted() where !known.contains(name) {
      throw .unknownProperty(name)
    }
    let cutoff = Cutoff(at: options.time.map { .now + $0 }) {
      self.isStopped.load(ordering: .relaxed)
    }
    let verifier: Verifier
    do throws(OutsideFragment) {
      verifier = try Verifier(
        rules,
        ProofOptions(
          rlimit: options.solverWork, seed: options.seed, jobs: max(1, options.jobs),
          only: options.properties, cutoff: cutoff),
        Searcher.Budget(
          steps: max(0, options.steps), seed: UInt64(options.seed), cutoff: cutoff),
        only: options.properties)
    } catch {
      throw .outsideFragment(message: error.message)
    }
    let listener = Listener(continuation: continuation)
    let verification = verifier.verify(listener, suggesting: { (_) throws(Never) in nil })
      .verification
    if let fault = verification.fault { throw .defect(message: fault) }
    for result in verification.properties { listener.settle(result) }
  }

  /// Hands over each verdict once.
  private final class Listener: VerificationListener {
    private struct Key: Hashable {
      let name: String
      let kind: Verification.Kind
    }

    private let continuation: AsyncThrowingStream<Verdict, any Error>.Continuation
    private let told = Mutex<Set<Key>>([])

    init(continuation: AsyncThrowingStream<Verdict, any Error>.Continuation) {
      self.continuation = continuation
    }

    func prove(_ results: [Verification.PropertyResult]) {
      for result in results where result.isSettledByProof { settle(result) }
    }

    func settle(_ result: Verification.PropertyResult) {
      let key = Key(name: result.name, kind: result.kind)
      guard told.withLock({ $0.insert(key).inserted }) else { return }
      continuation.yield(Verdict(result))
    }
  }
}
