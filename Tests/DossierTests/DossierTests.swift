import Findings
import Report
import Testing

@Suite struct DossierTests {
  @Test("Findings are ranked by harm, then by their number")
  func ranking() {
    let own = DossierFinding(
      source: .own, harm: .high, title: "own", statement: "", who: "", evidence: [],
      recommendation: "", requirements: [], count: 5)
    let dossier = Sample.dossier(
      properties: [Sample.property("open", .undecided), Sample.property("broken", .refuted)],
      replaying: Sample.replaying([
        Sample.finding(line: 1), Sample.finding(line: 2), Sample.finding("enter", line: 3),
      ]), own: [own])
    #expect(
      dossier.findings.map(\.harm) == [.high, .high, .high, .high, .medium])
    #expect(dossier.findings.map(\.count) == [5, 2, 1, 1, 1])
    #expect(dossier.findings[0].title == "own")
    #expect(dossier.outcome == .violation)
  }

  @Test("An assumption that no trace observed is open, with the proofs that may use it")
  func assumptions() throws {
    let properties = [
      Sample.property("p", .proved, assumes: ["calm"]),
      Sample.property("q", .proved, assumes: ["calm", "axiomatic"]),
    ]
    let stated = [
      DossierAssumption.Stated(name: "calm", sentence: "It is calm.", events: ["blows"]),
      DossierAssumption.Stated(name: "axiomatic", sentence: "It is so.", events: []),
    ]
    func first(_ replaying: Replaying?) throws -> DossierAssumption {
      try #require(
        Sample.dossier(properties: properties, replaying: replaying, assumptions: stated)
          .assumptions.first)
    }
    let unseen = try first(Sample.replaying([]))
    #expect(
      unseen.isOpen && unseen.proofs == 2 && unseen.discharged == "nothing: no trace has blows")
    let seen = try first(Sample.replaying([], exercised: ["event blows": 4]))
    #expect(!seen.isOpen && seen.discharged == "traces: it held on all 4 occasions")
    let broken = try first(
      Sample.replaying(
        [Sample.finding("calm", kind: .assumptionBroken)], exercised: ["event blows": 4]))
    #expect(broken.discharged == "traces: broken 1 time in 4 occasions")
  }

  @Test("What changed since an earlier dossier is told by name; an equal one has no changes")
  func changes() {
    let old = Sample.dossier(
      properties: [Sample.property("p", .proved), Sample.property("q", .undecided)],
      replaying: Sample.replaying([Sample.finding()]))
    #expect(DossierChanges(from: old, to: old).isEmpty)
    let new = Sample.dossier(
      properties: [Sample.property("p", .refuted)],
      replaying: Sample.replaying([Sample.finding(), Sample.finding(line: 2)]))
    let changes = DossierChanges(from: old, to: new)
    #expect(changes.properties.map(\.name) == ["p", "q"])
    #expect(changes.properties.map(\.after) == ["refuted", "none"])
    #expect(changes.newFindings == ["p is broken"])
    #expect(changes.goneFindings == ["q is not decided"])
    #expect(changes.counts.map(\.before) == ["1"] && changes.counts.map(\.after) == ["2"])
  }
}
