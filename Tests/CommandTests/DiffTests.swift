import Foundation
import Testing

@Suite("medallion diff")
struct DiffTests {
  private struct Document: Decodable {
    struct Row: Decodable {
      let subject: String
      let kind: String
      let status: String
      let sha256: String
      let accepted: String?
    }
    let schema: String
    let rows: [Row]
    let same: Int
  }

  private static let book = """
    rulebook Lift
    requirements "r.tsv"
    parameter most = 3 [L1]
    entity Lift
      load: Int = 0
      rung: Bool = false
    event enter(lift: Lift) from rider
      require lift.load < most [L1]
      lift.load += 1 [L2]
    event ring(lift: Lift) from rider
      lift.rung = true [L3]

    """

  /// Two rulebooks, the second with one text in place of another.
  private func folder(_ from: String = "", _ to: String = "") throws -> Folder {
    let folder = try Folder()
    try folder.write(
      "r.tsv",
      "id\tsource\tkind\trequirement\nL1\ta\tstate\tOne.\nL2\ta\tstate\tTwo.\nL3\ta\tstate\tThree.\n"
    )
    try folder.write("old.rulebook", Self.book)
    try folder.write(
      "new.rulebook", from.isEmpty ? Self.book : Self.book.replacing(from, with: to))
    return folder
  }

  private func diff(_ folder: Folder, _ options: String...) throws -> Tool.Result {
    try Tool.run(["diff", "old.rulebook", "new.rulebook"] + options, in: folder)
  }

  /// A text of the old rulebook, the one in its place, and what is removed and added.
  static let retyped: [(String, String, String)] = [
    ("  taken: Bool = false\n", "  taken: Tag? = none\n", "Seat.taken"),
    ("  taken: Bool = false\n", "  taken: Queue<Tag>\n", "Seat.taken"),
    ("  held: (Tag) -> Bool = false\n", "  held: (Seat) -> Bool = false\n", "Seat.held"),
    ("  held: (Tag) -> Bool = false\n", "  held: Bool = false\n", "Seat.held"),
    ("state isOpen: Bool = false\n", "state isOpen: Int = 0\n", "isOpen"),
  ]

  @Test("A place of another type is removed, and another is added", arguments: retyped)
  func retypes(from: String, to: String, name: String) throws {
    let book = """
      entity Tag
      entity Seat
        taken: Bool = false
        held: (Tag) -> Bool = false
        free: Bool = true
      state isOpen: Bool = false
      event take(seat: Seat, tag: Tag) from user
        require seat.free
        seat.free = false
      invariant one "One."
        all s: Seat: s.free or not s.free

      """
    let folder = try Folder()
    try folder.writeBook(book, name: "old.rulebook")
    try folder.writeBook(
      book.replacing(from, with: to).replacing(
        "s.free or not s.free", with: "not s.free or s.free or s.free"), name: "new.rulebook")
    let result = try diff(folder)
    #expect(result.isExit && result.code != 2, "\(result.errors)")
    #expect(result.output.contains("- \(name)  removed"))
    #expect(result.output.contains("+ \(name)  added"))
  }

  @Test("Nothing differs in a rulebook and itself")
  func itself() throws {
    let result = try diff(try folder())
    #expect(result.code == 0)
    #expect(result.output.contains("0 different · 0 open · 0 equal · 2 the same as they stand"))
  }

  @Test("An event that another actor does is told with both actors")
  func actor() throws {
    let folder = try folder()
    let text = try folder.read("old.rulebook")
    let actor = try #require(text.firstMatch(of: #/event enter\(.*\) from (\w+)/#))
    var other = text
    other.replaceSubrange(actor.output.1.startIndex..<actor.output.1.endIndex, with: "porter")
    try folder.write("new.rulebook", other)
    let result = try diff(folder)
    #expect(result.code == 1, "\(result.errors)")
    let told = "    its actor is 'porter' now, and was '\(actor.output.1)'\n"
    #expect(result.output.split(separator: told).count == 3, "\(result.output)")
  }

