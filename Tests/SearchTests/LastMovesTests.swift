import Findings
import Rulebook
import Testing
import Verification

/// Searches whose budget does not suffice for one more step look only at the moves that may meet a
/// target.
@Suite struct LastMovesTests {
  /// Many ways to paint, and one event that the invariant is about.
  private static func lamps(_ guards: String, foot: String = "blue", stem: String = "red") -> String
  {
    """
    rulebook Lamps
    requirements "none.tsv"

    type Paint = white | red | green | blue

    entity Lamp
      foot:  Paint = white
      stem:  Paint = white
      shade: Paint = white
      cord:  Paint = white
      sold:  Bool  = false

    event paintFoot(lamp: Lamp, paint: Paint) from painter
      lamp.foot = paint

    event paintStem(lamp: Lamp, paint: Paint) from painter
      lamp.stem = paint

    event paintShade(lamp: Lamp, paint: Paint) from painter
      lamp.shade = paint

    event paintCord(lamp: Lamp, paint: Paint) from painter
      lamp.cord = paint

    event sell(lamp: Lamp) from shop
      require lamp.foot is \(foot) and lamp.stem is \(stem) and lamp.shade is blue and lamp.cord is blue
    \(guards)
      lamp.sold = true

    invariant kept
      no l: Lamp: l.sold

    """
  }

  private func answer(
    _ text: String, _ property: String, _ scope: String, states: Int, steps: Int = 40,
    isSlow: Bool = false
  ) throws -> Searcher.Outcome {
    let rules = try Fixture.rules(text)
    // The slow search examines a tenth of the positions.
    var budget = Searcher.Budget(
      states: isSlow ? 10 * states : states, steps: steps, randomSteps: 0,
      scope: try Scope(parsing: scope, rules))
    budget.isSlow = isSlow
    return try Searcher(rules, budget).answer(
      to: .violation(property: try rules.property(property)))
  }

  private func excluded(_ outcome: Searcher.Outcome) throws -> Int? {
    guard case .nothing(_, let steps, _) = outcome else {
      Issue.record("\(outcome)")
      return nil
    }
    return steps
  }

  @Test("With as many positions, no fewer steps are excluded than by making all moves")
  func excludesNoLess() throws {
    let text = Self.lamps("  require some l: Lamp: l.sold")
    var more: [Int] = []
    for states in [100, 300, 800, 1_000, 2_000, 3_700, 4_000, 5_000] {
      let all = try excluded(answer(text, "kept", "Lamp=2", states: states, isSlow: true))
      let last = try excluded(answer(text, "kept", "Lamp=2", states: states))
      more.append((last ?? .max) - (all ?? .max))
    }
    #expect(more.allSatisfy { $0 >= 0 })
    #expect(more.contains { $0 > 0 })
  }

  @Test("A run is found, and is shortest, with fewer positions than all moves need")
  func findsWithFewer() throws {
    let text = Self.lamps("", foot: "white", stem: "white")
    #expect(try excluded(answer(text, "kept", "Lamp=2", states: 300, isSlow: true)) == 2)
    guard case .found(let found) = try answer(text, "kept", "Lamp=2", states: 300) else {
      Issue.record("nothing is found")
      return
    }
    #expect(found.run.steps.count == 3)
    #expect(found.run.isShortest)
  }

  @Test("No run has more steps than are asked for", arguments: 1...5)
  func keepsToTheSteps(_ steps: Int) throws {
    for states in [50, 200, 1_000, 4_000] {
      let outcome = try answer(Self.lamps(""), "kept", "Lamp=2", states: states, steps: steps)
      if case .found(let found) = outcome {
        #expect(found.run.steps.count <= steps)
      } else {
        #expect(try excluded(outcome) ?? 0 <= steps)
      }
    }
  }

  /// Whatever the budget, what is found is shortest, and what is excluded is not there.
  @Test(arguments: OfficeTests.broken, [10, 30, 100, 300])
  func claimsWhatIsSo(_ name: String, _ states: Int) throws {
    let scope = "Desk=2,Ticket=2"
    func answer(_ states: Int, isSlow: Bool) throws -> Searcher.Outcome {
      try self.answer(OfficeTests.text, name, scope, states: states, isSlow: isSlow)
    }
    guard case .found(let least) = try answer(5_000, isSlow: true) else {
      Issue.record("the slow search finds nothing")
      return
    }
    switch try answer(states, isSlow: false) {
    case .found(let found): #expect(found.run.steps.count == least.run.steps.count)
    case .nothing(_, let steps, _): #expect(steps ?? .max < least.run.steps.count)
    }
  }
}
