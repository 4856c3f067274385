import Foundation
import Testing

@Suite("medallion diff: recorded traces and consequences")
struct DiffConsequenceTests {
  private static let looser = Book.proved.replacing("lift.load < most", with: "lift.load <= most")
  private static let enter = #"{"at":1,"event":"enter","lift":"A"}"# + "\n"

  /// Two rulebooks, and traces of which the second goes beyond what the old one permits.
  private func folder(_ new: String) throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Book.proved, name: "old.rulebook")
    try folder.writeBook(new, name: "new.rulebook")
    for (name, count) in [("one", 1), ("four", 4)] {
      try Project.write(
        "traces/deep/\(name).jsonl", String(repeating: Self.enter, count: count), in: folder)
    }
    try Project.write("traces/README.md", "no trace", in: folder)
    return folder
  }

  private func diff(_ folder: Folder, _ options: String...) throws -> Tool.Result {
    try Tool.run(["diff", "old.rulebook", "new.rulebook"] + options, in: folder)
  }

  // MARK: Traces

  @Test("A trace that is judged otherwise is told with its first line")
  func otherwise() throws {
    let folder = try folder(Self.looser)
    let result = try diff(folder, "--traces", "traces")
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        """
        1 of 2 recorded traces is judged otherwise
        ~ traces/deep/four.jsonl  violates → conforms, from line 4 on
            old  enter wrongly accepted (lift A): expected enter is refused; observed enter was accepted
            new  nothing is wrong
        """), "\(result.output)")
    let markdown = try diff(folder, "--traces", "traces/", "--format", "markdown").output
    #expect(
      markdown.contains("- `traces/deep/four.jsonl`: violates → conforms, from line 4 on; old `"))
    let sarif = try diff(folder, "--traces", "traces", "--format", "sarif").output
    #expect(sarif.contains(#""ruleId" : "traces/trace""#))
  }

  @Test("Where nothing differs no trace is judged otherwise; a rename is no difference")
  func same() throws {
    for new in [Book.proved, Book.proved.replacing("enter(", with: "board(")] {
      let result = try diff(try folder(new), "--traces", "traces")
      #expect(result.code == 0)
      #expect(result.output.contains("0 of 2 recorded traces are judged otherwise"))
    }
  }

  @Test("Traces count unless other kinds are named")
  func kinds() throws {
    let folder = try folder(Self.looser)
    #expect(try diff(folder, "--traces", "traces", "--fail-on", "effect").code == 0)
    #expect(try diff(folder, "--traces", "traces", "--fail-on", "trace").code == 1)
  }

  @Test("The traces of the rulebook's own folder are taken where there is one")
  func own() throws {
    let folder = try folder(Self.looser)
    try Project.write("traces/R/conforms/a.jsonl", Self.enter, in: folder)
    #expect(try diff(folder, "--traces", "traces").output.contains("0 of 1 recorded trace"))
  }

  @Test(
    "A folder that cannot be read, or has no traces, is exit code 2",
    arguments: [
      ("none", "there is no such folder"), ("old.rulebook", "it is no folder"),
      ("bad", "bad/a.jsonl.gz"), ("empty", "it has no files that end with .jsonl"),
    ])
  func mistakes(_ name: String, _ message: String) throws {
    let folder = try folder(Self.looser)
    try Project.write("empty/README.md", "", in: folder)
    try Project.write("bad/a.jsonl.gz", "\u{1f}x", in: folder)
    try folder.write("bad/a.jsonl.gz", [0x1F, 0x8B, 8, 0, 1] as [UInt8])
    let result = try diff(folder, "--traces", name)
    #expect(result.code == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  // MARK: Consequences

  @Test("A property that breaks is told with a run, and one that holds now without")
  func breaks() throws {
    let folder = try folder(Self.looser)
    let result = try diff(folder, "--consequences")
    #expect(result.code == 1)
    #expect(result.output.contains("- light  is broken: proved → refuted"), "\(result.output)")
    #expect(!result.output.contains("no property and no trace"))
    #expect(try diff(folder, "--consequences", "--fail-on", "property-broken").code == 1)
    let back = try Tool.run(
      ["diff", "new.rulebook", "old.rulebook", "--consequences", "--fail-on", "property-broken"],
      in: folder)
    #expect(back.code == 0)
    #expect(back.output.contains("+ light  holds now: refuted → proved"))
  }

  @Test("What no property and no trace speaks of is marked")
  func unnoticed() throws {
    let added = Book.proved + "event leave(lift: Lift) from rider\n  lift.load = 0\n"
    let folder = try folder(added)
    let result = try diff(folder, "--consequences", "--traces", "traces")
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "+ leave  newly-permitted  (new line 11)\n    no property and no trace speaks of it"),
      "\(result.output)")
    #expect(result.output.contains("no property notices"))
    let json = try diff(folder, "--consequences", "--format", "json").output
    #expect(json.contains(#""unnoticed" : true"#))
  }

  @Test("A limit of time that moves is told")
  func moves() throws {
    let book = """
      parameter answer = 2 min
      entity Ride
        since: Time = any
        open: Bool = false
      event ask(ride: Ride) from rider
        require not ride.open
        ride.open = true
        ride.since = now
      event expire(ride: Ride) from clock
        require ride.open
        due ride.since + answer
        ride.open = false
      invariant answered "Within the time."
        all r: Ride where r.open: now <= r.since + answer

      """
    let folder = try Folder()
    try folder.writeBook(book, name: "old.rulebook")
    try folder.writeBook(book.replacing("2 min", with: "90 s"), name: "new.rulebook")
    let result = try diff(folder, "--consequences")
    #expect(result.output.contains("~ answered  2min → 1min30s"), "\(result.output)")
  }
}
