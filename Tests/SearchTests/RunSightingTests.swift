import Basics
import Findings
import Rulebook
import Testing
import Verification

/// Runs that an earlier verification has found, in a store of answers.
@Suite("Runs of an earlier verification") struct RunSightingTests {
  private struct Listener: VerificationListener {}

  private func office(within limit: String, code: String = "0") throws -> Core.Rules {
    try Fixture.rules(
      """
      rulebook Office
      requirements "none.tsv"

      parameter limit = \(limit)

      type Code = 0...999

      entity Desk

      entity Visitor
        desk: Desk? = none
        code: Code = \(code)
        since: Time
        late: Bool = false

      event come() from visitor -> new visitor: Visitor
        visitor.since = now

      event sit(visitor: Visitor, desk: Desk) from visitor
        require visitor.desk is none
        visitor.desk = desk

      event tire(visitor: Visitor) from visitor
        require visitor.since + limit <= now
        require visitor.desk is not none
        visitor.late = true

      reach tired
        some v: Visitor: v.late and v.code is \(code == "any" ? "613" : code)

      reach empty
        all v: Visitor: v.late

      """)
  }

  /// - Parameter isBlind: True to examine next to nothing, so that only a known run can be found.
  private func runs(
    _ rules: Core.Rules, _ answers: AnswerStore, isBlind: Bool
  ) throws -> [String: Run] {
    let budget =
      isBlind ? Searcher.Budget(states: 1, randomSteps: 0) : Searcher.Budget(states: 20_000)
    let verifier = try Verifier(rules, ProofOptions(answers: answers), budget)
    let verified = verifier.verify(Listener(), suggesting: { _ in nil })
    #expect(verified.verification.fault == nil)
    return Dictionary(
      uniqueKeysWithValues: verified.runs.compactMap { recorded in
        recorded.property.run.map { (recorded.property.name, $0) }
      })
  }

  private func reread(_ answers: AnswerStore) throws -> AnswerStore {
    try AnswerStore(answers.bytes)
  }

  @Test("are found again without a search") func again() throws {
    let rules = try office(within: "2 min")
    #expect(try runs(rules, AnswerStore(), isBlind: true)["tired"] == nil)
    let answers = AnswerStore()
    let first = try runs(rules, answers, isBlind: false)
    #expect(first["tired"]?.steps.count == 4)
    let second = try runs(rules, try reread(answers), isBlind: true)
    #expect(second["tired"]?.steps.count == 4)
    #expect(second["empty"]?.steps.isEmpty == true)
  }

  @Test("with the same claim that they are shortest, under the same rules and limits")
  func claim() throws {
    let answers = AnswerStore()
    let rules = try office(within: "2 min")
    #expect(try runs(rules, answers, isBlind: false)["empty"]?.isShortest == true)
    let again = try runs(rules, try reread(answers), isBlind: false)
    #expect(again["empty"]?.isShortest == true)
    let changed = try runs(try office(within: "3 min"), try reread(answers), isBlind: true)
    #expect(changed["empty"]?.isShortest == false)
  }

  @Test("with other lengths of time where the rules have changed", arguments: ["3 min", "90 s"])
  func changedLimit(_ limit: String) throws {
    let answers = AnswerStore()
    _ = try runs(try office(within: "2 min"), answers, isBlind: false)
    let changed = try runs(try office(within: limit), try reread(answers), isBlind: true)
    #expect(changed["tired"]?.steps.count == 4)
    #expect(changed["tired"]?.isShortest == false)
  }

  @Test("are no more than proposals, whatever the store says") func anyWords() throws {
    let rules = try office(within: "2 min", code: "any")
    let answers = AnswerStore()
    _ = try runs(rules, answers, isBlind: false)
    let lines = String(decoding: answers.bytes, as: UTF8.self).split(separator: "\n")
    let known = lines.filter { $0.hasPrefix("run ") }
    #expect(known.count == 2)
    var random = SplitMix64(seed: 1128)
    let parts = [
      "-1", "9223372036854775807", "e", "", "7", "=", "0.0=5", "0.7=1", ",", "+1", "-", "come",
    ]
    var reached = 0
    for _ in 0..<60 {
      let damaged = known.map { line in
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let index = Int.random(in: 2..<words.count, using: &random)
        var pieces = words[index].split(separator: ",", omittingEmptySubsequences: false)
          .map(String.init)
        let piece = Int.random(in: pieces.indices, using: &random)
        pieces[piece] = parts.randomElement(using: &random) ?? ""
        words[index] = pieces.joined(separator: ",")
        return Substring(words.joined(separator: " "))
      }
      let seal = "end \(Digest.sha256(damaged.joined(separator: "\n").utf8))"
      let text = (["medallion answers 1"] + damaged + [Substring(seal), ""]).joined(separator: "\n")
      guard let store = try? AnswerStore(Array(text.utf8)) else { continue }
      // Every run that is found is performed once more by the evaluator.
      if try runs(rules, store, isBlind: true)["tired"] != nil { reached += 1 }
    }
    #expect((1..<60).contains(reached))
  }
}
