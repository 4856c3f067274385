import Basics
import Rulebook
import Semantics
import TestSupport
import Testing

/// Queues and sets from which members leave at any place, and to which undoing brings them back.
@Suite struct UndoTests {
  private static let text = """
    rulebook Queues
    requirements "requirements.tsv"

    entity Zone
      queue: Queue<Cab>
      known: Set<Cab>

    entity Cab
      last: Zone? = none

    event join(cab: Cab, zone: Zone) from driver
      require cab not in zone.queue
      append cab to zone.queue
      add cab to zone.known
      cab.last = zone

    event leave(cab: Cab, zone: Zone) from driver
      require cab in zone.queue
      remove cab from zone.queue

    event skip(cab: Cab, zone: Zone) from driver
      require cab in zone.queue
      move cab to end of zone.queue

    event forget(cab: Cab, zone: Zone) from driver
      remove cab from zone.known
    """

  @Test("undoing brings members back to their places", arguments: 0..<8)
  func membersComeBack(part: UInt64) throws {
    let source = SourceText(path: "queues.rulebook", text: Self.text)
    let rules = try #require(
      Compilation.compile(source, parsed: Parser.parse(source), requirements: nil).rules)
    var performed = 0
    for seed in (part * 10)..<(part * 10 + 10) {
      let evaluator = Evaluator(rules)
      let start = try #require(
        try RandomRun(evaluator, counts: [Core.ID(0): 2, Core.ID(1): 5], seed: seed))
      var lockstep = MachineLockstep(evaluator, start.state, start.clocks, seed: seed)
      while lockstep.steps < 100, lockstep.difference == nil {
        lockstep.takeLikely()
        if lockstep.random.below(4) == 0 { lockstep.goBackOrMark() }
      }
      performed += lockstep.performed
      #expect(lockstep.difference == nil, "run \(seed): \(lockstep.difference ?? "")")
    }
    #expect(performed > 500)
  }
}
