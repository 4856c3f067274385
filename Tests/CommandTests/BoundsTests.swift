import Findings
import Foundation
import Testing

@Suite("medallion bounds")
struct BoundsTests {
  /// Tickets are called three times at most, for five minutes each.
  static let counter = """
    type Stage = queued | called | served
    parameter patience = 5 min
    parameter maxCalls = 3
    entity Ticket
      stage:    Stage = queued
      since:    Time
      calledAt: Time? = none
      calls:    Int = 0
    event draw() from visitor -> new ticket: Ticket
      ticket.since = now
    event call(ticket: Ticket) from system
      require ticket.stage is queued
      require ticket.calls < maxCalls
      ticket.stage    = called
      ticket.calledAt = now
      ticket.calls   += 1
    event missed(ticket: Ticket) from clock
      require ticket.stage is called
      due ticket.calledAt! + patience
      ticket.stage = queued
    event serve(ticket: Ticket) from visitor
      require ticket.stage is called
      ticket.stage = served
    event close(ticket: Ticket) from system
      require ticket.stage is queued and ticket.calls >= maxCalls
      ticket.stage = served
    prompt noDelay "Who is queued is called, or served, at once."
      all t: Ticket: t.stage is queued lasts at most 0 s
    lemma callsCapped
      all t: Ticket: 0 <= t.calls <= maxCalls
    lemma calledSince
      all t: Ticket where t.stage is called:
        t.calledAt is not none and t.calledAt <= now <= t.calledAt + patience
        and t.calledAt <= t.since + (t.calls - 1) * patience
    invariant answered "Nobody waits longer than his calls take."
      all t: Ticket where t.stage in {queued, called}: now <= t.since + t.calls * patience
    bounded callEnds "A call is over after five minutes."
      all t: Ticket: t.stage is called lasts at most patience

    """
  static let endless = counter.replacing("  require ticket.calls < maxCalls\n", with: "")
    .replacing(" and ticket.calls >= maxCalls", with: "")
    .replacing("0 <= t.calls <= maxCalls", with: "0 <= t.calls")
    .replacing("calls:    Int", with: "ghost calls: Int")

  private func bounds(
    _ options: [String], of book: String = counter, in folder: Folder? = nil
  ) throws -> Tool.Result {
    let folder = try folder ?? Folder()
    try folder.writeBook(book)
    return try Tool.run(["bounds", "r.rulebook"] + options, in: folder)
  }

