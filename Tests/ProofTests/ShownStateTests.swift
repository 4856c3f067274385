import Findings
import Rulebook
import Testing
import Verification

/// The states that are shown of what is not inductive.
@Suite struct ShownStateTests {
  private func state(_ text: String, _ property: String) throws -> [String] {
    let results = try Prover(Core.Rules.declaring(text), ProofOptions()).prove().properties
    return try #require(results.first { $0.name == property }?.state)
  }

  /// The milliseconds behind a word of a state.
  private func milliseconds(_ word: String, in state: [String]) throws -> Int64 {
    let text = state.joined(separator: ", ")
    let start = try #require(text.firstRange(of: word)?.upperBound)
    return try #require(Int64(text[start...].prefix { $0 == "-" || $0.isNumber }))
  }

  @Test("Time has begun in every state that is shown; what is an instant moves with it")
  func time() throws {
    let state = try state(
      """
      entity Lift
        since: Time? = none
        ends:  Time? = none
        load:  Duration = 0 s

      event stop(lift: Lift) from rider
        require lift.since is not none
        lift.ends = lift.since

      event start(lift: Lift) from rider
        lift.since = now

      invariant ended "no lift ends later than now"
        all l: Lift: l.ends is not none implies l.ends <= now
      """, "ended")
    let now = try milliseconds("now: ", in: state)
    #expect(now >= 0, "\(state)")
    #expect(try milliseconds("since ", in: state) > now, "\(state)")
  }

  @Test("What is sensitive is not shown, of the service as a whole either")
  func sensitive() throws {
    let state = try state(
      """
      type Code = 0...9999
      sensitive Code

      state code: Code = 0
      state last: Code = 0

      event use() from rider
        last = code

      event change() from rider
        code = 7

      invariant unused "the code is never the last one"
        last is not 7
      """, "unused")
    #expect(state.contains("code: (sensitive)"), "\(state)")
  }
}