  @Test("A difference is told with its lines, its requirements and a run")
  func difference() throws {
    let result = try diff(try folder("  require lift.load < most [L1]\n", ""))
    #expect(result.code == 1)
    #expect(result.output.contains("+ enter  newly-permitted [L1 L2]  (old line 8, new line 7)"))
    #expect(result.output.contains("a run of 4 steps"))
    #expect(result.output.contains("= enter  no-longer-permitted: equal, proved for any number"))
  }

  @Test("What is renamed does not count unless asked for")
  func renamed() throws {
    let folder = try folder("rung", "alarm")
    #expect(try diff(folder).code == 0)
    let strict = try diff(folder, "--fail-on", "renamed")
    #expect(strict.code == 1)
    #expect(strict.output.contains("~ Lift.rung  renamed"))
  }

  @Test("Only the kinds that are named count")
  func kinds() throws {
    let folder = try folder("load < most", "load <= most")
    #expect(try diff(folder, "--fail-on", "effect,message").code == 0)
    #expect(try diff(folder, "--fail-on", "newly-permitted").code == 1)
  }

  @Test("An accepted difference does not count; a moved line keeps it accepted")
  func accepted() throws {
    let folder = try folder("load < most", "load <= most")
    let json = try diff(folder, "--format", "json")
    let document = try JSONDecoder().decode(Document.self, from: Data(json.output.utf8))
    #expect(document.schema == "medallion.diff/1")
    let row = try #require(document.rows.first { $0.status == "different" })
    try folder.write(
      "accepted.json",
      """
      {"schema": "medallion.accepted/1", "accepted": [
        {"change": {"sha256": "\(row.sha256)", "event": "enter", "kind": "newly-permitted"},
         "reason": "the lift was inspected"}]}
      """)
    let told = try diff(folder, "--accepted", "accepted.json")
    #expect(told.code == 0)
    #expect(told.output.contains("accepted: the lift was inspected"))
    try folder.write(
      "new.rulebook",
      Self.book.replacing("load < most", with: "load <= most")
        .replacing("event enter", with: "// A rider enters.\nevent enter"))
    #expect(try diff(folder, "--accepted", "accepted.json").code == 0)
    try folder.write("new.rulebook", Self.book.replacing("load < most", with: "load < most + 2"))
    let stale = try diff(folder, "--accepted", "accepted.json")
    #expect(stale.code == 1)
    #expect(stale.errors.contains("accepted, but no longer found: newly-permitted of enter"))
  }

  @Test(
    "Wrong input is one message and exit code 2",
    arguments: [
      (["old.rulebook", "none.rulebook"], "none.rulebook"),
      (["old.rulebook", "empty.rulebook"], "empty.rulebook"),
      (["old.rulebook", "cut.rulebook"], "cut.rulebook:"),
      (["old.rulebook", "new.rulebook", "--fail-on", "effects"], "did you mean 'effect'?"),
      (["old.rulebook", "new.rulebook", "--match", "ring"], "expected OLD=NEW"),
      (["old.rulebook", "new.rulebook", "--match", "rinng=ring"], "did you mean 'ring'?"),
      (["old.rulebook", "new.rulebook", "--match", "ring=Lift"], "of another kind"),
      (["old.rulebook", "new.rulebook", "--scope", "Lft=1"], "did you mean 'Lift'?"),
      (["old.rulebook", "new.rulebook", "--output", "new.rulebook"], "new.rulebook"),
    ])
  func mistakes(_ arguments: [String], _ message: String) throws {
    let folder = try folder()
    try folder.write("empty.rulebook", "")
    try folder.write("cut.rulebook", String(Self.book.prefix(150)))
    let result = try Tool.run(["diff"] + arguments, in: folder)
    #expect(result.code == 2)
    #expect(result.isExit)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output.isEmpty)
  }
}
