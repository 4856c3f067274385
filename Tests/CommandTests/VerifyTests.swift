import Foundation
import Testing

@Suite("medallion verify")
struct VerifyTests {
  @Test(
    "The exit code says what came of it",
    arguments: [
      (Book.proved, [], 0), (Book.proved, ["--set", "most=0"], 0), (Book.open, [], 3),
      (Book.refuted, [], 1), (Book.unreachable, [], 1),
    ] as [(String, [String], Int32)])
  func exitCodes(book: String, options: [String], code: Int32) throws {
    let folder = try Folder()
    try folder.writeBook(book)
    let result = try Tool.run(["verify", "r.rulebook"] + options, in: folder)
    #expect(result.isExit && result.code == code, "\(result.output)\(result.errors)")
    #expect(result.output.contains("light"))
    let quiet = try Tool.run(["verify", "r.rulebook", "--quiet"] + options, in: folder)
    #expect(quiet.code == code)
    #expect(quiet.output == "" && quiet.errors == "")
  }

  /// Of a wide range, and of numbers given to an event, only some are tried.
  private static let sampled = """
    type Grade = 1...50
    entity Bike
      grade: Grade = any
      times: Int = 0
    event count(bike: Bike, n: Int) from member
      bike.times = n
    invariant graded
      no b: Bike: 3 * b.grade is 111
    invariant counted
      no b: Bike: 3 * b.times is 111
    """

  @Test("What is not tried is not called looked at")
  func sampledValues() throws {
    let folder = try Folder()
    try folder.writeBook(Self.sampled)
    let result = try Tool.run(["verify", "r.rulebook"], in: folder)
    #expect(result.code == 3, "\(result.output)\(result.errors)")
    #expect(!result.output.contains("all were looked at"))
    let told = "breaks it; of values only some were tried\n"
    #expect(result.output.components(separatedBy: told).count == 3, "\(result.output)")
    let json = try Tool.run(["verify", "r.rulebook", "--format", "json"], in: folder)
    let document = try JSONDecoder().decode(VerifyDocument.self, from: Data(json.output.utf8))
    let open = document.properties.filter { $0.verdict == "notInductive" }
    #expect(open.map(\.name) == ["graded", "counted"])
    #expect(open.allSatisfy { $0.onlySomeOf == ["values"] })
  }

  @Test("Windows line ends and a byte order mark are fine")
  func windows() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    for name in ["r.rulebook", "r.tsv"] {
      let text = try folder.read(name)
      try folder.write(name, "\u{FEFF}" + text.replacing("\n", with: "\r\n"))
    }
    let result = try Tool.run(["verify", "r.rulebook"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test("No escape codes but on a terminal")
  func plain() throws {
    let folder = try Folder()
    try folder.writeBook(Book.unreachable + "state unread: Int = 0\n")
    for environment in [[:], ["NO_COLOR": "1"], ["NO_COLOR": "", "TERM": "xterm-256color"]] {
      let result = try Tool.run(["verify", "r.rulebook"], in: folder, environment: environment)
      #expect(!(result.output + result.errors).contains("\u{1B}"))
      #expect(result.errors.contains("warning: 'unread' is never read [never-read]"))
    }
  }

  /// The result without what tells how long it took.
  private func timeless(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.contains("\"seconds\"") }.joined(separator: "\n")
  }

  @Test("The same JSON on every run, whatever the number of jobs")
  func deterministic() throws {
    let folder = try Folder()
    try folder.writeBook(Book.unreachable)
    let verify = ["verify", "r.rulebook", "--format", "json", "--jobs"]
    let first = try Tool.run(verify + ["1"], in: folder).output
    #expect(try JSONSerialization.jsonObject(with: Data(first.utf8)) is [String: Any])
    #expect(first.contains("rlimit"))
    for jobs in ["1", "2", "7"] {
      #expect(timeless(try Tool.run(verify + [jobs], in: folder).output) == timeless(first))
    }
    let file = try Tool.run(verify + ["2", "--output", "result.json"], in: folder)
    #expect(file.output == "")
    #expect(timeless(try folder.read("result.json")) == timeless(first))
    #expect(try folder.names == ["r.rulebook", "r.tsv", "result.json"])
  }

  @Test("The same JSON of a shipped rulebook on ten runs")
  func tenRuns() throws {
    let folder = try Folder()
    let verify = ["verify", Tool.model("CitrusRental"), "--format", "json", "--jobs"]
    let runs = try (0..<10).map {
      timeless(try Tool.run(verify + ["\(1 + $0 % 2)"], in: folder).output)
    }
    #expect(Set(runs).count == 1)
  }

  @Test("The same verdicts with ten seeds", arguments: ["RideHailing", "CitrusRental"])
  func tenSeeds(name: String) throws {
    let folder = try Folder()
    var verdicts: Set<[String]> = []
    for seed in 1...10 {
      let result = try Tool.run(
        ["verify", Tool.model(name), "--format", "json", "--seed", "\(seed)"], in: folder)
      #expect(result.code == 0)
      let document = try JSONDecoder().decode(VerifyDocument.self, from: Data(result.output.utf8))
      verdicts.insert(document.properties.map { "\($0.name) \($0.verdict)" })
    }
    #expect(verdicts.count == 1)
  }

  @Test("Help and version are no errors")
  func help() throws {
    let folder = try Folder()
    for arguments in [["--help"], ["verify", "--help"], ["--version"]] {
      let result = try Tool.run(arguments, in: folder)
      #expect(result.code == 0 && result.errors == "" && !result.output.isEmpty)
    }
  }

  @Test("Each obligation is exported once, the same at every run")
  func export() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    let export = ["export", "r.rulebook", "--to", "smtlib", "--output"]
    #expect(try Tool.run(export + ["one"], in: folder).code == 0)
    #expect(try Tool.run(export + ["two"], in: folder).code == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "one").path
    ).sorted()
    #expect(names.contains("manifest.json") && names.count > 2)
    for name in names { #expect(try folder.read("one/\(name)") == folder.read("two/\(name)")) }
  }

