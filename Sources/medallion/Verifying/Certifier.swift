import Findings
import Verification

/// Gives exported obligations to the solvers found on the machine.
struct Certifier {
  /// A solver that reads SMT-LIB from a file.
  struct Candidate: Sendable {
    let name: String
    let program: ExternalProgram
    let version: String
    let ways: Ways
  }

  /// Options without which a solver gives up.
  struct Ways: Sendable {
    /// The options for finding a model where one is expected.
    var forModels: [String] = []
    /// The options for finding a contradiction where one is expected.
    var forProofs: [String] = []
  }

  /// Solvers that are looked for where none is named. Where quantifiers are left, cvc5 finds
  /// models of finite sorts only if told to, and instantiates with terms that no pattern matches
  /// only if told to.
  private static let known: [(name: String, ways: Ways)] = [
    ("z3", Ways()),
    ("cvc5", Ways(forModels: ["--finite-model-find"], forProofs: ["--enum-inst"])),
  ]

  let candidates: [Candidate]
  private let seconds: Int
  private let jobs: Int

  init(_ names: [String], seconds: Int, jobs: Int) throws(Failure) {
    var candidates: [Candidate] = []
    for name in names.isEmpty ? Self.known.map(\.name) : names {
      guard let program = ExternalProgram(name) else {
        if names.isEmpty { continue }
        throw Failure(.wrongInput, "no program '\(name)' is on the PATH")
      }
      let short = String(name.split(separator: "/").last ?? "")
      guard !candidates.contains(where: { $0.name == short }) else {
        throw Failure(.wrongInput, "the solver '\(short)' is named twice")
      }
      candidates.append(
        Candidate(
          name: short, program: program, version: Self.version(of: program),
          ways: Self.known.first { $0.name == short }?.ways ?? Ways()))
    }
    guard !candidates.isEmpty else {
      throw Failure(
        .wrongInput, "no solver is on the PATH; install z3 or cvc5, or name one with --solver")
    }
    self.candidates = candidates
    self.seconds = seconds
    self.jobs = jobs
  }

  private static func version(of program: ExternalProgram) -> String {
    guard case .ended(let output) = program.run(["--version"], seconds: 10) else {
      return "unknown"
    }
    return output.split(separator: "\n").first.map(String.init) ?? "unknown"
  }

  /// Asks every solver about every obligation, whose scripts are files of that folder.
  func certify(
    _ obligations: [ExportedObligation], in folder: String, _ progress: ProgressLine
  ) -> [Certification.Obligation] {
    let questions = obligations.indices.flatMap { obligation in
      candidates.map { (obligation: obligation, candidate: $0) }
    }
    let seconds = self.seconds
    let replies = WorkerPool(jobs: jobs).map(questions) { question in
      let obligation = obligations[question.obligation]
      let reply = Self.reply(of: question.candidate, to: obligation, in: folder, seconds)
      progress.tellOne(of: questions.count, "scripts", obligation.file)
      return reply
    }
    var results = obligations.map {
      Certification.Obligation(
        file: $0.file, event: $0.event, question: $0.question, properties: $0.properties,
        expected: $0.expected)
    }
    for (question, reply) in zip(questions, replies) {
      results[question.obligation].answers[question.candidate.name] = reply.answer
      results[question.obligation].remarks[question.candidate.name] = reply.remark
    }
    return results
  }

  /// The remarks that SMT-LIB lets a solver make about a command, such as an unknown option.
  private static let remarksOnCommands: Set<String> = ["success", "unsupported"]

  private static func reply(
    of candidate: Candidate, to obligation: ExportedObligation, in folder: String, _ seconds: Int
  ) -> (answer: Certification.Answer, remark: String?) {
    let ways = candidate.ways
    let options = obligation.expected == "sat" ? ways.forModels : ways.forProofs
    let arguments = options + ["\(folder)/\(obligation.file)"]
    switch candidate.program.run(arguments, seconds: seconds) {
    case .outOfTime: return (.undecided, "no answer within \(seconds) s")
    case .failed(let reason): return (.failed, reason)
    case .ended(let output):
      let lines = output.split(separator: "\n").map(String.init)
      let answer = lines.first { !Self.remarksOnCommands.contains($0) } ?? ""
      switch answer {
      case obligation.expected: return (.confirmed, nil)
      case "sat", "unsat": return (.contradicted, answer)
      case "unknown", "timeout": return (.undecided, answer)
      default: return (.failed, String(answer.prefix(200)))
      }
    }
  }
}
