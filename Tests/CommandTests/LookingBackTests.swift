import Foundation
import Testing

/// Whatever way the lines of a trace come, the same is found, also where a right line before the first
/// fault is what was wrong.
@Suite struct LookingBackTests {
  private static let rules = """
    entity Zone
      open: Bool = true

    entity Cab
      zone: Zone? = none

    event close(zone: Zone) from office
      require zone.open
      zone.open = false

    event reopen(zone: Zone) from office
      require not zone.open
      zone.open = true

    event start(cab: Cab, zone: Zone) from cab
      require cab.zone is none
      require zone.open
      cab.zone = zone

    event leave(cab: Cab) from cab
      require cab.zone is not none and not cab.zone.open
      cab.zone = none

    event pass(cab: Cab) from office

    """

  /// So many lines go before the fault that these are not kept where nothing is found.
  private static let before = 12_000

  private static var trace: String {
    func line(_ event: String, _ arguments: String) -> String {
      #"{"at":1000,"event":"\#(event)",\#(arguments),"outcome":"ok"}"# + "\n"
    }
    let x = #""zone":"X""#
    return String(repeating: line("pass", #""cab":"C""#), count: before)
      + line("start", #""cab":"A","# + x) + line("close", #""zone":"Y""#)
      + line("leave", #""cab":"A""#) + line("start", #""cab":"B","zone":"Y""#) + line("reopen", x)
  }

  @Test func theSameIsFoundHoweverTheLinesCome() throws {
    let folder = try Folder()
    try folder.writeBook(Self.rules)
    try folder.write("t.jsonl", Self.trace)
    try folder.write("mapping", "event event\ntime at\noutcome outcome\narguments .\n")
    let plain = try Tool.run(["replay", "r.rulebook", "t.jsonl"], in: folder)
    #expect(plain.isExit && plain.code == 1)
    #expect(
      plain.output.contains(
        "\nt.jsonl: violates  12005 events, 12005 lines, completeness not shown\n"))
    let told = findings(plain.output)
    #expect(told.contains("line 12002, close, was taken as meaning zone X"), "\(plain.output)")
    #expect(told.contains("  line ") && !told.contains("  line 12005"), "\(plain.output)")
    for command in [
      "gzip -k t.jsonl; medallion replay r.rulebook t.jsonl.gz",
      "cat t.jsonl | medallion replay r.rulebook -",
      "medallion replay r.rulebook - < t.jsonl",
      "medallion replay r.rulebook t.jsonl --checkpoint c",
      "medallion replay r.rulebook t.jsonl --mapping mapping",
      "medallion replay r.rulebook t.jsonl --reorder 1s",
    ] {
      let result = try Tool.shell(command, in: folder)
      #expect(findings(result.output) == told, "\(command)")
    }
    let followed = try Tool.shell(
      "cat t.jsonl | medallion replay r.rulebook - --follow", in: folder)
    #expect(followed.output.contains(told), "\(followed.output)")
  }

  /// The findings, which come before the result and its rows.
  private func findings(_ text: String) -> String {
    text.split(separator: "\n").prefix { $0.hasPrefix("  line ") || $0.hasPrefix("    ") }
      .joined(separator: "\n")
  }
}
