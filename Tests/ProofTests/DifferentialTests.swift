import Rulebook
import TestSupport
import Testing
import Verification

/// The evaluator judges the lowering: a second solver would only check the solver.
@Suite struct DifferentialTests {
  /// The random rulebooks are divided so that tests run side by side.
  static let shards = 8
  static let rulebooksOfShard = 30
  /// How many events and instants are tried on each rulebook.
  static let attempts = 1_300
  /// How many of the steps the solver is asked about, on each.
  static let queries = 5
  /// Steps done in all: 240 rulebooks, 100,000 steps.
  static let leastSteps = 100_000

  @Test(arguments: 0..<shards) func agreeOnRandomRulebooks(shard: Int) throws {
    var tally = Differential.Tally()
    for index in 0..<Self.rulebooksOfShard {
      let seed = UInt64(shard * Self.rulebooksOfShard + index)
      let differential = try Differential(RandomRulebook.rules(seed: seed), seed: seed)
      do {
        try differential.run(attempts: Self.attempts, queries: Self.queries)
      } catch let disagreement as Disagreement {
        Issue.record("rulebook \(seed): \(disagreement)")
      }
      tally += differential.tally
    }
    #expect(tally.steps + tally.instants >= Self.leastSteps / Self.shards)
    #expect(tally.undefined > 0 && tally.refusals > 0)
    #expect(tally.solverQueries > Self.rulebooksOfShard * Self.queries / 2)
  }

  @Test(arguments: Shipped.names)
  func agreeOnShippedRulebooks(name: String) throws {
    let differential = try Differential(Shipped.rules(name), seed: 1)
    try differential.run(attempts: 2_000, queries: 5)
    #expect(differential.tally.states > 100)
  }

  /// What is read behind a reference that leads nowhere is read of an entity that need not exist,
  /// and what that one refers to need not exist either.
  @Test func agreeWhereNobodyExists() throws {
    let rules = try Core.Rules.declaring(
      """
      entity Desk
        open: Bool = false
        link: Card? = none
      entity Card
        owner: Holder
      entity Holder
        card: Card? = none
      event join() from clerk -> new h: Holder, new c: Card
        c.owner = h
      event look(desk: Desk) from clerk
        case desk.link is none or desk.link.owner.card is none
          desk.open = true
      """)
    let differential = try Differential(rules, seed: 1)
    try differential.run(attempts: 300)
    #expect(differential.tally.steps > 50)
  }

  /// A test that cannot fail is none: each mistake that a lowering may make is noticed.
  @Test(arguments: LoweringFault.allCases) func aFaultIsNoticed(fault: LoweringFault) throws {
    for seed in UInt64(0)..<90 {
      let differential = try Differential(
        RandomRulebook.rules(seed: seed), seed: seed, fault: fault)
      do {
        try differential.run(attempts: 300)
      } catch is Disagreement {
        return
      }
    }
    Issue.record("no random rulebook tells \(fault) from the right lowering")
  }
}
