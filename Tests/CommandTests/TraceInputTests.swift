import Foundation
import Testing

@Suite("What traces may come in")
struct TraceInputTests {

  /// A folder with the rulebook, a trace that conforms, and one that does not.
  private func folder() throws -> (folder: Folder, traces: [String]) {
    let folder = try Folder()
    for name in ["MyTaxiService.rulebook", "requirements.tsv"] {
      let file = Tool.root.appending(path: "Models/MyTaxiService/\(name)")
      try folder.write(name, try Data(contentsOf: file))
    }
    var traces: [String] = []
    for kind in ["conforms", "violates", "inconclusive"] {
      let path = Tool.root.appending(path: "Traces/MyTaxiService/\(kind)").path
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      for name in names.filter({ $0.hasSuffix(".jsonl") }).sorted().prefix(6) {
        try folder.write("\(kind)-\(name)", try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
        traces.append("\(kind)-\(name)")
      }
    }
    return (folder, traces)
  }

  private func replay(_ arguments: [String], in folder: Folder, input: String? = nil) throws
    -> Tool.Result
  {
    let result = try Tool.run(
      ["replay", "MyTaxiService.rulebook"] + arguments, in: folder, input: input)
    #expect(result.isExit)
    return result
  }

  /// Without the names of the traces, and without the spaces by which tables make room for them.
  private func verdicts(_ result: Tool.Result) -> String {
    result.output.replacing(/\.(gz|zst)/, with: "").replacing(/[ ]+/, with: " ")
      .split(separator: "\n").map { line in line.hasPrefix(" ") ? line : line.drop { $0 != ":" } }
      .joined(separator: "\n")
  }

  @Test("Packed traces, and standard input, say what the plain ones say")
  func packed() throws {
    let (folder, traces) = try folder()
    #expect(traces.count > 12)
    let plain = try replay(traces, in: folder)
    #expect(plain.code == 1)
    let packed = try Tool.shell("gzip -k *.jsonl", in: folder)
    #expect(packed.code == 0)
    #expect(verdicts(try replay(traces.map { $0 + ".gz" }, in: folder)) == verdicts(plain))
    let one = try replay([traces[0]], in: folder)
    let piped = try Tool.shell(
      "cat \(traces[0]).gz | medallion replay MyTaxiService.rulebook -", in: folder)
    #expect(verdicts(piped) == verdicts(one))
    if try Tool.shell("command -v zstd && zstd -q *.jsonl", in: folder).code == 0 {
      #expect(verdicts(try replay(traces.map { $0 + ".zst" }, in: folder)) == verdicts(plain))
    }
  }

  @Test("A trace of another form says which option reads it")
  func otherForms() throws {
    let (folder, _) = try folder()
    let hint = "note: the first line looks like the names of columns: --mapping csv reads CSV"
    for (text, isCSV) in [
      ("at,event,taxi\n1,goAvailable,T1\n", true), ("\"at\",\"event\"\r\n1,goAvailable\r\n", true),
      ("at\n1\n", false), ("{\"at\":1,\"event\"\n", false), ("at,\n1,2\n", false),
      ("at,event,taxi\n{\"at\":0,\"event\":\"completeDataEntry\"}\n", false),
    ] {
      try folder.write("rows", text)
      let result = try replay(["rows"], in: folder)
      #expect(result.output.contains(hint) == isCSV, "\(text)\(result.output)")
      #expect(try !replay(["rows", "--mapping", "csv"], in: folder).output.contains(hint))
    }
    try folder.write(
      "positions", "{\"at\":1,\"event\":\"crosses\",\"taxi\":\"T1\",\"into\":[9.18,45.46]}\n")
    let positions = try replay(["positions"], in: folder)
    #expect(
      positions.output.contains("this is a position: --zones Zone=MAP says what is there"),
      "\(positions.output)")
  }

