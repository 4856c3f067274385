import Foundation
import Testing

@Suite("How a run reads")
struct RunFormTests {
  /// Runs of each kind: an invariant, a step, a duration, an undefined event, a witness.
  private static let book = """
    rulebook Doctors
    requirements "r.tsv"
    type Stage = waiting | called | gone
    parameter patience = 5 min
    entity Desk
      queue: Queue<Ticket>
      open: Bool = any
    entity Ticket
      stage: Stage = waiting
      since: Time
    message comeIn(desk: Desk)
    event draw(desk: Desk) from visitor -> new ticket: Ticket
      require desk.open
      ticket.since = now
      append ticket to desk.queue
    event call(desk: Desk, ticket: Ticket) from system
      require ticket is first t in desk.queue
      ticket.stage = called
      remove ticket from desk.queue
      notify ticket comeIn(desk)
    event leave(desk: Desk, ticket: Ticket) from clock
      require ticket in desk.queue
      due ticket.since + patience
      ticket.stage = gone
      remove ticket from desk.queue
    invariant nobodyLeaves [D1] "Nobody leaves."
      all t: Ticket: t.stage is not gone
    step calledOnce after call "A ticket is called when nobody else was."
      before(no t: Ticket: t.stage is called)
    bounded waits [D1] "Nobody waits for two minutes."
      all t: Ticket: t.stage is waiting lasts at most 2 min
    reach oneCalled [D1] "Somebody is called."
      some t: Ticket: t.stage is called

    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\nD1\ta\tstate\tOne.\n")
    try folder.write("r.rulebook", Self.book)
    return folder
  }

  /// What stands below the title of the property.
  private func details(_ text: String, _ title: String) throws -> String {
    let start = try #require(text.range(of: "\n\(title)\n"), "\(text)")
    return text[start.upperBound...].components(separatedBy: "\n\n")[0] + "\n"
  }

  private static let table = """
      not kept by: leave
      a run of 3 steps (Desk=1 Ticket≤1; no shorter run does):
            start  desk D1.open = true
                           start    1            2            3
                                    0:00:00.000  0:05:00.000  0:05:00.000
                                    draw         time passes  leave
                                    desk D1                   desk D1
                                    ticket T1                 ticket T1
          ticket T1.since  none     0:00:00      ·            ·
          desk D1.queue    []       [T1]         ·            []
          ticket T1.stage  waiting  ·            ·            gone
        1. as desk.open
        3. as ticket in desk.queue
           as due ticket.since + patience
        ✗ should not hold: t.stage is gone   (t = T1)
      Nobody leaves.  [D1]

    """

  @Test("A table: what changes down, steps across, the sentence and the ids at the end")
  func table() throws {
    let result = try Tool.run(
      ["verify", "r.rulebook", "--property", "nobodyLeaves", "--show-runs", "table"], in: folder())
    #expect(result.code == 1)
    #expect(try details(result.output, "refuted nobodyLeaves") == Self.table)
  }

  @Test("On a wide terminal a table, what stays as it was dimmed; on a narrow one steps")
  func terminal() throws {
    let folder = try folder()
    let verify = ["verify", "r.rulebook", "--property", "nobodyLeaves"]
    let wide = try Terminal.run(verify, columns: 120, in: folder, environment: ["NO_COLOR": ""])
    #expect(wide.code == 1)
    #expect(wide.text.contains("ticket T1.stage  waiting  \u{1B}[2mwaiting\u{1B}[0m"))
    #expect(wide.text.contains("gone"))
    let plain = try Terminal.run(verify, columns: 120, in: folder, environment: ["NO_COLOR": "1"])
    #expect(plain.text.contains("ticket T1.stage  waiting  ·            ·            gone"))
    let narrow = try Terminal.run(verify, columns: 80, in: folder, environment: ["NO_COLOR": "1"])
    #expect(narrow.text.contains("  3. 0:05:00.000  leave(desk D1, ticket T1)\n"))
    #expect(narrow.text.contains("        as due ticket.since + patience\n"))
    #expect(narrow.text.contains("        ticket T1.stage: waiting → gone\n"))
  }

  @Test("A table that is too wide goes on below")
  func split() throws {
    let folder = try folder()
    let result = try Terminal.run(
      ["verify", "r.rulebook", "--property", "calledOnce", "--show-runs", "table"], columns: 60,
      in: folder, environment: ["NO_COLOR": "1"])
    let lines = try details(result.text, "refuted calledOnce").split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("      ticket T1.since") } == 2)
    #expect(lines.filter { $0.contains("D1") }.allSatisfy { $0.count <= 60 })
  }

  @Test("A sequence chart")
  func sequence() throws {
    let result = try Tool.run(
      ["verify", "r.rulebook", "--property", "oneCalled", "--show-runs", "sequence"], in: folder())
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      try details(result.output, "reached oneCalled") == """
          a run of 2 steps (Desk=1 Ticket≤1; no shorter run does):
                start  desk D1.open = true
                            visitor                       service                         T1
              0:00:00.000      │─ draw(desk D1, ticket T1) ─▶│                             │
                               │                             ├─ call(desk D1, ticket T1)   │
                               │                             │────── comeIn(desk D1) ─────▶│
          Somebody is called.  [D1]

