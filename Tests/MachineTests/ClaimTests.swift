import Basics
import Rulebook
import Semantics
import Testing

/// Whether invariants hold of a state: programs beside the evaluator.
@Suite struct ClaimTests {
  private let evaluator: Evaluator

  init() throws {
    let text = """
      rulebook Claims
      requirements "requirements.tsv"
      type Stage = idle | busy | over
      entity Bay
        isOpen: Bool = any
        queue: Queue<Job>
      entity Job
        bay: Bay? = any
        stage: Stage = any
        level: Int = any
        next: Job? = any
      event work(job: Job) from driver
        job.stage = busy
      invariant busyInOpen
        all j: Job, b: Bay where j.bay is b and j.stage is busy: b.isOpen
      invariant closedIsIdle
        all b: Bay where not b.isOpen: no j: Job: j.bay is b and j.stage is busy
      invariant openHasSomebody
        all b: Bay where b.isOpen: some j: Job: j.bay is b and j.level <= 2
      invariant oneIsBusy
        all j, k: Job where j.stage is busy and k.stage is busy and j.bay is not none and j.bay is k.bay: j is k
      invariant oneQueue
        all j: Job, b, c: Bay where j in b.queue and j in c.queue: b is c
      invariant queuedWhereItIs
        all j: Job, b: Bay where j in b.queue: j.bay is b
      invariant nextIsLater
        all j: Job where j.next is not none: j.level < j.next.level
      invariant lowLevels
        all j: Job: j.level <= 3
      """
    let source = SourceText(path: "Claims.rulebook", text: text)
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    evaluator = Evaluator(try #require(compilation.rules, "\(compilation.diagnostics)"))
  }

  private func field(_ name: String) throws -> Core.ID<Core.Field> {
    Core.ID(try #require(evaluator.rules.fields.firstIndex { $0.name == name }))
  }

  /// Where everything is known, programs have no doubt of what holds, and only of that; whether
  /// they go through all there are or ask indices for whoever refers to somebody.
  @Test(arguments: 0..<200)
  func likeTheEvaluator(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let machine = Machine(evaluator)
    let (bays, jobs) = (1 + random.below(5), random.below(12))
    let (bay, job) = (Core.ID<Core.Entity>(0), Core.ID<Core.Entity>(1))
    for _ in 0..<bays { machine.learn(bay) }
    for _ in 0..<jobs { machine.learn(job) }
    func anybody(_ count: Int) -> Value {
      let number = random.below(2 * count)
      return number < count ? .entity(Int32(number)) : .none
    }
    for owner in 0..<jobs {
      machine[try field("bay"), of: owner] = anybody(bays)
      machine[try field("stage"), of: owner] = .symbol(Int32(random.below(3)))
      machine[try field("level"), of: owner] = .number(Int64(random.below(random.below(2) + 4)))
      machine[try field("next"), of: owner] = random.below(4) > 0 ? .none : anybody(jobs)
    }
    for owner in 0..<bays {
      machine[try field("isOpen"), of: owner] = .bool(random.below(2) == 0)
      let members = (0..<Int32(jobs)).filter { _ in random.below(8) == 0 }
      machine.setMembers(try field("queue"), owner: owner, to: members)
    }
    machine.settle()

    var touched = Touched()
    for (sort, count) in [(bay, bays), (job, jobs)] {
      let share = random.below(3)
      for number in 0..<Int32(count) where random.below(2) < share { touched.insert(number, sort) }
    }
    let violated = Set(
      try evaluator.violatedProperties(in: machine.state, touching: touched).map(\.property))
    for worth in [0, Double.infinity] {
      machine.worthAnIndex = worth
      #expect(machine.doubtfulProperties(touching: touched) == violated)
    }
  }

  /// What nobody knows leaves a doubt, and time or a place that is not touched none.
  @Test func unknownAndUntouched() throws {
    let machine = Machine(evaluator)
    machine.learn(Core.ID(0))
    machine.learn(Core.ID(1))
    let level = try field("level")
    var touched = Touched()
    touched.insert(.field(level, of: 0), of: evaluator.rules)
    let names = try #require(machine.doubtfulProperties(touching: touched)).map {
      evaluator.rules.properties[$0].name
    }
    #expect(Set(names) == ["nextIsLater", "lowLevels"])
    #expect(machine.doubtfulProperties(touching: Touched()) == [])
  }
}
