import Foundation
import Testing

/// Options that contradict each other, or that would do nothing.
@Suite("Options that are of no use are refused")
struct OptionTests {
  private static let replay = ["replay", Project.rulebook, Project.conforming]
  private static let dispatch = ["dispatch", "--taxis", "2", "--passengers", "2", "--hours", "1"]
  private static let lockstep = ["lockstep", Tool.model("MyTaxiService")]

  @Test(
    "An option that needs another",
    arguments: [
      (replay + ["--shards", "3"], "--shards needs --shard-by"),
      (replay + ["--id-property", "name"], "--id-property needs --zones"),
      (replay + ["--checkpoint-every", "5s"], "--checkpoint-every needs --checkpoint"),
      (dispatch + ["--id-property", "name"], "--id-property needs --map"),
    ])
  func missing(_ arguments: [String], _ words: String) throws {
    try expectRefusal(arguments, saying: words)
  }

  @Test(
    "Options of which one leaves nothing for the other",
    arguments: [
      (replay + ["--checkpoint", "c", "--checkpoint-every", "0s"], "expected more than no time"),
      (replay + ["--mapping", "csv", "--explain-mapping", "--follow"], "judges nothing"),
      (replay + ["--mapping", "csv", "--explain-mapping", "--checkpoint", "c"], "judges nothing"),
      (["bounds", Project.rulebook, "--sweep", "most=1..2/1", "--set", "most=3"], "one value"),
      (lockstep + ["--inputs", "500", "--steps", "5"], "--steps is in place of --inputs"),
      (lockstep + ["--exhaust", "2", "--inputs", "4"], "--inputs is for random ones"),
      (lockstep + ["--exhaust", "2", "--taxis", "9"], "--taxis is for random ones"),
      (lockstep + ["--exhaust", "2", "--evaluator"], "--evaluator is for random ones"),
    ])
  func contradictory(_ arguments: [String], _ words: String) throws {
    try expectRefusal(arguments, saying: words)
  }

  @Test(
    "Values that are nearly right, and what is shown of them",
    arguments: [
      (
        replay + ["--mapping", "cvs"], "the mapping 'cvs': No such file or directory; did you mean"
      ),
      (replay + ["--mapping", "."], "cannot read the mapping '.': it is a folder"),
      (["replay", Project.rulebook, "."], "cannot read the trace '.': it is a folder"),
      (["replay", Project.rulebook, ".", "--follow"], "the trace '.': it is a folder"),
      (
        ["bounds", Tool.model("MyTaxiService"), "--sweep", "answerWindow=1..5/1"],
        "--sweep answerWindow=1..5/1: expected a duration"
      ),
    ])
  func nearlyRight(_ arguments: [String], _ words: String) throws {
    try expectRefusal(arguments, saying: words)
  }

  @Test(
    "What is given twice and can count only once",
    arguments: [
      (["replay", Project.rulebook, "-", "-"], "'-' is given twice"),
      (replay + ["--zones", "Ticket=a", "--zones", "Ticket=b"], "--zones is given twice"),
      (
        ["verify", Project.rulebook, "--set", "most=3", "--set", "most=4"],
        "--set most=4: 'most' is given twice"
      ),
      (
        ["verify", Project.rulebook, "--scope", "Ticket=2,Ticket=3"],
        "--scope Ticket=3: 'Ticket' is given twice"
      ),
      (
        ["simulate", Project.rulebook, "--entities", "Ticket=2,Ticket=3"],
        "--entities Ticket=3: 'Ticket' is given twice"
      ),
    ])
  func doubled(_ arguments: [String], _ words: String) throws {
    try expectRefusal(arguments, saying: words)
  }

  @Test(
    "A file of a name that means something else, or nothing",
    arguments: [
      (replay + ["--output", "-"], "the output '-' would be a file of that name"),
      (replay + ["--output", ""], "the output has an empty name"),
      (["simulate", Project.rulebook, "--output", "-"], "the output '-' would be"),
      (dispatch + ["--journal", "-"], "the journal '-' would be a file of that name"),
    ])
  func names(_ arguments: [String], _ words: String) throws {
    try expectRefusal(arguments, saying: words)
  }