        """)
  }

  @Test("Each run as files: text, Mermaid, ITF, and a trace")
  func files() throws {
    let folder = try folder()
    let result = try Tool.run(["verify", "r.rulebook", "--runs", "runs"], in: folder)
    #expect(result.code == 1)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "runs").path)
    let properties = ["calledOnce", "nobodyLeaves", "oneCalled", "waits"]
    #expect(
      names.sorted()
        == properties.flatMap { name in
          ["itf.json", "jsonl", "mmd", "txt"].map { "\(name).\($0)" }
        })
    #expect(
      try folder.read("runs/oneCalled.mmd") == """
        ---
        title: "oneCalled"
        ---
        sequenceDiagram
            participant p1 as visitor
            participant p2 as service
            participant p3 as T1
            Note over p1,p3: desk D1.open = true
            Note over p1,p3: 0:00:00.000
            p1->>p2: draw(desk D1, ticket T1)
            Note over p1,p3: ticket T1.since: none → 0:00:00<br/>desk D1.queue: [] → [T1]
            p2->>p2: call(desk D1, ticket T1)
            Note over p1,p3: ticket T1.stage: waiting → called<br/>desk D1.queue: [T1] → []
            p2-)p3: comeIn(desk D1)

        """)
    #expect(try folder.read("runs/nobodyLeaves.txt").contains("Nobody leaves.  [D1]\n"))
    try checkStates(try folder.read("runs/nobodyLeaves.itf.json"))
  }

  /// The last state of a run in the Informal Trace Format, and what led to it.
  private func checkStates(_ text: String) throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let variables = try #require(document["vars"] as? [String])
    let states = try #require(document["states"] as? [[String: Any]])
    #expect(states.count == 4)
    for state in states { #expect(Set(state.keys) == Set(variables + ["#meta"])) }
    let last = states[3]
    #expect((last["#meta"] as? [String: Int]) == ["index": 3])
    #expect((last["now"] as? [String: String]) == ["#bigint": "300000"])
    #expect((last["mbt::actionTaken"] as? String) == "leave")
    let picks = try #require(last["mbt::nondetPicks"] as? [String: [String: String]])
    #expect(picks["ticket"] == ["tag": "Some", "value": "T1"])
    #expect((last["Ticket"] as? [String: [String]]) == ["#set": ["T1"]])
    #expect((last["Ticket.stage"] as? [String: [[String]]]) == ["#map": [["T1", "gone"]]])
  }

  @Test("The trace of a run is judged as the run is")
  func replayed() throws {
    let folder = try folder()
    #expect(try Tool.run(["verify", "r.rulebook", "--runs", "runs"], in: folder).code == 1)
    func replay(_ name: String, _ options: [String] = []) throws -> Tool.Result {
      try Tool.run(["replay", "r.rulebook", "runs/\(name).jsonl"] + options, in: folder)
    }
    for name in ["nobodyLeaves", "waits"] {
      let result = try replay(name)
      #expect(result.code == 1, "\(result.output)\(result.errors)")
      #expect(result.output.contains("property broken  \(name) [D1]"))
    }
    #expect(try replay("oneCalled").code == 0)
    // What holds of a step follows from the rules where it is proved, so it is to be asked for.
    #expect(try replay("calledOnce").code == 0)
    let result = try replay("calledOnce", ["--properties"])
    #expect(result.code == 1)
    #expect(result.output.contains("line 5"))
    #expect(result.output.contains("property broken  calledOnce"))
  }

  @Test("The trace of an event that has no meaning shows that")
  func undefined() throws {
    let folder = try Folder()
    try folder.writeBook(
      """
      entity Shelf
        books: Queue<Book>
      entity Book
      event put(shelf: Shelf, book: Book) from clerk
        append book to shelf.books

      """)
    let result = try Tool.run(["verify", "r.rulebook", "--runs", "runs"], in: folder)
    #expect(result.code == 1, "\(result.output)")
    let replayed = try Tool.run(["replay", "r.rulebook", "runs/put.defined.jsonl"], in: folder)
    #expect(replayed.code != 0, "\(replayed.output)")
    #expect(replayed.output.contains("line 3"))
  }
}
