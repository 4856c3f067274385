import Findings
import Report
import Testing

/// Questions that an auditor asks, each answered from the page alone.
@Suite("An auditor's questions") struct QuestionTests {
  private func page(_ change: (inout Dossier) -> Void = { _ in }) throws -> String {
    var replaying = Sample.replaying([Sample.finding()], exercised: ["event leave": 3])
    var trace = replaying.traces[0]
    var whole = Completeness()
    (whole.status, whole.first, whole.last) = (.broken, 1, 90)
    var gap = Completeness.Break(.gap, line: 41, expected: "41", found: "61")
    (gap.missing, gap.after, gap.before) = (20, 3_600_000, 7_200_000)
    whole.add(gap)
    trace.completeness = whole
    replaying.traces = [trace]
    var dossier = Sample.dossier(
      properties: [
        Sample.property("safe", .proved, requirements: ["R1"], assumes: ["honest"]),
        Sample.property("quick", .undecided, requirements: ["R2"]),
      ],
      replaying: replaying,
      rows: [
        Sample.row("R1", rules: ["event leave"], properties: ["safe"]),
        Sample.row("R2", properties: ["quick"]), Sample.row("R3"),
        Sample.row("R4", rules: ["event wait"]), Sample.row("R5", excused: "The police see to it."),
      ],
      exercisable: [
        RequirementEvidence.Exercisable(key: "event wait", requirements: ["R4"]),
        RequirementEvidence.Exercisable(key: "event leave", requirements: ["R1"]),
      ],
      assumptions: [
        DossierAssumption.Stated(
          name: "honest", sentence: "Drivers are honest.", events: ["confess"])
      ])
    change(&dossier)
    return try Sample.page(dossier)
  }

  /// The text of a part of the page, without its tags.
  private func part(_ id: String, of page: String) throws -> String {
    let start = try #require(page.firstRange(of: "<section id=\"\(id)\""))
    let rest = page[start.upperBound...]
    return text(rest[..<(rest.firstRange(of: "</section>")?.lowerBound ?? rest.endIndex)])
  }

  /// The cells of the row of a requirement.
  private func row(_ id: String, of page: String) throws -> String {
    let start = try #require(page.firstRange(of: "<tr id=\"req-\(id)\""))
    let rest = page[start.upperBound...]
    return text(rest[..<(rest.firstRange(of: "</tr>")?.lowerBound ?? rest.endIndex)])
  }

  private func text(_ html: Substring) -> String {
    String(html).replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " ")
  }

  @Test("Is any hour missing?")
  func hours() throws {
    let summary = try part("summary", of: try page())
    #expect(summary.contains("Are the traces whole?"))
    #expect(
      summary.contains(
        "20 lines are missing between 1970-01-01T01:00:00.000Z and 1970-01-01T02:00:00.000Z"))
  }

  @Test("Which requirements rest on an assumption that no trace observed?")
  func assumptions() throws {
    let page = try page()
    let scope = try part("scope", of: page)
    #expect(scope.contains("honest Drivers are honest. nothing: no trace has confess"))
    #expect(try row("R1", of: page).contains("honest not discharged"))
    #expect(page.contains("<a href=\"#assumption-honest\">honest</a>"))
    #expect(try !row("R2", of: page).contains("honest"))
  }

  @Test("Which requirements does no rule state, and why not?")
  func holes() throws {
    let page = try page()
    #expect(try row("R3", of: page).contains("nothing"))
    #expect(try row("R5", of: page).contains("The police see to it."))
    #expect(
      try part("summary", of: page).contains("1 requirement that no rule states, without a reason")
    )
  }

  @Test("What was never put to the test?")
  func untested() throws {
    let page = try page()
    #expect(try row("R4", of: page).contains("never put to the test"))
    #expect(try row("R1", of: page).contains("3 times"))
  }

  @Test("What is the worst finding, whom does it concern, and where is its evidence?")
  func worst() throws {
    let findings = try part("findings", of: try page())
    let first = try #require(findings.firstRange(of: "1. "))
    #expect(findings[first.upperBound...].hasPrefix("leave: accepted although the rules refuse it"))
    #expect(findings.contains("day.jsonl, line 1: leave was accepted"))
    #expect(findings.contains("lift A"))
  }

  @Test("What is neither proved nor refuted?")
  func open() throws {
    #expect(try row("R2", of: try page()).contains("open"))
    #expect(try part("properties", of: try page()).contains("undecided"))
  }

  @Test("How is it made again, from which files, by which programs?")
  func again() throws {
    let scope = try part("scope", of: try page())
    #expect(scope.contains("medallion report lift.rulebook"))
    #expect(scope.contains("rulebook lift.rulebook aa"))
    #expect(scope.contains("solver z3 4.8.12 linked into the tool"))
    #expect(scope.contains("tool Medallion 0.2.0 bb"))
  }

  @Test("What do the words for verdicts and classes mean?")
  func words() throws {
    let page = try page()
    #expect(try part("requirements", of: page).contains("stated only 1 A rule states it;"))
    #expect(try part("properties", of: page).contains("undecided 1 The solver gave no answer"))
  }

  @Test("What changed since last time?")
  func changes() throws {
    let page = try page { dossier in
      dossier.changes = DossierChanges(from: Sample.dossier(), to: dossier)
    }
    let summary = try part("summary", of: page)
    #expect(summary.contains("What changed since 2027-03-31"))
    #expect(summary.contains("leave: accepted although the rules refuse it"))
    #expect(summary.contains("safe none proved"))
  }
}
