import Basics
import Findings
import Replay
import Rulebook
import Verification

/// The verification of a rulebook as commands show it: with a line of progress, and verdicts as
/// they become known.
enum Verifying {
  /// - Parameters:
  ///   - only: The properties that are verified; nil: all of them.
  ///   - source: The rulebook, if the assumptions that the proofs need are wanted.
  ///   - suggesting: Looks for lemmas, if that is wanted.
  ///   - opinions: Asks another engine about properties that are open in the end, if that is
  ///     wanted.
  ///   - telling: Gets each verdict as soon as it is known, if it is to be shown at once.
  static func verify(
    _ rules: Core.Rules, _ options: ProofOptions, _ progress: ProgressLine,
    _ budget: Searcher.Budget = Searcher.Budget(), only: Set<String>? = nil,
    surplusOf source: SourceText? = nil, suggesting: Suggesting? = nil,
    opinions: SecondOpinions? = nil, telling: VerdictTelling? = nil
  ) throws(Failure) -> Verified {
    let verifier = try verifier(rules, options, budget, only: only)
    var verified = try verifier.verify(
      Listener(name: rules.name, progress: progress, telling: telling), surplusOf: source,
      suggesting: { (proof) throws(Failure) in try suggesting?.suggestion(after: proof) },
      opinions: opinions.map { opinions in
        { opinions.ask(about: &$0, of: rules, progress, where: $1) }
      })
    progress.clear()
    let replayer = Replayer(rules)
    verified.verification.replay = Verification.ReplayCost(
      evaluatedEachLine: replayer.slowRules, keptForEver: replayer.lastingSorts)
    return verified
  }

  private struct Listener: VerificationListener {
    let name: String
    let progress: ProgressLine
    let telling: VerdictTelling?

    func begin(_ phase: VerificationPhase) { progress.begin("\(name): \(phase.rawValue)") }
    func tell(_ progress: ProofProgress) { self.progress.tell(progress) }
    func prove(_ results: [Verification.PropertyResult]) { telling?.begin(results) }
    func sight(_ result: Verification.PropertyResult) { telling?.tell(result) }
  }

  static func verifier(
    _ rules: Core.Rules, _ options: ProofOptions,
    _ budget: Searcher.Budget = Searcher.Budget(), only: Set<String>? = nil
  ) throws(Failure) -> Verifier {
    do {
      return try Verifier(rules, options, budget, only: only)
    } catch {
      throw Failure(.wrongInput, "\(rules.name): \(error.message)")
    }
  }

  /// Returns the questions that solvers can be asked, with the verdicts that need no more than
  /// proofs and witnesses.
  static func provedAndReached(_ verifier: Verifier) throws(Failure) -> ExportedProofs {
    do {
      return try verifier.provedAndReached()
    } catch {
      throw Failure(.internalFault, error.message)
    }
  }
}
