import Basics
import Rulebook
import Semantics
import TestSupport
import Testing

/// The values that places had within the tolerance: those of the machine against those of its slow
/// twin, on random steps, facts, undoing and loading.
@Suite struct FormerValueTests {
  private static let text = """
    rulebook Former
    requirements "requirements.tsv"

    type Mode = free | kept | busy

    entity Stand
      queue: Queue<Cab>
      known: Set<Cab>

    entity Cab
      mode: Mode = free
      last: Stand? = none

    entity Ride
      cab: Cab? = none
      taken: Set<Cab>

    state joins: Int = 0

    event ask(cab: Cab) from rider -> new ride: Ride
      ride.cab = cab
      joins    = joins + 1

    event take(cab: Cab, ride: Ride) from driver
      add cab to ride.taken
      ride.cab = none

    event join(cab: Cab, stand: Stand) from driver
      require cab not in stand.queue
      append cab to stand.queue
      add cab to stand.known
      cab.last = stand
      cab.mode = kept
      joins = joins + 1

    event leave(cab: Cab, stand: Stand) from driver
      require cab in stand.queue
      remove cab from stand.queue
      cab.mode = busy

    // Ends where it began, if there is nobody else.
    event yield(cab: Cab, stand: Stand) from driver
      require cab in stand.queue
      remove cab from stand.queue
      append cab to stand.queue

    event forget(cab: Cab, stand: Stand) from driver
      remove cab from stand.known
      cab.mode = free
    """
  private static let stands = 2
  private static let cabs = 4

  @Test("the machine remembers what its twin does", arguments: 0..<8)
  func twin(part: UInt64) throws {
    let source = SourceText(path: "former.rulebook", text: Self.text)
    let rules = try #require(
      Compilation.compile(source, parsed: Parser.parse(source), requirements: nil).rules)
    var compared = 0
    for seed in (part * 20)..<(part * 20 + 20) {
      let pair = Pair(rules, seed: seed)
      for _ in 0..<60 {
        try pair.proceed()
        let differences = pair.differences
        #expect(differences.isEmpty, "run \(seed): \(differences)")
        guard differences.isEmpty else { return }
      }
      compared += pair.compared
    }
    #expect(compared > 1_000)
  }

  /// A machine and its twin, which do the same.
  private final class Pair {
    private let rules: Core.Rules
    private let machines: [any ReversibleStepper]
    private var random: SplitMix64
    private var marks = 0
    private(set) var compared = 0

    init(_ rules: Core.Rules, seed: UInt64) {
      self.rules = rules
      let evaluator = Evaluator(rules)
      machines = [Machine(evaluator), SlowMachine(evaluator)]
      random = SplitMix64(seed: seed)
      for machine in machines {
        machine.rememberedSpan = 10
        for (sort, count) in [FormerValueTests.stands, FormerValueTests.cabs].enumerated() {
          for _ in 0..<count { machine.learn(Core.ID(sort), settles: true) }
        }
      }
    }

    /// Does one thing at random, perhaps in a new line, perhaps later.
    func proceed() throws {
      let now = machines[0].now + Int64(random.below(3))
      let isNewLine = random.below(4) > 0
      for var machine in machines {
        if now > machine.now { try machine.advance(to: now) }
        if isNewLine { machine.line += 1 }
      }
      switch random.below(12) {
      case 0:
        both { $0.mark() }
        marks += 1
      case 1 where marks > 0: both { $0.rollback() }
      case 2 where marks > 0:
        both { $0.unmark() }
        marks -= 1
      case 3: observe()
      case 4 where random.below(4) == 0: both { $0.load($0.state, $0.clocks) }
      default: try perform()
      }
    }

    private func both(_ body: (any ReversibleStepper) -> Void) { machines.forEach(body) }

    private func perform() throws {
      let event = Core.ID<Core.Event>(random.below(rules.events.count))
      var arguments: [Value] = []
      for parameter in rules[event].parameters {
        guard case .entity(let sort) = parameter.type.scalar else { continue }
        let count = machines[0].count(of: sort)
        guard count > 0 else { return }
        arguments.append(.entity(Int32(random.below(count))))
      }
      guard case .legal = machines[0].legality(of: event, arguments) else { return }
      let results = [Value](repeating: .none, count: rules[event].results.count)
      for var machine in machines { try machine.perform(event, arguments, results: results) }
    }

    /// A fact that is believed.
    private func observe() {
      let stand = random.below(FormerValueTests.stands)
      let members = (0..<Int32(FormerValueTests.cabs)).filter { _ in random.below(2) == 0 }
      let field = Core.ID<Core.Field>(random.below(2))
      both {
        $0.setMembers(field, owner: stand, to: members)
        $0.settle()
      }
    }

    /// The places of which the two remember different values.
    var differences: [String] {
      let places: [Place] =
        rules.globals.indices.map { .global(Core.ID($0)) }
        + rules.fields.indices.flatMap { field in
          (0..<machines[0].count(of: rules.fields[field].owner)).map {
            Place.field(Core.ID(field), of: Int32($0))
          }
        }
      return places.compactMap { place in
        let fast = remembered(at: place, by: machines[0])
        let slow = remembered(at: place, by: machines[1])
        compared += slow.count
        return fast == slow ? nil : "\(place): the machine \(fast), its twin \(slow)"
      }
    }

    /// The other values that a place had, each with the last instant at which it was lost.
    private func remembered(
      at place: Place, by machine: any ReversibleStepper
    ) -> [String: Int64] {
      let since = machine.now - Int64(10)
      var lost: [String: Int64] = [:]
      func note(_ value: String, _ instant: Int64, present: String) {
        if value != present, lost[value] == nil { lost[value] = instant }
      }
      for former in machine.formerValues(at: place, since: since) {
        note("\(former.value)", former.lost, present: "\(machine.value(at: place))")
      }
      for former in machine.formerMembers(at: place, since: since) {
        note("\(former.value)", former.lost, present: "\(machine.members(at: place))")
      }
      return lost
    }
  }
}