  @Test("A number where the counters are capped, with a run that takes as long")
  func number() throws {
    let result = try bounds([])
    #expect(result.code == 0)
    #expect(
      result.output.drop { $0 != "\n" } == """

          proved  answered  15min  attained by a run of 9 steps
          proved  callEnds  5min   attained by a run of 3 steps

        answered
          Nobody waits longer than his calls take.
          from draw to serve, close
          at most t.calls * patience
          Ticket.calls is at most 3: callsCapped

        callEnds
          A call is over after five minutes.
          from call to missed, serve

        """)
    let run = try bounds(["--property", "answered"])
    #expect(run.output.contains("    9. 0:15:00.000  time passes\n"))
  }

  @Test("Without a cap there is no number, and a run that goes round shows that there is no end")
  func unbounded() throws {
    let result = try bounds(["--property", "answered"], of: Self.endless)
    #expect(result.code == 3, "\(result.output)\(result.errors)")
    for line in [
      "  proved  answered  unbounded  goes on for ever, in rounds of 5min\n",
      "  Ticket.calls has no cap, so no number follows\n",
      "lead back to where they began, 5min later\n",
    ] {
      #expect(result.output.contains(line), "\(line)")
    }
  }

  @Test("What is refuted is exit 1, with a run that takes longer and the worst there is")
  func refuted() throws {
    let hasty = Self.counter.replacing(
      "bounded callEnds",
      with: "bounded soon\n  all t: Ticket: t.stage is called lasts at most 1 min\nbounded callEnds"
    )
    let result = try bounds(["--scope", "Ticket=1"], of: hasty)
    #expect(result.code == 1)
    #expect(result.output.contains("\n  refuted  soon      –\n"))
    #expect(result.output.contains("  longest with Ticket≤1, of the instants tried: 5min\n"))
    #expect(result.output.contains("✗ lasts longer than 1min"))
  }

  @Test("The longest of what was tried is not called the longest")
  func sampledLongest() throws {
    let given = """
      entity Desk
        busy:  Bool = false
        until: Time? = none
      event begin(desk: Desk, length: Duration) from clerk
        require not desk.busy and length >= 0 s
        desk.busy  = true
        desk.until = now + length
      event end(desk: Desk) from clock
        require desk.busy
        due desk.until!
        desk.busy  = false
        desk.until = none
      bounded soon
        all d: Desk: d.busy lasts at most 1 min

      """
    let result = try bounds(["--scope", "Desk=1"], of: given)
    #expect(
      result.output.contains("  longest with Desk=1, of the instants and values tried: "),
      "\(result.output)\(result.errors)")
    let json = try bounds(["--scope", "Desk=1", "--format", "json"], of: given)
    #expect(json.output.contains("\"onlySomeOf\""))
  }

  @Test("A run attains the number only if it takes as long, not as long as for fewer calls")
  func attained() throws {
    let counter = Self.counter.replacing(
      "now <= t.since + t.calls * patience",
      with: "now <= t.since + (t.calls - 1) * patience + patience")
    let result = try bounds(["--property", "answered"], of: counter)
    #expect(result.output.contains("  proved  answered  15min  attained by a run of 9 steps\n"))
    #expect(result.output.contains("    9. 0:15:00.000  time passes\n"))
  }

  @Test("What attains another limit of the same property attains nothing")
  func anotherLimit() throws {
    let counter = Self.counter.replacing(
      "now <= t.since + t.calls * patience",
      with: """
        now <= t.since + (t.calls + 1) * patience
          and now <= t.since + t.calls * patience
        """)
    let result = try bounds(["--property", "answered"], of: counter)
    #expect(result.output.contains("  proved  answered  20min  not attained by the runs looked at"))
  }

  @Test("The same JSON on every run")
  func json() throws {
    let first = try bounds(["--format", "json"])
    #expect(first.code == 0)
    let object = try JSONSerialization.jsonObject(with: Data(first.output.utf8)) as? [String: Any]
    #expect(object?["schema"] as? String == "medallion.bounds/1")
    #expect(try bounds(["--format", "json", "--jobs", "1"]).output == first.output)
  }

  @Test("A sweep is a table and a plot")
  func sweep() throws {
    let folder = try Folder()
    let result = try bounds(
      ["--sweep", "patience=30s..2min/30s", "--plot", "p.svg"], in: folder)
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.output == """
        patience  answered  callEnds
             30s   1min30s       30s
            1min      3min      1min
         1min30s   4min30s   1min30s
            2min      6min      2min

        """)
    let plot = try folder.read("p.svg")
    #expect(plot.hasPrefix("<svg ") && plot.hasSuffix("</svg>\n"))
    #expect(plot.contains("points=\"70,265 236,200 403,135 570,70\""))
    #expect(plot.ranges(of: "<polyline").count == 2)
    #expect(XMLChecker(plot).isWellFormed)
  }

  @Test("Whole numbers are swept too; what has no number is said, and is exit 3")
  func sweepOfCounts() throws {
    let result = try bounds(["--property", "answered", "--sweep", "maxCalls=1..3/1"])
    #expect(
      result.output
        == "maxCalls  answered\n       1      5min\n       2     10min\n       3     15min\n")
    let open = try bounds(
      ["--property", "answered", "--sweep", "patience=1min..1min/1s"], of: Self.endless)
    #expect(open.code == 3)
    #expect(open.output == "patience   answered\n    1min  no number\n")
    let json = try bounds(["--sweep", "maxCalls=1..2/1", "--format", "json"])
    #expect(json.output.contains("\"schema\" : \"medallion.bounds-sweep/1\""))
  }

  @Test(
    "What cannot be swept is one clear error",
    arguments: [
      ("patience=1min..5min/0s", "the step must be greater than nothing"),
      ("patience=5min..1min/1s", "there is nothing from 5min up to 1min"),
      ("patience=0ms..1000s/1ms", "1000001 values; at most 100"),
      ("patience=0ms..106751991167days/1ms", "values; at most 100"),
      ("patience=-1s..5min/1s", "expected a duration"),
      ("patience=1s..5/1s", "expected a duration"),
      ("patience=1s..5min", "expected NAME=FROM..TO/STEP"),
      ("patience", "expected NAME=FROM..TO/STEP"),
      ("=1s..2s/1s", "expected NAME=FROM..TO/STEP"),
      ("patience=../", "expected NAME=FROM..TO/STEP"),
      ("patience=1s..2s/1s/1s", "expected NAME=FROM..TO/STEP"),
      ("maxCalls=1s..2s/1s", "'1s' is no whole number"),
      ("maxCalls=-1..2/1", "'-1' is no whole number"),
      ("maxCalls=1..99999999999999999999/1", "is no whole number"),
      ("patiense=1s..2s/1s", "unknown parameter 'patiense'; did you mean 'patience'?"),
    ])
  func hostileSweeps(text: String, message: String) throws {
    let result = try bounds(["--sweep=\(text)"])
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(
      result.errors.hasPrefix("error: --sweep") && result.errors.contains(message),
      "\(result.errors)")
    #expect(result.errors.matches(of: /error:/).count == 1)
  }

  @Test(
    "Wrong names and options are one clear error",
    arguments: [
      (["--property", "anwsered"], "'anwsered' states no limit of time; did you mean 'answered'?"),
      (["--property", "callsCapped"], "'callsCapped' states no limit of time"),
      (["--set", "patiense=1s"], "unknown parameter 'patiense'; did you mean 'patience'?"),
      (["--scope", "Tiket=1"], "unknown entity 'Tiket'; did you mean 'Ticket'?"),
      (
        ["--sweep", "patience=1s..2s/1s", "--plot", "r.rulebook"],
        "the plot 'r.rulebook' is one of the inputs"
      ),
      (
        ["--sweep", "patience=1s..2s/1s", "--plot", "r.tsv"],
        "the plot 'r.tsv' is one of the inputs"
      ),
      (
        ["--sweep", "patience=1s..2s/1s", "--plot", "x", "--output", "x"],
        "the output and the plot are one file: 'x'"
      ),
      (["--output", "r.rulebook"], "the output 'r.rulebook' is one of the inputs"),
    ] as [([String], String)])
  func wrongOptions(options: [String], message: String) throws {
    let folder = try Folder()
    let result = try bounds(options, in: folder)
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.matches(of: /error:/).count == 1)
    #expect(try folder.names == ["r.rulebook", "r.tsv"])
  }

  @Test("A plot without a sweep, and a rulebook without a limit, are refused")
  func nothingToTell() throws {
    #expect(try bounds(["--plot", "p.svg"]).code != 0)
    let result = try bounds([], of: Book.proved)
    #expect(result.code == 2)
    #expect(result.errors.contains("R states no limit"))
  }
}

/// Whether a document is well-formed, by the tags alone.
struct XMLChecker {
  let isWellFormed: Bool

  init(_ text: String) {
    var open: [Substring] = []
    for tag in text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
      if !tag.1.isEmpty {
        guard open.popLast() == tag.2 else {
          isWellFormed = false
          return
        }
      } else if tag.3.isEmpty {
        open.append(tag.2)
      }
    }
    isWellFormed = open.isEmpty
  }
}