  @Test("A packed trace that is cut off, corrupt or followed by something is one clear message")
  func damaged() throws {
    let (folder, traces) = try folder()
    try #require(try Tool.shell("gzip -c \(traces[0]) > whole.gz", in: folder).code == 0)
    let whole = [UInt8](try Data(contentsOf: folder.url.appending(path: "whole.gz")))
    var corrupt = whole
    corrupt[whole.count / 2] ^= 0xFF
    for (name, bytes, words) in [
      ("cut", Array(whole[..<(whole.count - 9)]), "the gzip stream is cut off after"),
      ("magic", Array(whole[..<3]), "the gzip stream is cut off after"),
      ("corrupt", corrupt, "the gzip stream is corrupt"),
      ("more", whole + Array("more".utf8), "something else follows the gzip stream"),
      ("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x04], "the zstd stream is cut off"),
      ("window", [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA8, 0x01, 0x00, 0x00], "more than 128 MiB"),
    ] {
      try folder.write(name, bytes)
      let result = try replay([name], in: folder)
      #expect(result.code == 2)
      #expect(result.output == "")
      #expect(
        result.errors.contains("cannot read the trace '\(name)': ") && result.errors.contains(words)
      )
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("A digest names what was judged, as it is stored")
  func digest() throws {
    let (folder, traces) = try folder()
    try #require(try Tool.shell("gzip -k \(traces[0])", in: folder).code == 0)
    for name in [traces[0], traces[0] + ".gz"] {
      let told = try Tool.shell("sha256sum \(name)", in: folder).output.prefix { $0 != " " }
      #expect(told.count == 64)
      #expect(try !replay([name], in: folder).output.contains(told))
      for format in ["text", "json", "jsonl", "junit", "sarif"] {
        let result = try replay([name, "--digest", "--format", format], in: folder)
        #expect(result.output.contains(told), "\(format): \(result.output)")
      }
    }
    for other in [["--follow"], ["--checkpoint", "kept"]] {
      let result = try replay([traces[0], "--digest"] + other, in: folder)
      #expect(result.code == 2 && result.errors.contains("--digest is of a whole file"))
    }
  }

  @Test("Of several traces one that cannot be read takes nothing from the others")
  func unread() throws {
    let (folder, traces) = try folder()
    let good = traces[0]
    try folder.write("cut.gz", [0x1F, 0x8B, 0x08])
    let result = try replay([good, "gone.jsonl", "cut.gz", good], in: folder)
    #expect(result.code == 2)
    let told = "gone.jsonl: not read  cannot read the trace 'gone.jsonl': No such file or directory"
    #expect(result.output.hasPrefix("2 conform, 2 not read\n\(told)\ncut.gz: not read  "))
    #expect(result.errors.split(separator: "\n").count == 2)
    #expect(result.errors.hasPrefix("error: cannot read the trace 'gone.jsonl': "))
    for (format, words) in [
      ("json", #""path" : "gone.jsonl""#), ("jsonl", #""trace":"gone.jsonl","type":"unread""#),
      ("junit", #"type="unread""#),
      ("sarif", #""id" : "unread""#),
    ] {
      let result = try replay(["gone.jsonl", good, "--format", format], in: folder)
      #expect(result.code == 2)
      #expect(result.output.contains(words), "\(format): \(result.output)")
    }
    // Where nothing can be read there is no result.
    let none = try replay(["gone.jsonl", "cut.gz"], in: folder)
    #expect(none.code == 2 && none.output == "")
    #expect(none.errors.split(separator: "\n").count == 2)
  }

  @Test("A bomb is one line that is too long")
  func bomb() throws {
    let (folder, _) = try folder()
    let made = try Tool.shell("head -c 300000000 /dev/zero | gzip -1 > bomb.gz", in: folder)
    try #require(made.code == 0)
    let result = try Tool.shell(
      "ulimit -v 1000000; medallion replay MyTaxiService.rulebook bomb.gz", in: folder)
    #expect(result.code == 3)
    #expect(result.output.contains("[line-too-long]") || result.output.contains("torn"))
  }

  @Test("Wrong options and mappings are told")
  func wrong() throws {
    let (folder, traces) = try folder()
    try folder.write("wrong.mapping", "event type\n  \"OFF\" is ofer\ntime at in second\n")
    for (arguments, words) in [
      (
        ["--mapping", "wrong.mapping"],
        "wrong.mapping:2:12: error: the rulebook has no event `ofer`"
      ),
      (["--mapping", "wrong.mapping"], "wrong.mapping:3:12: error: there is no unit `second`"),
      (["--mapping", "gone"], "cannot read the mapping 'gone'"),
      (["--mapping", "."], "it is a folder"),
      (["--explain-mapping"], "needs a --mapping"),
      (["--reorder", "soon"], "expected a duration"),
      (["--clock", "a=1s"], "needs a --mapping"),
      (["--mapping", "csv", "--clock", "a"], "expected SOURCE=DURATION"),
      (["--mapping", "csv", "--clock", "a=1"], "--clock a=1: expected a duration such as 250ms"),
      (["--mapping", "csv", "--clock", "a=1s", "--clock", "a=2s"], "given twice"),
      (["--mapping", "wrong.mapping", "--output", "wrong.mapping"], "one of the inputs"),
    ] {
      let result = try replay([traces[0]] + arguments, in: folder)
      #expect(result.code == 2)
      #expect(result.output == "")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
  }

  @Test("What is tolerated is counted, in text and JSON")
  func tolerated() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    try folder.write("log.mapping", "event e\ntime t\nsource s\nid i\narguments a\n")
    let lines = [(100, "a", "1"), (40, "b", "2"), (90, "a", "3"), (90, "a", "3")].map {
      #"{"e":"enter","t":\#($0.0),"s":"\#($0.1)","i":"\#($0.2)","a":{"lift":"L"}}"#
    }
    let arguments = [
      "replay", "r.rulebook", "-", "--mapping", "log.mapping", "--reorder", "20ms", "--clock",
      "b=-45ms",
    ]
    let text = try Tool.run(arguments, in: folder, input: lines.joined(separator: "\n") + "\n")
    #expect(text.code == 0, "\(text.errors)")
    for words in [
      "conforms  3 events", "tolerated: clock b, 1 line by up to 45ms",
      "tolerated: doubled, 1 line\n", "tolerated: reorder, 3 lines by up to 15ms",
    ] {
      #expect(text.output.contains(words), "\(text.output)")
    }
    let json = try Tool.run(
      arguments + ["--format", "json"], in: folder, input: lines.joined(separator: "\n") + "\n")
    #expect(json.output.contains(#""reorder" : {"#))
    let without = try Tool.run(
      ["replay", "r.rulebook", "-", "--mapping", "log.mapping", "--format", "json"], in: folder,
      input: lines.joined(separator: "\n") + "\n")
    #expect(without.code == 1)
  }
}