  @Test("Of another export in the folder nothing stays; what is of nobody's export is not touched")
  func exportAnew() throws {
    let folder = try Folder()
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: folder.url.appending(path: "out").path
      ).sorted()
    }
    let export = ["export", "r.rulebook", "--to", "smtlib", "--output", "out"]
    try folder.writeBook(Book.proved)
    #expect(try Tool.run(export, in: folder).code == 0)
    let first = try names()
    try folder.write("out/mine.smt2", "")
    try folder.write("mine.smt2", "")
    let manifest = try folder.read("out/manifest.json")
    try folder.write(
      "out/manifest.json",
      manifest.replacing(
        "\"obligations\": [", with: "\"obligations\": [{\"file\": \"../mine.smt2\"},"))
    try folder.writeBook(Book.open)
    #expect(try Tool.run(export, in: folder).code == 0)
    let second = try names()
    #expect(first.contains { $0.contains("enter") } && !second.contains { $0.contains("enter") })
    #expect(second.contains { $0.contains("swap") } && second.contains("mine.smt2"))
    #expect(try folder.names.contains("mine.smt2"))
    for foreign in ["{}", "[1]", "no JSON", manifest.replacing("export/1", with: "export/x")] {
      try folder.write("out/manifest.json", foreign)
      let refused = try Tool.run(export, in: folder)
      #expect(refused.code == 2, "\(refused.errors)")
      #expect(refused.errors.contains("'out/manifest.json' is not of an export"))
      #expect(try names() == second && folder.read("out/manifest.json") == foreign)
    }
  }

  @Test("Every command shows warnings, and none with --quiet")
  func warnings() throws {
    let folder = try Project.make()
    try folder.write(
      Project.rulebook,
      try folder.read(Project.rulebook)
        + "invariant few \"Few.\"\n  all t: Ticket: t.times <= most\n"
        + "define unused = true\n")
    try folder.write("t", "")
    for command in [
      ["verify"], ["bounds", "--property", "few"], ["replay", Project.conforming], ["explain"],
      ["shards", "--by", "Ticket"], ["matrix"], ["mutate"], ["certify", "--solver", "false"],
      ["lockstep"], ["corrupt", Project.conforming, "--output", "o", "--oracle", "p"], ["check"],
    ] {
      let book = command == ["check"] ? [] : [Project.rulebook]
      let arguments = [command[0]] + book + command.dropFirst()
      let loud = try Tool.run(arguments, in: folder)
      #expect(loud.errors.contains("warning: "), "\(arguments): \(loud.errors)")
      let quiet = try Tool.run(arguments + ["--quiet"], in: folder)
      #expect(!quiet.errors.contains("warning: "), "\(arguments): \(quiet.errors)")
      #expect(quiet.code == loud.code)
    }
  }
}
