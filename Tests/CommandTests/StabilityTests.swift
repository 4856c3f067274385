import Findings
import Testing

@Suite("Verdicts under several seeds")
struct StabilityTests {
  private func run(_ seed: UInt32, _ verdicts: [(String, Verdict)]) -> Verification {
    Verification(
      rulebook: "R", digest: "", solver: .init(name: "z3", version: "4", seed: seed, rlimit: 1),
      properties: verdicts.map {
        Verification.PropertyResult(
          name: $0.0, requirements: [], statement: "", kind: .invariant, verdict: $0.1)
      }, events: [], fault: nil, seconds: 0)
  }

  @Test("A verdict that moves is named with its seeds, and is open")
  func moved() {
    var first = run(1, [("a", .proved), ("b", .proved)])
    let runs = [
      first, run(2, [("a", .proved), ("b", .undecided)]), run(3, [("a", .proved), ("b", .proved)]),
    ]
    first.stability = Stability(runs)
    #expect(first.stability?.moved.map(\.name) == ["b"])
    #expect(first.stability?.moved.first?.seeds == ["proved": [1, 3], "undecided": [2]])
    #expect(first.outcome == .open)
  }

  @Test("What stays is a success")
  func stable() {
    var first = run(1, [("a", .proved)])
    first.stability = Stability([first, run(2, [("a", .proved)])])
    #expect(first.stability?.moved.isEmpty == true)
    #expect(first.outcome == .success)
  }

  @Test("Verdicts are the same with several seeds, and that is told")
  func told() throws {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\n")
    try folder.write(
      "r.rulebook",
      "rulebook R\nrequirements \"r.tsv\"\nentity A\n  b: Bool = false\nevent e(a: A) from driver\n"
        + "  a.b = true\ninvariant i\n  all a: A: a.b or not a.b\n")
    let result = try Tool.run(["verify", "r.rulebook", "--stability", "3"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("stable: the same verdicts with 3 seeds"))
    #expect(try Tool.run(["verify", "r.rulebook", "--stability", "1"], in: folder).code == 2)
  }
}
