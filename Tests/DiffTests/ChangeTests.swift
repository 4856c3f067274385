import Findings
import Testing
import Verification

/// A change to a rulebook, and the rows that it must have besides those that are equal.
struct Change: Sendable, CustomTestStringConvertible {
  /// Of a file in `Fixtures/changes`.
  var rulebook = "Desk"
  let name: String
  let edits: [(String, String)]
  let rows: Set<String>

  init(_ name: String, _ edits: (String, String)..., rows: String...) {
    self.name = name
    self.edits = edits
    self.rows = Set(rows)
  }

  var testDescription: String { name }

  /// The same change of the rulebook with `each`.
  var ofShift: Change {
    var change = self
    change.rulebook = "Shift"
    return change
  }

  static let withoutMeaning = [
    Change("nothing"),
    Change("a comment", ("event pause()", "// first\nevent pause()")),
    Change(
      "guards reordered",
      (
        "  require agent.free\n  require isOpen(ticket)",
        "  require isOpen(ticket)\n  require agent.free"
      )),
    Change(
      "effects reordered",
      (
        "  agent.free = false\n  ticket.stage = taken",
        "  ticket.stage = taken\n  agent.free = false"
      )),
    Change(
      "one guard of two",
      ("  require agent.free\n  require isOpen(ticket)", "  require agent.free and isOpen(ticket)")),
    Change("a definition inlined", ("require isOpen(ticket)", "require ticket.stage is open")),
    Change("an equivalent formula", ("require agent.free\n", "require not (not agent.free)\n")),
    Change(
      "by case",
      ("require isOpen(ticket)", "require ticket.stage is not taken and ticket.stage is not closed")
    ),
    Change(
      "a guard doubled",
      (
        "  require isOpen(ticket)",
        "  require isOpen(ticket)\n  require isOpen(ticket) or agent.free"
      )),
    Change(
      "an implied guard",
      (
        "  require ticket.agent is agent\n",
        "  require ticket.agent is agent\n  require ticket.agent is not none\n"
      )),
    Change(
      "a guard that a proved invariant implies",
      ("  require isOpen(ticket)", "  require isOpen(ticket)\n  require ticket.agent is none")),
    Change(
      "a lemma",
      (
        "lemma openFree",
        "lemma takenBySome\n  all t: Ticket where t.stage is taken: t.agent is not none\n\nlemma openFree"
      )),
    Change(
      "a ghost", ("  takenAt: Time = any", "  takenAt: Time = any\n  ghost seen: Bool = false"),
      rows: "added Ticket.seen"),
    Change("a value renamed", ("taken", "busy"), rows: "renamed taken", "renamed Ticket.takenAt"),
    Change("a state renamed", ("paused", "halted"), rows: "renamed paused"),
    Change("an event renamed", ("event close(", "event finish("), rows: "renamed close"),
    Change("an entity renamed", ("Agent", "Clerk"), rows: "renamed Agent"),
    Change("a field renamed", ("free", "idle"), rows: "renamed Agent.free"),
    Change("a message renamed", ("assigned", "given"), rows: "renamed assigned"),
    Change("a parameter renamed", ("answerTime", "limit")),
    Change("a product", ("due ticket.takenAt + answerTime", "due answerTime + ticket.takenAt")),
    Change("nothing").ofShift,
    Change("another variable", ("each a in desk.line: a.", "each one in desk.line: one.")).ofShift,
    Change("another domain", ("each a in desk.line: a", "each a: Agent where a in desk.line: a"))
      .ofShift,
    Change(
      "a condition that holds",
      ("each a in desk.line: a", "each a in desk.line where a.free or not a.free: a")
    )
    .ofShift,
    Change(
      "each reordered",
      (
        "  each a in desk.line: a.free = true\n  notify each a in desk.line over(a.rank)\n",
        "  notify each a in desk.line over(a.rank)\n  each a in desk.line: a.free = true\n"
      )
    ).ofShift,
    Change(
      "clear in words",
      ("clear desk.line", "each a: Agent where a in desk.line: remove a from desk.line")
    )
    .ofShift,
    Change(
      "who is told in other words",
      (
        "notify each a in desk.line over(a.rank)",
        "notify each a: Agent where a in desk.line over(a.rank)"
      )
    )
    .ofShift,
    Change("a field that each writes renamed", ("free", "idle"), rows: "renamed Agent.free")
      .ofShift,
  ]

