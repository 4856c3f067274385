import Foundation
import Testing

@Suite("check passes nothing over")
struct CatalogTests {
  private func check(_ folder: Folder) throws -> Tool.Result {
    try Tool.run(["check"], in: folder)
  }

  @Test("What belongs there is checked, notes and hidden files are left alone")
  func good() throws {
    let folder = try Project.make()
    for name in [
      "Traces/README.md", "Traces/Desk/README", "Traces/Desk/conforms/notes.txt",
      "Traces/.keep", "Models/Desk/desk.mapping", "Models/Desk/Desk.rulebook~",
    ] {
      try Project.write(name, "", in: folder)
    }
    let result = try check(folder)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("2 of 2 traces are as expected"))
  }

  @Test("What has no place is told, a line each, with the name that was meant")
  func misplaced() throws {
    let folder = try Project.make()
    let trace = try folder.read(Project.violating)
    let mistakes = [
      (
        "Traces/Deks/conforms/a.jsonl",
        "./Traces/Deks: no rulebook is called 'Deks'; did you mean 'Desk'?"
      ),
      (
        "Traces/Desk/conform/a.jsonl",
        "./Traces/Desk/conform: a folder of traces is called conforms, violates, inconclusive; "
          + "did you mean 'conforms'?"
      ),
      (
        "Traces/Desk/conforms/late.JSONL",
        "./Traces/Desk/conforms/late.JSONL: a trace ends with .jsonl, .jsonl.gz, .jsonl.zst; "
          + "did you mean 'late.jsonl'?"
      ),
      (
        "Traces/Desk/violates/c.expected.json",
        "./Traces/Desk/violates/c.expected.json: the trace of which it tells is not there; "
          + "did you mean 'b.expected.json'?"
      ),
      (
        "Traces/Desk/a.jsonl",
        "./Traces/Desk/a.jsonl: a trace stands in "
          + "./Traces/NAME/{conforms,violates,inconclusive}"
      ),
      (
        "Traces/a.jsonl",
        "./Traces/a.jsonl: a trace stands in ./Traces/NAME/{conforms,violates,inconclusive}"
      ),
    ]
    for (name, _) in mistakes { try Project.write(name, trace, in: folder) }
    let result = try check(folder)
    #expect(result.code == 2 && result.output.isEmpty, "\(result.output)")
    #expect(
      result.errors.split(separator: "\n").map(String.init).sorted()
        == mistakes.map { "error: " + $0.1 }.sorted())
    for command in ["matrix", "mutate"] {
      let own = try Tool.run([command, Project.rulebook], in: folder)
      #expect(own.code == 2 && own.errors.contains("Traces/Desk/conform: "), "\(own.errors)")
      let elsewhere = try Tool.run([command, Project.rulebook, "--root", "gone"], in: folder)
      #expect(elsewhere.errors == "error: --root: there is no folder 'gone'\n")
    }
  }

  @Test("A rulebook that is called something else is told")
  func rulebooks() throws {
    let folder = try Project.make()
    try Project.write(
      "Models/Desk/Other.RULEBOOK", try folder.read(Project.rulebook), in: folder)
    let result = try check(folder)
    #expect(result.code == 2)
    #expect(
      result.errors
        == "error: ./Models/Desk/Other.RULEBOOK: a rulebook ends with .rulebook\n")
  }

  @Test("Packed traces are replayed as others are")
  func packed() throws {
    let folder = try Project.make()
    func mutated() throws -> [String] {
      let result = try Tool.run(["mutate", Project.rulebook, "--format", "json"], in: folder)
      return result.output.split(separator: "\n").map(String.init)
        .filter { !$0.contains("\"seconds\"") }
    }
    let plain = try mutated()
    #expect(plain.contains { $0.contains("conforms/a.jsonl") })
    let pack = try Tool.shell("gzip Traces/Desk/*/*.jsonl", in: folder)
    try #require(pack.code == 0, "\(pack.output)")
    #expect(
      try mutated().map { $0.replacing(".jsonl.gz", with: ".jsonl") } == plain)
    try #require(
      try Tool.shell("cp Traces/Desk/violates/*.gz Traces/Desk/conforms", in: folder).code == 0)
    let result = try check(folder)
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.output.contains("2 of 3 traces are as expected"), "\(result.output)")
    #expect(result.output.contains(#/FAILED +trace +Desk/conforms/b.jsonl.gz/#), "\(result.output)")
  }

  @Test("A trace in a folder of its own is called by both")
  func nested() throws {
    let folder = try Project.make()
    try Project.write(
      "Traces/Desk/conforms/sub/late.jsonl", try folder.read(Project.violating), in: folder)
    let result = try check(folder)
    #expect(result.code == 1)
    #expect(
      result.output.contains(#/FAILED +trace +Desk/conforms/sub/late.jsonl/#), "\(result.output)")
  }

  @Test(
    "What is wrong with expected findings is told with its place and what was meant",
    arguments: [
      ("{}", "1:1: error: the findings of a trace: the key 'findings' is missing"),
      ("[]", "1:1: error: the findings of a trace: expected an object, found an array"),
      (#"{"findings":{}}"#, "1:13: error: 'findings': expected an array, found an object"),
      (
        #"{"findings":[],"rejcted":[]}"#,
        "1:16: error: the findings of a trace: unknown key 'rejcted'; did you mean 'rejected'?"
      ),
      (
        "{\"findings\":[\n{\"line\":3,\"kind\":\"msised\",\"rule\":\"call\"}]}",
        "2:18: error: there is no kind of finding 'msised'; did you mean 'missed'?"
      ),
      (
        #"{"findings":[{"line":"3","kind":"missed","rule":"call"}]}"#,
        "1:22: error: 'line': expected a whole number from 1, found a string"
      ),
      (
        #"{"findings":[{"line":3,"kind":"missed"}]}"#,
        "1:14: error: a finding: the key 'rule' is missing"
      ),
      (
        #"{"findings":[{"line":3,"kind":"missed","rule":null}]}"#,
        "1:47: error: 'rule': expected a string, found null"
      ),
      (
        #"{"findings":[],"rejected":[{"line":0,"id":"x"}]}"#,
        "1:36: error: 'line': expected a whole number from 1, found a number"
      ),
      (#"{"findings":["#, "1:14: error: the text ends in the middle of a JSON value"),
    ])
  func expected(text: String, message: String) throws {
    let folder = try Project.make()
    try folder.write(Project.expected, text)
    let result = try check(folder)
    #expect(result.code == 2 && result.output.isEmpty, "\(result.output)")
    #expect(
      result.errors.hasPrefix("./\(Project.expected):\(message)"), "\(result.errors)")
    #expect(result.errors.matches(of: /error:/).count == 1)
  }
}
