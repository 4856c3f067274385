import Solver
import Testing

@Suite("SMT-LIB scripts")
struct SMTLIBTests {
  private func script(_ bank: TermBank, _ assertions: [Term], expected: String = "unknown")
    -> String
  {
    SMTLIBWriter(bank).script(assertions, comments: ["a test"], expected: expected, seed: 1)
  }

  /// What the library itself makes of a script.
  private func reread(_ script: String) throws -> Answer {
    try Session.answer(toScript: script, SessionOptions(rlimit: 200_000, seed: 1))
  }

  @Test("A script has the same answer as the question it was made of")
  func sameAnswer() throws {
    var decided = 0
    for seed in 0..<60 {
      var problem = RandomProblem(seed: UInt64(5000 + seed))
      let assertions = problem.assertions()
      let direct = try answer(problem.bank, assertions)
      let read = try reread(script(problem.bank, assertions))
      switch (direct, read) {
      case (.unknown, _), (_, .unknown): break
      default:
        decided += 1
        #expect(direct == read, "seed \(seed)")
      }
    }
    #expect(decided > 30)
  }

  @Test("Numbers, values and shared terms are read as they were meant", arguments: 0..<20)
  func numbers(seed: Int) throws {
    var terms = RandomTerms(seed: UInt64(2000 + seed))
    let (term, value) = terms.bool(6)
    let facts = terms.interpretation()
    let right = value ? term : terms.bank.not(term)
    let wrong = terms.bank.not(right)
    #expect(try reread(script(terms.bank, facts + [right])) == .satisfiable)
    #expect(try reread(script(terms.bank, facts + [wrong])) == .unsatisfiable)
  }

  @Test("Only what is used is declared, and names are quoted where they must be")
  func declarations() throws {
    var bank = TermBank()
    let sort = bank.uninterpreted("Taxi of ours")
    let color = bank.enumeration("Color", ["red", "2nd"])
    let paint = bank.function("Taxi.paint'", [sort], color)
    _ = bank.function("unused", [sort], .bool)
    let x = bank.variable("x", sort)
    let half = bank.multiply(-1, over: 2, bank.real(3))
    let assertions = [
      bank.exists([x], bank.equal(bank.apply(paint, [x]), bank.enumCase(color, 1))),
      bank.less(half, bank.apply(bank.function("0start", [], .real), [])),
    ]
    let text = script(bank, assertions, expected: "sat")
    #expect(!text.contains("unused"))
    #expect(text.contains("(declare-sort |$Taxi of ours| 0)"))
    #expect(text.contains("; a test\n(set-info :smt-lib-version 2.6)"))
    #expect(text.contains("(set-info :status sat)"))
    #expect(text == script(bank, assertions, expected: "sat"))
    #expect(try reread(text) == .satisfiable)
  }

  @Test("A text that is no script is an error")
  func broken() {
    #expect(throws: SolverError.self) { try reread("(assert") }
  }
}
