import Foundation
import Testing

@Suite("Reports of a replay agree, and say it in one page")
struct ReplayReportTests {
  private static let fixtures = Tool.root.appending(path: "Tests/Fixtures/reports")

  /// `leave` is wrong 300 times, `enter` twice, at the end.
  private func folder() throws -> Folder {
    let folder = try Folder()
    for name in ["lift.rulebook", "lift.tsv"] {
      try folder.write(name, try Data(contentsOf: Self.fixtures.appending(path: name)))
    }
    let leave = (0..<300).map { #"{"at":\#($0),"event":"leave","lift":"L\#($0)"}"# }
    let enter = ["X", "X", "Y", "Y"].enumerated().map {
      #"{"at":\#(300 + $0.offset),"event":"enter","lift":"\#($0.element)"}"#
    }
    try folder.write("many.jsonl", (leave + enter).joined(separator: "\n") + "\n")
    try folder.write("right.jsonl", #"{"at":0,"event":"enter","lift":"A"}"# + "\n")
    return folder
  }

  private func replay(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    let result = try Tool.run(["replay", "lift.rulebook"] + arguments, in: folder)
    #expect(result.isExit, "\(result.errors)")
    return result
  }

  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func counts(_ rows: Any?) throws -> [String: Int] {
    let rows = try #require(rows as? [[String: Any]])
    return try rows.reduce(into: [:]) { counts, row in
      counts[try #require(row["rule"] as? String)] = row["count"] as? Int
    }
  }

  @Test("All forms have the same counts, beyond what they list")
  func agreement() throws {
    let folder = try folder()
    let expected = ["leave": 300, "enter": 2]
    let text = try replay("many.jsonl", in: folder).output
    #expect(text.contains("\n    300  wrongly accepted  leave  lines 1 to 300"))
    #expect(text.contains("\n      2  wrongly accepted  enter  lines 302 to 304"))
    #expect(text.contains("\n  … 200 more findings\n"))
    let json = try object(try replay("many.jsonl", "--format", "json", in: folder).output)
    #expect(json["schema"] as? String == "medallion.replay/2")
    #expect(try counts((json["summary"] as? [String: Any])?["rows"]) == expected)
    let trace = try #require((json["traces"] as? [[String: Any]])?.first)
    #expect(try counts(trace["rows"]) == expected)
    #expect((trace["findings"] as? [Any])?.count == 102)
    #expect(trace["unlisted"] as? Int == 200)
    let log = try object(try replay("many.jsonl", "--format", "sarif", in: folder).output)
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(try counts((run["properties"] as? [String: Any])?["rows"]) == expected)
    #expect((run["results"] as? [Any])?.count == 102)
    let junit = try replay("many.jsonl", "--format", "junit", in: folder).output
    #expect(junit.contains("line 1: wrongly accepted and 299 more"))
    #expect(junit.contains("line 302: wrongly accepted and 1 more"))
    #expect(junit.contains(#"value="300 findings, lines 1 to 300""#))
    let lines = try replay("many.jsonl", "--format", "jsonl", in: folder).output
      .split(separator: "\n")
    #expect(try counts(try object(try #require(lines.last))["rows"]) == expected)
    #expect(try object(try #require(lines.dropLast().last))["findings"] as? Int == 302)
  }

  @Test("A stream ends with the summary, a file begins with it")
  func order() throws {
    let folder = try folder()
    let stream = try replay("many.jsonl", in: folder).output
    #expect(stream.hasPrefix("  line 1  "))
    let quiet = try replay("many.jsonl", "--quiet", "-o", "out.txt", in: folder)
    #expect(quiet.code == 1 && quiet.output.isEmpty)
    let file = try folder.read("out.txt")
    #expect(
      file.hasPrefix(
        "many.jsonl: violates  304 events, 304 lines, completeness not shown\n  count  how "))
    _ = try replay("many.jsonl", "--format", "jsonl", "-o", "out.jsonl", in: folder)
    let first = try #require(try folder.read("out.jsonl").split(separator: "\n").first)
    #expect(try object(first)["type"] as? String == "summary")
  }

  @Test("Findings are told before a pipe ends")
  func pipe() throws {
    let script = """
      awk 'BEGIN { for (at = 400; at < 11000; at++) printf "{\\"at\\":%d,\\"event\\":\\"enter\\",\\"lift\\":\\"N%d\\"}\\n", at, at }' > right.jsonl
      (cat many.jsonl right.jsonl; for i in $(seq 200); do grep -q leave out && exit; sleep 0.05; done; touch late) |
        medallion replay lift.rulebook - > out
      test -e late || echo told
      """
    #expect(try Tool.shell(script, in: try folder()).output == "told\n")
  }

  @Test("Over several traces rows add up, and those that conform are a number")
  func several() throws {
    let folder = try folder()
    let traces = ["right.jsonl", "many.jsonl", "right.jsonl", "many.jsonl"]
    let run = try Tool.run(["replay", "lift.rulebook"] + traces, in: folder)
    #expect(run.code == 1)
    #expect(run.output.contains("\n2 conform, 2 violate\n"))
    #expect(run.output.contains("\n    600  wrongly accepted  leave  2 traces from many.jsonl:1"))
    #expect(!run.output.contains("right.jsonl"))
    let verbose = try Tool.run(
      ["replay", "lift.rulebook", "--verbose", "right.jsonl", "right.jsonl"], in: folder)
    #expect(verbose.output.contains("right.jsonl: conforms"))
    #expect(verbose.output.hasSuffix("2 conform\n"))
  }

  @Test("Filters change what is shown, not what is judged")
  func filters() throws {
    let folder = try folder()
    let only = try replay("many.jsonl", "--only", "enter", in: folder)
    #expect(only.code == 1)
    #expect(!only.output.contains("leave"))
    #expect(only.output.contains("2  wrongly accepted  enter"))
    let about = try replay("many.jsonl", "--about", "lift X", "--limit", "1", in: folder)
    #expect(about.code == 1)
    #expect(about.output.contains("1 of 2  wrongly accepted  enter"))
    #expect(about.output.components(separatedBy: "entity    lift X").count == 2)
    let one = try replay("many.jsonl", "--about", "lift L3", in: folder)
    #expect(one.output.contains("1 of 300  wrongly accepted  leave"))
    let none = try replay("many.jsonl", "--about", "lift None", "--format", "junit", in: folder)
    #expect(none.code == 1)
    #expect(none.output.contains("a finding that the filter does not show is a violation"))
    let misspelt = try replay("many.jsonl", "--only", "entr", in: folder)
    #expect(misspelt.code == 2 && misspelt.errors.contains("did you mean 'enter'?"))
    let sort = try replay("many.jsonl", "--about", "lit L3", in: folder)
    #expect(sort.code == 2 && sort.errors.contains("did you mean 'lift'?"))
    #expect(try replay("many.jsonl", "--about", "L3", in: folder).code == 2)
  }

  private func accepted(_ until: String, _ guards: String...) -> String {
    let entries = guards.map {
      #"{"finding": {"rule": "\#($0.hasSuffix("0") ? "leave" : "enter")", "#
        + #""how": "wronglyAccepted", "guard": "\#($0)"}, "reason": "known", "until": "\#(until)"}"#
    }
    return #"{"schema": "medallion.accepted/1", "accepted": [\#(entries.joined(separator: ","))]}"#
  }

  @Test("Only findings that are not accepted fail")
  func acceptance() throws {
    let folder = try folder()
    try folder.write("all.json", accepted("9999-12-31", "lift.load > 0", "lift.load < most"))
    let all = try replay("many.jsonl", "--accepted", "all.json", in: folder)
    #expect(all.code == 0)
    #expect(all.output.contains("many.jsonl: violates, all accepted"))
    #expect(all.output.contains("accepted until 9999-12-31: known"))
    let junit = try replay(
      "many.jsonl", "--accepted", "all.json", "--format", "junit", in: folder)
    #expect(junit.code == 0 && junit.output.contains(#"failures="0""#))
    let sarif = try replay(
      "many.jsonl", "--accepted", "all.json", "--format", "sarif", in: folder)
    #expect(sarif.output.contains("\"justification\" : \"known\""))
    try folder.write("some.json", accepted("9999-12-31", "lift.load > 0"))
    #expect(try replay("many.jsonl", "--accepted", "some.json", in: folder).code == 1)
    let stale = try replay("right.jsonl", "--accepted", "some.json", in: folder)
    #expect(stale.code == 0 && stale.output.contains("accepted, but no longer found"))
    try folder.write("old.json", accepted("2001-01-01", "lift.load > 0", "lift.load < most"))
    let old = try replay("many.jsonl", "--accepted", "old.json", in: folder)
    #expect(old.code == 1 && old.output.contains("accepted until 2001-01-01, expired"))
    try folder.write("wrong.json", "{\"schema\": 1}")
    #expect(try replay("many.jsonl", "--accepted", "wrong.json", in: folder).code == 2)
    #expect(try replay("many.jsonl", "--accepted", "none.json", in: folder).code == 2)
  }

  @Test("The lines that a finding names are shown")
  func lines() throws {
    let folder = try folder()
    let shown = try replay("many.jsonl", "--only", "enter", "--show-lines", in: folder).output
    #expect(shown.contains(#"    line      301: {"at":300,"event":"enter","lift":"X"}"#))
    #expect(shown.contains(#"    line      302: {"at":301,"event":"enter","lift":"X"}"#))
    let pipe = try Tool.run(
      ["replay", "lift.rulebook", "-", "--show-lines"], in: folder,
      input: try folder.read("many.jsonl"))
    #expect(pipe.code == 2 && pipe.errors.contains("--show-lines reads the trace again"))
  }

  @Test("Shards and a replay that goes on have the rows of one that does not")
  func parts() throws {
    let folder = try folder()
    let whole = try replay("many.jsonl", "--format", "jsonl", in: folder).output
    let last = try #require(whole.split(separator: "\n").last)
    let parts = try replay("many.jsonl", "--format", "jsonl", "--shard-by", "Lift", in: folder)
    #expect(try #require(parts.output.split(separator: "\n").last) == last)
    let all = try folder.read("many.jsonl")
    let half = all.split(separator: "\n", omittingEmptySubsequences: false)
    try folder.write("grows.jsonl", half.prefix(150).joined(separator: "\n") + "\n")
    _ = try replay("grows.jsonl", "--checkpoint", "kept", in: folder)
    try folder.write("grows.jsonl", all)
    let grown = try replay(
      "grows.jsonl", "--checkpoint", "kept", "--format", "jsonl", in: folder
    ).output.replacing("grows.jsonl", with: "many.jsonl")
    #expect(try #require(grown.split(separator: "\n").last) == last)
    #expect(grown.split(separator: "\n").count == whole.split(separator: "\n").count)
  }
}
