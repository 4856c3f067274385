import Foundation
import FoundationXML
import Testing

@Suite("The forms of what replaying found")
struct ReplayFormatTests {
  static let fixtures = Tool.root.appending(path: "Tests/Fixtures/reports")

  /// A rulebook with its requirement, and a trace that breaks it under names that are no friend of
  /// XML, with a line that cannot be read.
  private func folder() throws -> Folder {
    let folder = try Folder()
    for name in ["lift.rulebook", "lift.tsv", "t.jsonl"] {
      try folder.write(name, try Data(contentsOf: Self.fixtures.appending(path: name)))
    }
    return folder
  }

  private func replay(_ arguments: [String], in folder: Folder) throws -> Tool.Result {
    let result = try Tool.run(["replay", "lift.rulebook"] + arguments, in: folder)
    #expect(result.isExit)
    return result
  }

  @Test("Each is what it was", arguments: ["junit", "sarif", "jsonl"])
  func snapshot(format: String) throws {
    let folder = try folder()
    let result = try replay(["t.jsonl", "--format", format], in: folder)
    #expect(result.code == 1)
    let expected = try String(
      contentsOf: Self.fixtures.appending(path: "lift.\(format)"), encoding: .utf8)
    #expect(result.output == expected)
  }

  private func text(_ rulebook: String, _ trace: String) throws -> String {
    let folder = try Folder()
    let table = (1...6).map { "R\($0)\tminutes\trequirement\tSentence \($0).\n" }.joined()
    try folder.write("own.tsv", Data(("id\tsource\tkind\trequirement\n" + table).utf8))
    let start = "rulebook Own\nrequirements \"own.tsv\"\n\n"
    try folder.write("own.rulebook", Data((start + rulebook + "\n").utf8))
    try folder.write("t.jsonl", Data((trace + "\n").utf8))
    return try Tool.run(["replay", "own.rulebook", "t.jsonl"], in: folder).output
  }