  static let withMeaning = [
    Change(
      "a looser guard",
      ("  require isOpen(ticket)\n", "  require ticket.stage in {open, closed}\n"),
      rows: "newly-permitted take"),
    Change(
      "a tighter guard", ("  require agent.free\n", "  require agent.free\n  require not paused\n"),
      rows: "no-longer-permitted take"),
    Change(
      "both at once", ("  require agent.free\n", "  require not paused\n"),
      rows: "newly-permitted take", "no-longer-permitted take"),
    Change("a millisecond later", ("= 10 min", "= 600001 ms"), rows: "deadline expire"),
    Change("earlier", ("= 10 min", "= 9 min"), rows: "deadline expire"),
    Change("a message dropped", ("  notify agent assigned(ticket)\n", ""), rows: "message take"),
    Change(
      "another message", ("  notify agent assigned(ticket)", "  notify agent done"),
      rows: "message take"),
    Change(
      "an effect dropped", ("  ticket.takenAt = now\n  append", "  append"), rows: "effect take"),
    Change(
      "another effect", ("  ticket.stage = closed", "  ticket.stage = open"), rows: "effect close"),
    Change("a queue not written", ("  append ticket to agent.queue\n", ""), rows: "effect take"),
    Change(
      "an event added",
      (
        "invariant held",
        "event resume() from chief\n  require paused\n  paused = false\n\ninvariant held"
      ), rows: "newly-permitted resume"),
    Change(
      "an event removed", ("event pause() from chief\n  require not paused\n  paused = true\n", ""),
      rows: "no-longer-permitted pause"),
    Change("another start", ("free: Bool = true", "free: Bool = false"), rows: "start Agent.free"),
    Change("no refusal", ("  on refusal notify agent done\n", ""), rows: "refusal close"),
    Change(
      "a value added", ("open | taken | closed", "open | taken | closed | lost"),
      (
        "invariant held",
        "event lose(ticket: Ticket) from world\n  ticket.stage = lost\n\ninvariant held"
      ), rows: "newly-permitted lose", "added lost"),
    Change(
      "a property dropped",
      ("invariant held\n  all t: Ticket where t.stage is taken: t.agent is not none\n", ""),
      rows: "property-weaker held"),
    Change(
      "a property weaker",
      (
        "where t.stage is taken: t.agent is not none",
        "where t.stage is taken and paused: t.agent is not none"
      ), rows: "property-weaker held"),
    Change("each dropped", ("  each a in desk.line: a.free = true\n", ""), rows: "effect end")
      .ofShift,
    Change(
      "each restricted", ("each a in desk.line: a", "each a in desk.line where a.rank > 0: a"),
      rows: "effect end"
    )
    .ofShift,
    Change(
      "each of others", ("each a in desk.line: a", "each a in desk.team: a"), rows: "effect end"
    )
    .ofShift,
    Change("each otherwise", ("a.free = true", "a.free = a.rank > 0"), rows: "effect end").ofShift,
    Change("not cleared", ("  clear desk.line\n", ""), rows: "effect end").ofShift,
    Change("another cleared", ("  clear desk.line\n", "  clear desk.team\n"), rows: "effect end")
      .ofShift,
    Change(
      "fewer removed", ("where a.free: remove", "where a.free and a.rank > 0: remove"),
      rows: "effect leave"
    )
    .ofShift,
    Change("nobody told", ("  notify each a in desk.line over(a.rank)\n", ""), rows: "message end")
      .ofShift,
    Change("all told", ("notify each a in desk.line", "notify each a: Agent"), rows: "message end")
      .ofShift,
    Change(
      "told twice",
      ("  clear desk.line\n", "  clear desk.line\n  notify each a in desk.line over(a.rank)\n"),
      rows: "message end"
    )
    .ofShift,
    Change("told something else", ("over(a.rank)", "over(a.rank + 1)"), rows: "message end")
      .ofShift,
    Change("a limit", ("over(rank: Int)", "over(rank: Int >= 0)"), rows: "message over.rank")
      .ofShift,
  ]
}

@Suite struct ChangeTests {
  @Test(arguments: Change.withoutMeaning) func changesNothing(_ change: Change) throws {
    let differing = try change.differing()
    #expect(Change.shown(differing) == change.rows)
    #expect(differing.outcome(counting: Change.counted) == .success)
    #expect(differing.steps > 0)
  }

  @Test(arguments: Change.withMeaning) func changesThis(_ change: Change) throws {
    let differing = try change.differing()
    #expect(Change.shown(differing) == change.rows)
    #expect(differing.outcome(counting: Change.counted) == .violation)
    for row in differing.rows where row.status == .different {
      let isOfVocabulary = row.kind == .message && row.subject.contains(".")
      let needsRun = ![.start, .propertyWeaker].contains(row.kind) && !isOfVocabulary
      #expect(!needsRun || row.run != nil, "\(row.subject)")
    }
  }
}
