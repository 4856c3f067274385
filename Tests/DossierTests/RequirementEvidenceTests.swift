import Findings
import Report
import Testing

/// The class of a requirement is that of its weakest evidence, and what is missing is a row.
@Suite struct RequirementEvidenceTests {
  typealias Assurance = RequirementEvidence.Assurance

  private func assurance(
    _ properties: [Verification.PropertyResult], _ row: CitationMatrix.Row,
    _ replaying: Replaying? = nil, keys: [String] = []
  ) throws -> RequirementEvidence {
    let dossier = Sample.dossier(
      properties: properties, replaying: replaying, rows: [row],
      exercisable: keys.map { .init(key: $0, requirements: ["R1"]) })
    return try #require(dossier.requirements.first)
  }

  @Test(
    "The weakest of the properties decides",
    arguments: [
      ([Verdict.proved, .proved], Assurance.proved), ([.proved, .reached], .reached),
      ([.proved, .undecided], .open), ([.proved, .refuted, .undecided], .violated),
      ([.unreachable], .violated),
    ])
  func weakest(_ verdicts: [Verdict], _ expected: Assurance) throws {
    let properties = verdicts.enumerated().map {
      Sample.property("p\($0.offset)", $0.element, requirements: ["R1"])
    }
    let row = Sample.row("R1", properties: properties.map(\.name))
    #expect(try assurance(properties, row).assurance == expected)
  }

  @Test("Runs that were all looked through bound a property; a sample leaves it open")
  func bounded() throws {
    var property = Sample.property("p", .notInductive, requirements: ["R1"])
    property.scope = "Lift=2"
    let row = Sample.row("R1", properties: ["p"])
    #expect(try assurance([property], row).assurance == .bounded)
    property.onlySomeOf = [.instants]
    #expect(try assurance([property], row).assurance == .open)
  }

  @Test("A finding in a trace outweighs a proof of the rules")
  func violated() throws {
    let property = Sample.property("p", .proved, requirements: ["R1"])
    let row = Sample.row("R1", rules: ["guard of leave"], properties: ["p"])
    let result = try assurance([property], row, Sample.replaying([Sample.finding()]))
    #expect(result.assurance == .violated && result.violations == 1)
  }

  @Test("Without a property it is observed, stated, left out, or nothing")
  func withoutProperty() throws {
    let stated = Sample.row("R1", rules: ["event leave"])
    let idle = Sample.replaying([])
    let busy = Sample.replaying([], exercised: ["event leave": 3])
    #expect(try assurance([], stated).assurance == .stated)
    let never = try assurance([], stated, idle, keys: ["event leave"])
    #expect(never.assurance == .stated && never.observed == 0)
    #expect(never.reason == "no trace put it to the test")
    let observed = try assurance([], stated, busy, keys: ["event leave"])
    #expect(observed.assurance == .observed && observed.observed == 3)
    #expect(try assurance([], Sample.row("R1", excused: "why")).assurance == .leftOut)
    #expect(try assurance([], Sample.row("R1")).assurance == .nothing)
  }

  @Test("A cell that a spreadsheet would take for a formula is text; quotes are doubled")
  func table() throws {
    let rows = ["=1+1", "+A1", "-1", "@x", "＝1", "\t=1", "\r=1", "a,b", "say \"so\"", "two\nlines"]
      .map {
        Sample.row($0, rules: ["event leave"])
      }
    let text = RequirementsTable(Sample.dossier(rows: rows).requirements).text
    #expect(text.hasPrefix("id,source,kind,requirement,assurance,"))
    for cell in [
      "'=1+1,", "'+A1,", "'-1,", "'@x,", "'＝1,", "\\u{9}=1,", "\\u{D}=1,", "\"a,b\",",
      "\"say \"\"so\"\"\",", "two\\u{A}lines,",
    ] {
      #expect(text.contains("\r\n" + cell), "\(cell)")
    }
  }
}