  @Test(
    "Mistakes of a rulebook are the results of a code scanner", arguments: ["verify", "replay"])
  func mistakes(command: String) throws {
    let folder = try folder()
    let text = "rulebook Own\nrequirements \"lift.tsv\"\n\nentity Lift\n  load: Itn = 0\n"
    try folder.write("own.rulebook", Data(text.utf8))
    let inputs = [command, "own.rulebook"] + (command == "replay" ? ["t.jsonl"] : [])
    let told = try Tool.run(inputs + ["--format", "sarif"], in: folder)
    #expect(told.isExit && told.code == 2)
    #expect(told.errors.hasPrefix("own.rulebook:5:9: error: unknown type 'Itn'"))
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["ruleId"] as? String == "unknown-name" && result["level"] as? String == "error")
    let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"]
    let region = (place as? [String: Any])?["region"] as? [String: Int]
    #expect(region == ["startLine": 5, "startColumn": 9, "byteOffset": text.utf8.count - 8])
    // No input is written over, whatever is wrong with it.
    for file in ["own.rulebook", "lift.tsv"] + inputs.dropFirst(2) {
      let before = try Data(contentsOf: folder.url.appending(path: file))
      let refused = try Tool.run(inputs + ["--format", "sarif", "--output", file], in: folder)
      #expect(refused.code == 2)
      #expect(try Data(contentsOf: folder.url.appending(path: file)) == before)
    }
  }

  @Test("The mistakes of all rulebooks are told at once, and are the results of a code scanner")
  func mistakesOfAll() throws {
    let folder = try Folder()
    let made = try Tool.shell("mkdir -p Models/A Models/B Models/C", in: folder)
    #expect(made.code == 0)
    for (name, type) in [("A", "Itn"), ("B", "Int"), ("C", "Boole")] {
      let text = "rulebook \(name)\nrequirements \"r.tsv\"\n\nentity Lift\n  load: \(type) = 0\n"
      try folder.write("Models/\(name)/\(name).rulebook", text)
      try folder.write("Models/\(name)/r.tsv", "id\tsource\tkind\trequirement\n")
    }
    for format in ["text", "sarif"] {
      let told = try Tool.run(["check", "--format", format], in: folder)
      #expect(told.isExit && told.code == 2)
      for place in ["A.rulebook:5:9: error", "C.rulebook:5:9: error"] {
        #expect(told.errors.contains(place), "\(told.errors)")
      }
      if format == "text" { continue }
      let log = try #require(
        try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
      let run = try #require((log["runs"] as? [[String: Any]])?.first)
      let results = try #require(run["results"] as? [[String: Any]])
      #expect(results.filter { $0["level"] as? String == "error" }.count == 2)
    }
    // No input is written over, though nothing be wrong with it.
    for output in ["Models/A/r.tsv", "Models/B/r.tsv"] {
      let refused = try Tool.run(["check", "--format", "sarif", "--output", output], in: folder)
      #expect(refused.code == 2)
      #expect(try folder.read(output).hasPrefix("id\t"))
    }
  }

  @Test("Of a rule with many requirements the first are shown, each behind its id")
  func requirements() throws {
    func rule(_ cited: String) throws -> String {
      let text = try text(
        "event close() from keeper\n  require false    [\(cited)]",
        #"{"at":0,"event":"close","outcome":"ok"}"#)
      let lines = text.split(separator: "\n").drop { !$0.contains("    rule") }
      return lines.prefix { !$0.contains("    expected") }.joined(separator: "\n")
    }
    #expect(try rule("R2") == "    rule      Sentence 2.")
    #expect(
      try rule("R1 R2 R3 R4 R5")
        == (1...5).map {
          ($0 == 1 ? "    rule      " : "              ") + "R\($0) Sentence \($0)."
        }
        .joined(separator: "\n"))
    #expect(
      try rule("R6 R5 R4 R3 R2 R1") == """
            rule      R6 Sentence 6.
                      R5 Sentence 5.
                      R4 Sentence 4.
                      R3 Sentence 3.
                      … 2 more
        """)
  }

  @Test("What was missed in one pause is told together")
  func pause() throws {
    let text = try text(
      """
      entity Light
        isOn:  Bool = false
        since: Time = any

      event switchOn(light: Light) from keeper
        light.isOn  = true
        light.since = now

      event switchOff(light: Light) from clock
        require light.isOn
        due light.since + 1 min
        light.isOn = false
      """,
      """
      {"at":0,"event":"switchOn","light":"A","outcome":"ok"}
      {"at":1000,"event":"switchOn","light":"B","outcome":"ok"}
      {"at":900000,"event":"switchOn","light":"C","outcome":"ok"}
      """)
    #expect(
      text.hasPrefix(
        """
          line 3  1970-01-01T00:01:00.000Z  missed  switchOff
            rule      due light.since + 1 min
            entity    light A
            expected  switchOff, due 1970-01-01T00:01:00.000Z
            observed  not recorded by line 3
            as well   switchOff of light B, due 1970-01-01T00:01:01.000Z
        """), "\(text)")
  }

  @Test(
    "What was judged otherwise is told", arguments: ["text", "json", "jsonl", "junit", "sarif"])
  func options(format: String) throws {
    let folder = try folder()
    let plain = try replay(["t.jsonl", "--format", format], in: folder)
    #expect(!plain.output.contains("judged with"))
    let told = try replay(["t.jsonl", "--set", "most=2", "--format", format], in: folder)
    #expect(told.output.contains("judged with --set most=2"), "\(told.output)")
  }

  @Test("JUnit is well formed, and its counts are right")
  func junit() throws {
    let folder = try folder()
    let result = try replay(["t.jsonl", "--format", "junit"], in: folder)
    let root = try #require(try Elements.parse(result.output))
    #expect(root.name == "testsuites")
    let suite = try #require(root.children.first)
    #expect(suite.attributes["name"] == "t.jsonl")
    let cases = suite.children.filter { $0.name == "testcase" }
    for (attribute, element) in [
      ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
    ] {
      let count = cases.count { $0.children.contains { $0.name == element } }
      #expect(suite.attributes[attribute] == String(count))
      #expect(root.attributes[attribute] == String(count))
    }
    #expect(suite.attributes["tests"] == String(cases.count))
    #expect(cases.allSatisfy { $0.children.count <= 1 })
    #expect(Set(cases.compactMap { $0.attributes["name"] }).count == cases.count)
  }

  @Test("The cases are the same on every run, and the guard that is false is one that fails")
  func cases() throws {
    func cases(_ trace: String) throws -> [Elements.Element] {
      let path = Tool.root.appending(path: "Traces/MyTaxiService/\(trace).jsonl").path
      let result = try Tool.run(
        ["replay", Tool.model("MyTaxiService"), path, "--format", "junit"], in: Folder())
      let suite = try #require(try Elements.parse(result.output)?.children.first)
      return suite.children.filter { $0.name == "testcase" }
    }
    let late = try cases("violates/accepted-after-the-window")
    let failed = late.filter { $0.children.contains { $0.name == "failure" } }
    #expect(
      failed.compactMap { $0.attributes["name"] } == [
        "event accept", "guard accept: request.stage is offered and request.taxi is taxi",
      ])
    let names = late.map { $0.attributes["name"] }
    for trace in [
      "conforms/SC3-reservation-served", "violates/time-goes-back", "violates/status-differs",
      "conforms/crossing-against-the-assumption", "inconclusive/empty",
    ] {
      #expect(try cases(trace).map { $0.attributes["name"] } == names, "\(trace)")
    }
    let back = try cases("violates/time-goes-back").first { $0.attributes["name"] == "time" }
    #expect(back?.children.first?.name == "failure")
  }

  @Test("What is never tested is skipped, what is open is an error unless it is accepted")
  func verdicts() throws {
    let folder = try folder()
    try folder.write("open.jsonl", #"{"at":0,"event":"entr","lift":"A"}"# + "\n")
    let open = try replay(["open.jsonl", "--format", "junit"], in: folder)
    #expect(open.code == 3)
    #expect(open.output.contains(#"errors="1" skipped="4""#), "\(open.output)")
    let accepted = try replay(
      ["open.jsonl", "--format", "junit", "--accept", "inconclusive"], in: folder)
    #expect(accepted.code == 0)
    #expect(accepted.output.contains(#"errors="0" skipped="5""#), "\(accepted.output)")
  }

  @Test("SARIF points into the trace and into the rulebook")
  func sarif() throws {
    let folder = try folder()
    let result = try replay(["t.jsonl", "--format", "sarif"], in: folder)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(results.count == 1)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      let location = try #require(
        ((result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])?[
          "region"] as? [String: Any])
      #expect(location["startLine"] as? Int == 2)
      let offset = try #require(location["byteOffset"] as? Int)
      let bytes = Array(try folder.read("t.jsonl").utf8)
      #expect(bytes[offset] == UInt8(ascii: "{") && bytes[offset - 1] == UInt8(ascii: "\n"))
      #expect((result["partialFingerprints"] as? [String: String])?.isEmpty == false)
    }
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["exitCode"] as? Int == 1)
    #expect((invocation["toolExecutionNotifications"] as? [Any])?.isEmpty == false)
  }

  @Test("A finding is known again when lines before it are gone")
  func fingerprints() throws {
    let folder = try folder()
    try folder.write("u.jsonl", "\n\n" + (try folder.read("t.jsonl")))
    func fingerprint(_ trace: String) throws -> String? {
      let output = try replay([trace, "--format", "sarif"], in: folder).output
      return output.split(separator: "\n").first { $0.contains("finding/v1") }.map(String.init)
    }
    #expect(try fingerprint("t.jsonl") != nil)
    #expect(try fingerprint("t.jsonl") == fingerprint("u.jsonl"))
  }

  @Test("The text does not flood")
  func limits() throws {
    let folder = try folder()
    var lines = ""
    for index in 0..<150 {
      lines += #"{"at":\#(index),"event":"leave","lift":"L\#(index)"}"# + "\n"
    }
    lines += String(repeating: "x\n", count: 50)
    try folder.write("many.jsonl", lines)
    func counts(_ arguments: [String]) throws -> (findings: Int, rejected: Int, output: String) {
      let output = try replay(["many.jsonl"] + arguments, in: folder).output
      let lines = output.split(separator: "\n")
      return (
        lines.count { $0.contains("Z  wrongly accepted") },
        lines.count { $0.contains(": rejected, ") }, output
      )
    }
    let usual = try counts([])
    #expect((usual.findings, usual.rejected) == (100, 20))
    #expect(usual.output.contains("… 50 more findings\n"))
    #expect(usual.output.contains("… 30 more rejected lines\n"))
    let few = try counts(["--limit", "1"])
    #expect((few.findings, few.rejected) == (1, 1))
    let all = try counts(["--limit", "1000"])
    #expect((all.findings, all.rejected) == (150, 50))
    #expect(!all.output.contains("more"))
    let json = try replay(["many.jsonl", "--format", "jsonl"], in: folder).output
    // 100 findings, 50 rejected lines, the trace and the summary.
    #expect(json.split(separator: "\n").count == 152)
    #expect(try replay(["many.jsonl", "--limit", "-1"], in: folder).code == 2)
  }

  @Test("verify and check speak JUnit and SARIF, too")
  func others() throws {
    let folder = try Folder()
    try folder.writeBook(Book.refuted)
    let junit = try Tool.run(["verify", "r.rulebook", "--format", "junit"], in: folder)
    #expect(junit.code == 1)
    let suite = try #require(try Elements.parse(junit.output)?.children.first)
    #expect(suite.attributes["failures"] == "1")
    let names = suite.children.compactMap { $0.attributes["name"] }
    #expect(names.contains("event enter") && names.contains("self-check"), "\(names)")
    #expect(
      suite.children.contains { $0.attributes["name"] == "invariant light" && !$0.children.isEmpty }
    )
    let sarif = try Tool.run(["verify", "r.rulebook", "--format", "sarif"], in: folder)
    #expect(sarif.code == 1)
    #expect(sarif.output.contains(#""ruleId" : "light/refuted""#))
    #expect(try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) is [String: Any])
    let models = try Tool.shell("mkdir -p Models/R && mv r.rulebook r.tsv Models/R", in: folder)
    #expect(models.code == 0)
    let check = try Tool.run(["check", "--format", "junit"], in: folder)
    #expect(check.code == 1)
    #expect(try Elements.parse(check.output)?.children.count == 3)
    let log = try Tool.run(["check", "--format", "sarif"], in: folder)
    #expect(log.code == 1)
    #expect(log.output.contains(#""uri" : "./Models/R/r.rulebook""#), "\(log.output)")
  }
}

/// An XML document as a tree.
final class Elements: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
  }

  private var open = [Element(name: "", attributes: [:])]

  /// nil: it is not well formed.
  static func parse(_ text: String) throws -> Element? {
    let delegate = Elements()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = delegate
    guard parser.parse() else { return nil }
    return delegate.open.first?.children.first
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(Element(name: name, attributes: attributes))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let element = open.removeLast()
    open[open.count - 1].children.append(element)
  }
}
