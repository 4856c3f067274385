import Findings
import Testing
import Verification

/// Mistakes of the comparison, each found.
@Suite struct ComparisonMistakeTests {
  /// A change whose rows, or the random steps, show the mistake.
  static let shownBy: [(mistake: ComparisonMistake, change: Change)] = [
    (.forgetsNewlyPermitted, named("a looser guard")),
    (.forgetsNoLongerPermitted, named("a tighter guard")),
    (.forgetsInstants, named("earlier")),
    (.forgetsEffects, named("another effect")),
    (.forgetsMessages, named("another message")),
    (.forgetsRefusals, named("no refusal")),
    (
      .asksOfTheFirstPlace,
      Change(
        "one of two places",
        (
          "  agent.free = true\n  ticket.stage = closed",
          "  agent.free = ticket.stage is taken\n  ticket.stage = if ticket.agent is agent then open else closed"
        ), rows: "effect close")
    ),
    (
      .takesClaimsAsProved,
      Change(
        "a guard that a refuted invariant implies",
        (
          "  require ticket.agent is agent\n",
          "  require ticket.agent is agent\n  require agent.free\n"
        ),
        ("invariant held", "invariant idle\n  all a: Agent: a.free\n\ninvariant held"),
        rows: "no-longer-permitted close", "added idle")
    ),
    (.excludesEverything, named("both at once")),
    (.excludesNothing, named("a guard that a proved invariant implies")),
  ]

  @Test(arguments: shownBy) func isFound(mistake: ComparisonMistake, change: Change) throws {
    #expect(try Change.shown(change.differing()) == change.rows, "without the mistake")
    let mistaken = try? change.differing(mistake: mistake)
    #expect(mistaken.map(Change.shown) != change.rows)
  }

  /// Rules that are said to be equal are held against steps of both evaluators.
  @Test(arguments: shownBy.filter { randomStepsFind.contains($0.mistake) })
  func isFoundByRandomSteps(mistake: ComparisonMistake, change: Change) throws {
    #expect(throws: Comparison.Fault.self) {
      try change.differing(steps: 2_000, mistake: mistake)
    }
  }

  static let randomStepsFind: Set<ComparisonMistake> = [
    .forgetsNewlyPermitted, .forgetsNoLongerPermitted, .forgetsInstants, .forgetsEffects,
    .forgetsMessages, .asksOfTheFirstPlace, .takesClaimsAsProved, .excludesEverything,
  ]

  @Test func eachMistakeIsMade() {
    #expect(Set(Self.shownBy.map(\.mistake)) == Set(ComparisonMistake.allCases))
  }

  private static func named(_ name: String) -> Change {
    (Change.withMeaning + Change.withoutMeaning).first { $0.name == name }!
  }
}
