import Foundation
import FoundationXML
import Testing

/// Names of entities, texts of rules and requirements, names of files and findings of the user that
/// were chosen to harm whoever reads the result.
@Suite("Hostile names") struct HostileNameTests {
  private static let names = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x",
    "{{rulebook}}", "<!--", "&amp;", "]]>", "[click](https://example.org)", "%s%n", "`x`",
    "a\u{202E}b\u{0}c\u{200B}d", "\u{1B}[2J\u{9B}2J\u{7}", "two\nlines\u{2028}three",
    "=1+1", "+A1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", String(repeating: "x", count: 10_000),
  ]
  /// Those that a rulebook and its table of requirements may hold.
  private static let texts = names.filter { name in
    name.unicodeScalars.allSatisfy { isShownAsItself($0) } && !name.contains("\"")
  }
  /// Those that are shown as they are: longer ones are cut.
  private static let shown = texts.filter { $0.count < 60 }
  private static let trace = "=<b>'\u{1B}[2J\u{202E}.jsonl"
  private static let rulebook = "-<i>\u{202E}.rulebook"

  private static func isShownAsItself(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  private func folder() throws -> Folder {
    let folder = try Folder()
    let rows = Self.texts.enumerated().map { "R\($0)\t\($1)\t\($1)\t\($1)\n" }.joined()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\n" + rows)
    let properties = Self.texts.enumerated().map { index, text in
      "invariant p\(index) [R\(index)] \"\(text)\"\n  all l: Lift: l.load <= \(index % 2 + 2)\n"
    }
    try folder.write(
      Self.rulebook,
      """
      rulebook R
      requirements "r.tsv"
      entity Lift
        load: Int = 0
      event enter(lift: Lift) from rider
        require lift.load < 3 [R0 R1]
        lift.load += 1

      """ + properties.joined())
    let lines = try Self.names.enumerated().flatMap { index, name in
      try (0..<4).map { time in
        let line: [String: Any] = ["at": index * 4 + time, "event": "enter", "lift": name]
        return String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
      }
    }
    try folder.write(Self.trace, lines.map { $0 + "\n" }.joined() + "\u{9B}2J\u{202E}\n")
    let own = Self.names.map { name -> [String: Any] in
      [
        "title": name, "harm": "low", "statement": name, "who": name, "evidence": [name],
        "recommendation": name, "requirements": [name],
      ]
    }
    try folder.write("own.json", try JSONSerialization.data(withJSONObject: ["findings": own]))
    return folder
  }

  enum Form: String, CaseIterable {
    case text, json, jsonl, junit, sarif
    /// `verify`, of which the texts come from the rulebook.
    case proofs, sarifOfProofs
  }

  @Test("No result has a character that hides, reorders or repaints text", arguments: Form.allCases)
  func results(_ form: Form) throws {
    let folder = try folder()
    let arguments =
      switch form {
      case .proofs: ["verify", "./" + Self.rulebook]
      case .sarifOfProofs: ["verify", "./" + Self.rulebook, "--format", "sarif"]
      default: ["replay", "./" + Self.rulebook, Self.trace, "--format", form.rawValue]
      }
    let result = try Tool.run(arguments, in: folder)
    #expect(result.code == 1 && result.isExit, "\(result.errors)")
    let shown = (result.output + result.errors).unicodeScalars
    #expect(shown.allSatisfy { $0 == "\n" || Self.isShownAsItself($0) })
    switch form {
    case .text:
      for name in Self.shown {
        #expect(result.output.contains("entity    lift \(name)\n"))
      }
    case .json:
      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let traces = (json as? [String: Any])?["traces"] as? [[String: Any]]
      let findings = traces?.first?["findings"] as? [[String: Any]]
      #expect(findings?.count == Self.names.count)
      let entities = Set(findings?.compactMap { $0["entity"] as? String } ?? [])
      #expect(entities.isSuperset(of: Self.shown.map { "lift \($0)" }))
      #expect(traces?.first?["path"] as? String == Self.trace)
    case .junit:
      let parser = XMLParser(data: Data(result.output.utf8))
      #expect(parser.parse())
    case .sarif, .sarifOfProofs: try checkLog(result.output)
    case .jsonl, .proofs: break
    }
  }

  /// Messages of SARIF have no links and no arguments but our own: none.
  private func checkLog(_ text: String) throws {
    struct Log: Decodable {
      struct Run: Decodable { let results: [Result] }
      struct Result: Decodable {
        let message: Message
        let locations: [Location]
      }
      struct Message: Decodable { let text: String }
      struct Location: Decodable { let physicalLocation: Place }
      struct Place: Decodable { let artifactLocation: Artifact }
      struct Artifact: Decodable { let uri: String }
      let runs: [Run]
    }
    let results = try JSONDecoder().decode(Log.self, from: Data(text.utf8)).runs.flatMap(\.results)
    #expect(results.count > 5)
    for result in results {
      let message = result.message.text
      #expect(message.unicodeScalars.allSatisfy { $0 == "\n" || Self.isShownAsItself($0) })
      #expect(message.firstMatch(of: /(^|[^\\])\[[^\]]*[^\\]\]\(/) == nil, "\(message)")
      #expect(
        message.replacing("{{", with: "").replacing("}}", with: "").contains { "{}".contains($0) }
          == false)
      #expect(
        result.locations.allSatisfy {
          $0.physicalLocation.artifactLocation.uri.allSatisfy(\.isASCII)
        })
    }
  }

  @Test("A dossier and its table of requirements are neither markup nor formulas")
  func dossier() throws {
    let folder = try folder()
    let result = try Tool.run(
      [
        "report", "./" + Self.rulebook, Self.trace, "--findings", "own.json", "--csv", "r.csv",
        "--data", "d.json", "-o", "d.html",
      ], in: folder)
    #expect(result.code == 1 && result.isExit, "\(result.errors)")
    let page = try folder.read("d.html")
    for mark in ["<script>alert", "<img", "<b>", "<i>", "onerror=alert(1)>"] {
      #expect(!page.contains(mark), "\(mark)")
    }
    #expect(page.matches(of: /<script/).count == 2 && page.matches(of: /<\/script/).count == 2)
    #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
    for name in ["d.html", "d.json", "r.csv"] {
      let scalars = try folder.read(name).unicodeScalars
      #expect(
        scalars.allSatisfy { "\r\n".unicodeScalars.contains($0) || Self.isShownAsItself($0) })
    }
    let rows = cells(try folder.read("r.csv"))
    #expect(rows.count == Self.texts.count + 1 && rows.allSatisfy { $0.count == 11 })
    #expect(rows.joined().allSatisfy { cell in !"=+-@＝\t".contains { cell.first == $0 } })
    #expect(rows.joined().contains("'=1+1"))
  }

  /// RFC 4180, as a spreadsheet reads it.
  private func cells(_ text: String) -> [[String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    for character in text {
      switch character {
      case "\"":
        isQuoted.toggle()
      case "," where !isQuoted: rows[rows.count - 1].append("")
      case "\r\n" where !isQuoted: rows.append([""])
      default: rows[rows.count - 1][rows[rows.count - 1].count - 1].append(character)
      }
    }
    return rows.dropLast()
  }
}
