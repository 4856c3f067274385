import Medallion
import Testing

@Suite("The library verifies rulebooks") struct VerifyTests {
  @Test("Proofs come first, and a refuted property has its run")
  func verdicts() async throws {
    var verdicts: [Verdict] = []
    for try await verdict in try Loans.rulebook().verify() { verdicts.append(verdict) }
    let proved = try #require(verdicts.firstIndex { $0.property == "neverLess" })
    let refuted = try #require(verdicts.firstIndex { $0.property == "once" })
    #expect(verdicts[proved].outcome == .proved && verdicts[proved].kind == .invariant)
    #expect(verdicts[proved].run == nil && !verdicts[proved].outcome.isViolation)
    #expect(proved < refuted)
    #expect(verdicts[refuted].outcome == .refuted && verdicts[refuted].outcome.isViolation)
    #expect(verdicts[refuted].statement == "A book is lent once only.")
    #expect(verdicts[refuted].requirements == ["L1"])
    let run = try #require(verdicts[refuted].run)
    #expect(run.steps.compactMap(\.event) == ["lend", "giveBack", "lend"])
    #expect(run.steps.first?.arguments.map(\.name) == ["book", "reader"])
    #expect(run.steps.last?.changes.contains { $0.before == "1" && $0.after == "2" } == true)
    // Each property once.
    #expect(Set(verdicts.map { "\($0.kind) \($0.property)" }).count == verdicts.count)
  }

  @Test("Only the chosen properties are told, and an unknown one is an error")
  func chosen() async throws {
    var options = VerificationOptions()
    options.properties = ["neverLess"]
    var names: [String] = []
    for try await verdict in try Loans.rulebook().verify(options) { names.append(verdict.property) }
    #expect(names == ["neverLess"])
    options.properties = ["never"]
    await #expect(throws: VerificationError.unknownProperty("never")) {
      for try await _ in try Loans.rulebook().verify(options) {}
    }
  }

  @Test("A cancelled task gets an error and not an end")
  func cancelled() async throws {
    let rulebook = try Loans.rulebook()
    let task = Task {
      var count = 0
      for try await _ in rulebook.verify() {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
