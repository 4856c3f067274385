import Foundation
import Testing

@Suite("medallion diff: Markdown and SARIF")
struct DiffFormTests {
  private static let book = """
    rulebook Lift
    requirements "r.tsv"
    parameter most = 3
    entity Lift
      load: Int = 0
    event enter(lift: Lift) from rider
      require lift.load < most [L1]
      lift.load += 1
    event leave(lift: Lift) from rider
      require lift.load > 0
      lift.load -= 1

    """
  private static let leave = """
    event leave(lift: Lift) from rider
      require lift.load > 0
      lift.load -= 1

    """

  /// - Parameter id: of the requirement that an event cites.
  private func folder(_ new: String, name: String = "new.rulebook") throws -> Folder {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\nL1\ta\tstate\tOne.\n")
    try folder.write("old.rulebook", Self.book)
    try folder.write(name, new)
    return folder
  }

  private func diff(
    _ folder: Folder, _ options: String..., new: String = "new.rulebook"
  ) throws -> Tool.Result {
    try Tool.run(["diff", "old.rulebook", new] + options, in: folder)
  }

  // MARK: Markdown

  @Test("Markdown has what it comes to, a table, and the runs folded")
  func markdown() throws {
    let result = try diff(
      try folder(Self.book.replacing("  require lift.load < most [L1]\n", with: "")),
      "--format", "markdown")
    #expect(result.code == 1)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "### Rule changes: `new.rulebook`")
    #expect(
      lines.contains("**Different** — 1 different · 0 open · 1 equal · 1 the same as they stand"))
    #expect(
      lines.contains("| `+` | `enter` | newly-permitted | `L1` | old line 7, new line 6 |  |"))
    #expect(
      lines.contains("<details><summary>+ <code>enter</code> newly-permitted: 4 steps</summary>"))
    #expect(lines.contains("  4. 0:00:00.000  enter(lift L1)"))
    #expect(lines.count { $0 == "```text" } == 1 && lines.count { $0 == "```" } == 1)
    #expect(lines.count { $0.hasPrefix("<details>") } == lines.count { $0 == "</details>" })
  }

  @Test("Markdown of a rulebook and itself says that they are equal")
  func equal() throws {
    let result = try diff(try folder(Self.book), "--format", "markdown")
    #expect(result.code == 0)
    #expect(result.output.contains("**Equal** — 0 different"))
    #expect(!result.output.contains("| `"))
  }

  @Test(
    "No name of the input is markup",
    arguments: [
      "a|b.rulebook", "`a`.rulebook", "<img src=x>.rulebook", "@everyone.rulebook",
      "[a](http:x).rulebook", "<b>&lt;.rulebook", "a\\.rulebook",
    ])
  func hostile(_ name: String) throws {
    let folder = try folder(Self.book.replacing("[L1]", with: ""), name: name)
    let result = try diff(folder, "--format", "markdown", new: name)
    #expect(result.code == 0)
    let heading = try #require(result.output.split(separator: "\n").first)
    let shown = heading.dropFirst("### Rule changes: ".count)
    let isPlain = shown.first == "`"
    #expect(isPlain == !name.contains(/[`|\\]/))
    let inside = isPlain ? shown.dropFirst().dropLast() : shown.dropFirst(6).dropLast(7)
    #expect(isPlain ? inside == name : !inside.contains(/[`|<>@\[\\]/))
  }

  @Test("A reason that is accepted cannot leave its cell")
  func hostileReason() throws {
    let folder = try folder(Self.book.replacing("< most", with: "<= most"))
    let json = try diff(folder, "--format", "json").output
    let digest = try #require(json.firstMatch(of: /"sha256" : "([0-9a-f]{64})"/)).1
    try folder.write(
      "accepted.json",
      #"""
      {"schema": "medallion.accepted/1", "accepted": [{"change":
        {"sha256": "\#(digest)", "event": "enter", "kind": "newly-permitted"},
        "reason": "a | b\n| ``` | </details> @everyone"}]}
      """#)
    let result = try diff(folder, "--format", "markdown", "--accepted", "accepted.json")
    #expect(result.code == 0)
    #expect(result.output.contains("**All differences are accepted**"))
    let row = try #require(
      result.output.split(separator: "\n").first { $0.hasPrefix("| `+` | `enter`") })
    #expect(row.count { $0 == "|" } == 7)
    #expect(!row.contains("@") && !row.contains("</details>"))
  }

  // MARK: SARIF

  private struct Log: Decodable {
    struct Location: Decodable {
      struct Physical: Decodable {
        struct Artifact: Decodable { let uri: String }
        struct Region: Decodable { let startLine: Int }
        let artifactLocation: Artifact
        let region: Region?
      }
      let physicalLocation: Physical
      var place: String {
        let line = physicalLocation.region.map { ":\($0.startLine)" } ?? ""
        return physicalLocation.artifactLocation.uri + line
      }
    }
    struct Result: Decodable {
      struct Flow: Decodable {
        struct Thread: Decodable {
          struct Step: Decodable { let location: Location }
          let locations: [Step]
        }
        let threadFlows: [Thread]
      }
      let ruleId: String
      let level: String
      let locations: [Location]
      let codeFlows: [Flow]?
    }
    struct Run: Decodable { let results: [Result] }
    let runs: [Run]

    init(_ text: String) throws {
      self = try JSONDecoder().decode(Log.self, from: Data(text.utf8))
    }
  }

  @Test("SARIF has each difference at its new line, with the run")
  func sarif() throws {
    let folder = try folder(Self.book.replacing("< most", with: "<= most"))
    let result = try diff(folder, "--format", "sarif")
    #expect(result.code == 1)
    let found = try #require(try Log(result.output).runs.first?.results)
    #expect(found.map(\.ruleId) == ["enter/newly-permitted"])
    #expect(found.map(\.level) == ["error"])
    #expect(found.first?.locations.map(\.place) == ["new.rulebook:7"])
    let steps = try #require(found.first?.codeFlows?.first?.threadFlows.first?.locations)
    #expect(steps.map(\.location.place) == Array(repeating: "new.rulebook:6", count: 4))
  }

  @Test("What went is at its old line; what does not count is a note")
  func sarifRemoved() throws {
    let folder = try folder(Self.book.replacing(Self.leave, with: ""))
    let result = try diff(folder, "--format", "sarif", "--fail-on", "effect")
    #expect(result.code == 0)
    let found = try #require(try Log(result.output).runs.first?.results)
    #expect(found.map(\.ruleId) == ["leave/no-longer-permitted"])
    #expect(found.map(\.level) == ["note"])
    #expect(found.first?.locations.map(\.place) == ["old.rulebook:9"])
    let steps = try #require(found.first?.codeFlows?.first?.threadFlows.first?.locations)
    #expect(steps.map(\.location.place) == ["new.rulebook:6", "old.rulebook:9"])
  }

  @Test("Mistakes of a rulebook are results")
  func sarifMistakes() throws {
    let folder = try folder(Self.book.replacing("lift.load -= 1", with: "lift.lod -= 1"))
    let result = try diff(folder, "--format", "sarif")
    #expect(result.code == 2)
    let found = try #require(try Log(result.output).runs.first?.results)
    #expect(found.first?.locations.map(\.place) == ["new.rulebook:11"])
  }
}
