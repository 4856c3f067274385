import Findings
import Replay
import Testing

@Suite struct MessageAndObservationTests {
  func accept(_ notified: String) -> TraceResult {
    Workshop.replay(
      Workshop.offered,
      #"{"at":2000,"event":"accept","job":"J1","worker":"W1","code":7,"outcome":"ok","notified":"#
        + notified + "}")
  }

  @Test(arguments: [
    #"[{"to":"O1","message":"taken","code":7},{"to":"W1","message":"taken","code":7}]"#,
    #"[{"to":"W1","message":"taken","code":7},{"to":"O1","message":"taken","code":7}]"#,
    #"[{"to":"W1","message":"taken"},{"to":"O1","message":"taken","code":7}]"#,
  ]) func orderAndMissingKeysDoNotMatter(_ notified: String) {
    #expect(accept(notified).brief == [])
  }

  @Test(arguments: [
    "[]", #"[{"to":"O1","message":"taken","code":7}]"#,
    #"[{"to":"O1","message":"taken","code":7},{"to":"O1","message":"taken","code":7}]"#,
    #"[{"to":"O1","message":"taken","code":7},{"to":"W1","message":"taken","code":8}]"#,
    #"[{"to":"O1","message":"taken"},{"to":"W1","message":"taken"},{"to":"W1","message":"sorry"}]"#,
  ]) func everyDifferenceIsOneFinding(_ notified: String) {
    #expect(accept(notified).brief == ["7 notification accept"])
  }

  @Test func whatIsLeftOpenMatchesAnything() {
    let line = #"{"at":1000,"event":"offer","job":"J1","worker":"W1","notified":"#
    let order = #"{"at":1000,"event":"order","owner":"O1","code":7,"job":"J1","outcome":"ok"}"#
    let result = Workshop.replay(
      Workshop.opened, order,
      line + #"[{"to":"W1","message":"told","job":"J1","wait":"3min"}]}"#)
    #expect(result.brief == [])
  }

  @Test(arguments: [("\"-1ms\"", true), ("0", false), ("\"24h\"", false), ("\"1441min\"", true)])
  func whatIsLeftOpenKeepsItsLimits(_ wait: String, _ isFinding: Bool) {
    let line = #"{"at":1000,"event":"offer","job":"J1","worker":"W1","notified":"#
    let order = #"{"at":1000,"event":"order","owner":"O1","code":7,"job":"J1","outcome":"ok"}"#
    let result = Workshop.replay(
      Workshop.opened, order, line + #"[{"to":"W1","message":"told","job":"J1","wait":\#(wait)}]}"#)
    #expect(result.brief == (isFinding ? ["6 notification offer"] : []))
    let expected = "told(job: J1, wait at least 0s and at most 1d) to W1"
    #expect(result.findings.first?.expected == (isFinding ? expected : nil))
  }

  @Test func refusalHasItsOwnMessage() {
    let line = #"{"at":0,"event":"join","worker":"W1","outcome":"refused","notified":"#
    #expect(Workshop.replay(line + #"[{"to":"W1","message":"sorry"}]}"#).brief == [])
    #expect(Workshop.replay(line + "[]}").brief == ["1 notification join"])
    #expect(
      Workshop.replay(#"{"at":0,"event":"join","worker":"W1","outcome":"refused"}"#).brief == [])
  }

  @Test func namesAreTheSameOnlyIfTheirBytesAre() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    func refused(_ recipient: String) -> [String] {
      Workshop.replay(
        "{\"at\":0,\"event\":\"join\",\"worker\":\"\(composed)\",\"outcome\":\"refused\","
          + "\"notified\":[{\"to\":\"\(recipient)\",\"message\":\"sorry\"}]}"
      ).brief
    }
    #expect(refused(composed) == [])
    #expect(refused(decomposed) == ["1 notification join"])
    let queue = "{\"at\":0,\"observe\":{\"queue\":{\"B1\":[\"\(composed)\",\"\(decomposed)\"]}}}"
    #expect(Workshop.replay(queue).rejected.isEmpty)
  }

  @Test func aDifferenceIsAdopted() {
    let result = Workshop.replay(
      Workshop.opened, #"{"at":1,"observe":{"queue":{"B1":["W2","W1"]}}}"#,
      #"{"at":2,"observe":{"queue":{"B1":["W2","W1"]}}}"#)
    #expect(result.brief == ["5 observation Bench.queue"])
    #expect(result.findings.first?.expected == "[W1, W2]")
    #expect(result.findings.first?.observed == "[W2, W1]")
  }

  @Test func aSetHasNoOrder() {
    let result = Workshop.replay(
      #"{"at":0,"observe":{"skills":{"W1":["B2","B1"]}}}"#,
      #"{"at":0,"observe":{"skills":{"W1":["B1","B2"]}}}"#, #"{"at":0,"event":"open"}"#)
    #expect(result.brief == ["1 observation Worker.skills"])
  }

  @Test func anUnqualifiedFieldMeansTheSortOfItsEntity() {
    let result = Workshop.replay(
      Workshop.offered, #"{"at":1000,"observe":{"stage":{"J1":"offered","B1":0}}}"#)
    #expect(result.brief == [])
    #expect(result.rejected.isEmpty)
  }

  @Test func whatStaysAmbiguousIsRejected() {
    // A job and a bench of one name: both have a stage, and 0 fits one of them only in part.
    let result = Workshop.replay(
      Workshop.accepted,
      #"{"at":11000,"event":"inspect","job":"J1","check":"B1","grade":1}"#,
      #"{"at":11000,"observe":{"stage":{"B1":0}}}"#)
    #expect(result.rejected.map(\.id) == ["ambiguous-fact"])
    #expect(result.verdict == .inconclusive)
  }

  @Test func aBrokenPropertyIsNotRepeated() {
    // Two at one bench before the workshop opens: believed, and then a consequence.
    let result = Workshop.replay(
      #"{"at":0,"observe":{"queue":{"B1":["W1","W2"]}}}"#, #"{"at":1,"observe":{}}"#,
      #"{"at":2,"observe":{}}"#)
    #expect(result.brief == ["1 observation Bench.queue"])
    #expect(result.findings.first?.downstream == 1)
  }

  @Test func aPropertyThatTheRulesThemselvesBreakIsFoundWhereItIsSeen() {
    let result = Workshop.replay(
      Workshop.opened, #"{"at":0,"event":"close","outcome":"ok"}"#, #"{"at":1,"observe":{}}"#,
      #"{"at":1,"observe":{"queue":{"B1":["W1","W2"]}}}"#,
      #"{"at":2,"event":"open","outcome":"ok"}"#)
    #expect(result.brief == ["7 property few"])
    #expect(result.findings.first?.entity == "b B1, v W1, w W2")
  }
}
