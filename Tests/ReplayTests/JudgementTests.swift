import Basics
import Findings
import Replay
import Testing

@Suite struct JudgementTests {
  @Test func whatIsAllowedConforms() {
    let result = Workshop.replay(Workshop.accepted)
    #expect(result.brief == [])
    #expect(result.verdict == .conforms)
    #expect(result.events == 6)
    #expect(result.entities == ["Worker": 2, "Bench": 1, "Owner": 1, "Job": 1])
    #expect(result.notes == ["1 obligation is still open at the end"])
  }

  @Test func acceptedAgainstAGuard() throws {
    let result = Workshop.replay(
      Workshop.offered,
      #"{"at":2000,"event":"accept","job":"J1","worker":"W2","code":7,"outcome":"ok"}"#)
    #expect(result.brief == ["7 wronglyAccepted accept"])
    let finding = try #require(result.findings.first)
    #expect(
      finding.guard?.shown == "job.stage is offered and job.worker is worker — "
        + "job J1.stage is offered, job J1.worker is W1, worker is W2")
    #expect(finding.requirements == ["R4"])
    #expect(finding.entity == "job J1, worker W2")
    #expect(finding.repair == "taken as done")
    #expect(finding.because == [5, 6])
    let line = try #require(finding.ruleLine)
    #expect(Workshop.source.text(ofLine: line).contains("job.worker is worker"))
  }

  @Test func acceptedWhereTheEffectIsNotDefined() throws {
    let result = Workshop.replay(
      #"{"at":0,"observe":{"bench":{"W1":null}}}"#,
      #"{"at":0,"event":"open","outcome":"ok"}"#,
      #"{"at":0,"event":"join","worker":"W1","outcome":"ok"}"#)
    #expect(result.brief == ["3 wronglyAccepted join"])
    #expect(try #require(result.findings.first?.repair).contains("left out"))
  }

  @Test func refusedAlthoughAllGuardsHold() {
    let result = Workshop.replay(
      Workshop.offered,
      #"{"at":2000,"event":"accept","job":"J1","worker":"W1","code":7,"outcome":"refused"}"#,
      #"{"at":3000,"event":"accept","job":"J1","worker":"W1","code":7,"outcome":"ok"}"#)
    #expect(result.brief == ["7 wronglyRefused accept"])
  }

  @Test func rightlyRefused() {
    let result = Workshop.replay(
      Workshop.offered,
      #"{"at":2000,"event":"accept","job":"J1","worker":"W2","code":7,"outcome":"refused"}"#,
      #"{"at":2000,"observe":{"Job.stage":{"J1":"offered"}}}"#)
    #expect(result.verdict == .conforms)
  }

  @Test func decisionAgainstAGuardSaysWhoWasMeant() throws {
    let result = Workshop.replay(
      Workshop.opened,
      #"{"at":1000,"event":"order","owner":"O1","code":7,"job":"J1","outcome":"ok"}"#,
      #"{"at":1000,"event":"offer","job":"J1","worker":"W2"}"#)
    #expect(result.brief == ["6 forbidden offer"])
    #expect(try #require(result.findings.first?.guard?.shown).hasSuffix("the first is W1"))
  }

  @Test func brokenAssumptionIsNoViolation() {
    let result = Workshop.replay(
      Workshop.opened, #"{"at":1000,"event":"moves","worker":"W1","to":"B2"}"#,
      #"{"at":1000,"observe":{"bench":{"W1":"B2"}}}"#)
    #expect(result.brief == ["5 assumptionBroken still"])
    #expect(result.verdict == .conforms)
    #expect(result.notes == ["the assumption still does not hold in this trace"])
  }

  @Test func unknownWhereADefiniteValueIsNeeded() throws {
    let result = Workshop.replay(
      #"{"at":0,"event":"open","outcome":"ok"}"#,
      #"{"at":0,"event":"join","worker":"W1","outcome":"ok"}"#)
    #expect(result.brief == ["2 unknown join"])
    #expect(
      result.findings.first?.observed
        == "worker W1.bench is not known: observe it at the start")
    #expect(result.verdict == .inconclusive)
  }

  @Test func unknownGlobal() {
    let line = #"{"at":0,"event":"raise","more":1,"outcome":"ok"}"#
    #expect(Workshop.replay(line).brief == ["1 unknown raise"])
    let known = Workshop.replay(#"{"at":0,"observe":{"limit":99}}"#, line, line)
    #expect(known.brief == ["3 wronglyAccepted raise"])
  }

  @Test func arithmeticOutOfRangeIsNoTrap() {
    let result = Workshop.replay(
      #"{"observe":{"limit":9223372036854775807}}"#,
      #"{"at":0,"event":"raise","more":1,"outcome":"ok"}"#)
    #expect(result.brief == ["2 unknown raise"])
    #expect(result.findings.first?.observed == "the result does not fit into 64 bits")
  }

  @Test func introducedTwice() {
    let order = #"{"at":0,"event":"order","owner":"O1","code":7,"job":"J1","outcome":"ok"}"#
    let result = Workshop.replay(Workshop.opened, order, order)
    #expect(result.brief == ["6 identity order"])
  }

  @Test func usedBeforeItIsIntroducedIsOneFindingForEachName() {
    let give = #"{"at":0,"event":"give","job":"J9"}"#
    let result = Workshop.replay(Workshop.opened, give, give)
    #expect(result.brief == ["5 identity give"])
    #expect(result.notes.contains { $0.hasPrefix("1 line was passed over") })
  }

  /// Whoever it is that nobody knows: he may be one whose name is not to be shown.
  @Test func whoIsToldAmissIsNotNamed() throws {
    let result = Workshop.replay(
      #"{"at":0,"event":"join","worker":"W1","outcome":"refused","notified":["#
        + #"{"to":"W1","message":"sorry"},{"to":"Secret","message":"sorry"}]}"#)
    #expect(result.brief == ["1 notification join"])
    #expect(result.findings.first?.observed == "sorry to somebody unknown")
  }

  @Test func sensitiveValuesAreNeverShown() throws {
    let result = Workshop.replay(
      Workshop.opened,
      #"{"at":1000,"event":"order","owner":"Secret","code":4711,"job":"J1","outcome":"ok"}"#,
      #"{"at":1000,"event":"offer","job":"J1","worker":"W1","notified":[]}"#,
      #"{"at":1500,"event":"accept","job":"J1","worker":"W1","code":815,"outcome":"ok"}"#,
      #"{"at":1500,"observe":{"owner":{"J1":"Hidden"},"code":{"J1":1234}}}"#)
    let text = "\(result.findings)\(result.notes)"
    for secret in ["Secret", "Hidden", "4711", "815", "1234"] { #expect(!text.contains(secret)) }
    #expect(
      result.brief == [
        "6 notification offer", "7 wronglyAccepted accept", "8 observation Job.owner",
      ])
    let reason = try #require(result.findings[1].guard?.shown)
    #expect(reason.contains("code is ‹Code #1›, job J1.code is ‹Code #2›"))
    #expect(result.findings[2].expected.contains("Job.code ‹Code #2›"))
  }
}
