import Basics
import Findings
import Foundation
import Testing

/// Whether a trace is whole, whichever way it comes.
@Suite("Completeness") struct CompletenessTests {
  /// A trace of a lift with numbers and digests.
  private static func chained(_ count: Int) -> [String] {
    var previous = String(repeating: "0", count: 64)
    return (1...count).map { number in
      let line =
        #"{"seq":\#(number),"prev":"\#(previous)","at":\#(number),"event":"enter","lift":"L\#(number)"}"#
      previous = Digest.sha256(line.utf8)
      return line
    }
  }

  private func folder(_ lines: [String]) throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    try folder.write("t", lines.map { $0 + "\n" }.joined())
    return folder
  }

  private func replay(_ options: [String] = [], _ folder: Folder) throws -> Tool.Result {
    try Tool.run(["replay", "r.rulebook"] + options, in: folder)
  }

  /// The answer in the JSON document on one trace.
  private func completeness(_ result: Tool.Result) throws -> Completeness {
    let document = try JSONDecoder().decode(Replaying.self, from: Data(result.output.utf8))
    return try #require(document.traces.first?.completeness)
  }

  @Test("Whole, with a gap, and without numbers")
  func text() throws {
    let lines = Self.chained(30)
    let whole = try replay(["t"], try folder(lines))
    #expect(
      whole.output == "t: conforms  30 events, 30 lines, complete from 1 to 30, chain unbroken\n")
    #expect(whole.code == 0)
    let gap = try replay(["t"], try folder(Array(lines[..<9] + lines[20...])))
    #expect(
      gap.output == """
        t: inconclusive  19 events, 19 lines, not complete
          not whole: line 10 is numbered 21, not 10: 11 lines are missing between \
        1970-01-01T00:00:00.009Z and 1970-01-01T00:00:00.021Z

        """)
    #expect(gap.code == 3)
    let plain = try replay(["t"], try folder([#"{"at":1,"event":"enter","lift":"A"}"#]))
    #expect(plain.output == "t: conforms  1 event, 1 line, completeness not shown\n")
    #expect(plain.code == 0)
  }

  @Test("A violation stays one, and what is found does not hang on the chain")
  func violation() throws {
    var lines = Self.chained(9)
    lines.remove(at: 3)
    let late = #"{"at":9,"event":"enter","lift":"A"}"#
    lines += [late, late, late, late]
    let result = try replay(["t", "--format", "json"], try folder(lines))
    #expect(result.code == 1)
    #expect(try completeness(result).status == .broken)
  }

  @Test("Packed, piped, in parts, over a checkpoint and from several files: the same answer")
  func ways() throws {
    var lines = Self.chained(40)
    for isWhole in [true, false] {
      if !isWhole { lines.remove(at: 25) }
      let folder = try folder(lines)
      let json = ["--format", "json"]
      let expected = try completeness(try replay(["t"] + json, folder))
      #expect(expected.status == (isWhole ? .complete : .broken))
      #expect(try completeness(try replay(["t", "--shard-by", "Lift"] + json, folder)) == expected)
      let piped = try Tool.shell(
        "gzip -k t && cat t.gz | medallion replay r.rulebook - --format json", in: folder)
      #expect(try completeness(piped) == expected)
      // A first part, then all of it.
      let all = try folder.read("t")
      try folder.write("t", lines[..<17].map { $0 + "\n" }.joined() + lines[17].prefix(30))
      #expect(try replay(["t", "--checkpoint", "c"] + json, folder).isExit)
      try folder.write("t", all)
      #expect(try completeness(try replay(["t", "--checkpoint", "c"] + json, folder)) == expected)
      try folder.write("1", lines[..<11].map { $0 + "\n" }.joined())
      try folder.write("2", lines[11...].map { $0 + "\n" }.joined())
      #expect(
        try completeness(try replay(["2", "1", "--one-trace"] + json, folder)).status
          == expected.status)
    }
  }

  @Test("A mapping, or a rulebook with such arguments, has members of its own by these names")
  func own() throws {
    let folder = try folder(Self.chained(3))
    try folder.write("m", "ignore others\nevent event\ntime at\nargument lift lift\n")
    let mapped = try replay(["t", "--mapping", "m"], folder)
    #expect(mapped.output.contains("3 lines, completeness not shown\n"), "\(mapped.output)")
    try folder.writeBook(
      """
      entity Lift
        load: Int = 0
      event enter(lift: Lift, seq: Int) from rider
        require seq < 3
        lift.load = seq

      """)
    try folder.write(
      "t",
      (1...3).map { #"{"at":\#($0),"event":"enter","lift":"A","seq":\#($0)}"# + "\n" }.joined())
    let argument = try replay(["t"], folder)
    #expect(argument.code == 1, "\(argument.output)")
    #expect(argument.output.contains("completeness not shown"))
  }
}