  @Test("A number that cannot be is told with those that can be, also if it is negative")
  func negative() throws {
    for (arguments, words) in [
      (["verify", Project.rulebook, "--limit", "-1"], "--limit is between 1 and 86400, not -1"),
      (["verify", Project.rulebook, "--jobs", "-1"], "--jobs is between 1 and 1024, not -1"),
      (["verify", Project.rulebook, "--seed", "-1"], "--seed is between 0 and 4294967295, not -1"),
      (["bounds", Project.rulebook, "--rlimit", "0"], "--rlimit is between 1 and 4294967295"),
      (
        ["export", Project.rulebook, "--to", "smtlib", "--output", "o", "--rlimit", "-9"], "not -9"
      ),
      (["simulate", Project.rulebook, "--seed", "-1"], "'-1' is invalid for '--seed <number>'"),
      (["simulate", Project.rulebook, "--events", "-1"], "--events is between 1 and"),
      (Self.replay + ["--limit", "-1"], "--limit must not be negative"),
      (Self.replay + ["--reorder", "-5s"], "--reorder -5s: expected a duration"),
      (Self.replay + ["--tolerance", "-5s"], "--tolerance -5s: expected a duration"),
      (Self.replay + ["--tolerance", "99999999999999999999s"], "the duration is too large"),
      (Self.replay + ["--checkpoint", "c", "--checkpoint-every", "-5s"], "every -5s: expected"),
      (Self.dispatch + ["--demand", "-1"], "--demand is above 0"),
      (Self.lockstep + ["--pace", "-5s"], "--pace -5s: expected a duration"),
    ] {
      try expectRefusal(arguments, saying: words)
    }
  }

  @Test("Where every sequence is tried there is no seed to be told")
  func exhaustion() throws {
    let result = try Tool.run(Self.lockstep + ["--exhaust", "1"], in: Folder())
    #expect(result.code == 0 && result.output.contains("position"), "\(result.output)")
    #expect(!result.output.contains("seed"))
    #expect(
      try Tool.run(Self.lockstep + ["--inputs", "9"], in: Folder()).output.contains("seed 1"))
  }

  @Test("Each command has its row and its section in the page of the commands")
  func described() throws {
    let help = try Tool.run(["--help"], in: Folder()).output
    let commands = help.matches(of: /(?m)^  ([a-z]+)  +[A-Z]/).map { String($0.1) }
    let page = try String(
      contentsOf: Tool.root.appending(path: "Documentation/CommandLine.md"), encoding: .utf8)
    let lines = Set(page.split(separator: "\n").map(String.init))
    #expect(commands.count > 20)
    for name in commands {
      #expect(lines.contains { $0.hasPrefix("| [`\(name)`](#\(name)) |") }, "no row: \(name)")
      #expect(lines.contains("## \(name)"), "no section: \(name)")
    }
  }

  @Test("A command that there is not, and the help of one")
  func help() throws {
    for arguments in [["help", "chek"], ["chek"], ["chek", Project.rulebook, "--quiet"]] {
      try expectRefusal(
        arguments, saying: "there is no command 'chek'; did you mean 'check'?")
    }
    try expectRefusal(["nothing"], saying: "no command 'nothing'; medallion --help lists them")
    for arguments in [["help"], ["help", "check"], ["help", "--help"]] {
      let result = try Tool.run(arguments, in: Folder())
      #expect(result.code == 0 && result.output.contains("USAGE: medallion"), "\(arguments)")
    }
  }

  private func expectRefusal(
    _ arguments: [String], saying words: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try Project.make()
    let before = try folder.names
    let result = try Tool.run(arguments, in: folder)
    #expect(result.code == 2, "\(result.output)", sourceLocation: location)
    #expect(result.output.isEmpty, "\(result.output)", sourceLocation: location)
    #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: location)
    #expect(try folder.names == before, sourceLocation: location)
  }
}
