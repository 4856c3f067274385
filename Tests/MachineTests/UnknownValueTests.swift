import Basics
import Rulebook
import Semantics
import Testing

/// That somebody of whom not everything is known makes nothing slow but what is about him.
@Suite struct UnknownValueTests {
  private let evaluator: Evaluator
  private let machine: Machine

  /// Two zones; a taxi in the first, and one of which nobody has seen where it is.
  init() throws {
    let text = """
      rulebook Unseen
      requirements "requirements.tsv"
      entity Zone
        inForce: Bool = true
      entity Taxi
        zone: Zone? = any
        rides: Int = 0
      event ride(taxi: Taxi) from driver
        taxi.rides = taxi.rides + 1
      event shut(zone: Zone) from operator
        require zone.inForce
        zone.inForce = false
      prompt leaves "A taxi leaves a zone that is shut."
        all t: Taxi: t.zone is not none and not t.zone.inForce lasts at most 1 s
      """
    let source = SourceText(path: "Unseen.rulebook", text: text)
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    let rules = try #require(compilation.rules, "\(compilation.diagnostics)")
    evaluator = Evaluator(rules)
    machine = Machine(evaluator)
    for sort in ["Zone", "Zone", "Taxi", "Taxi"] {
      machine.learn(Core.ID(try #require(rules.entities.firstIndex { $0.name == sort })))
    }
    machine[try field("zone"), of: 0] = .entity(0)
    machine.settle()
  }

  private func field(_ name: String) throws -> Core.ID<Core.Field> {
    Core.ID(try #require(machine.rules.fields.firstIndex { $0.name == name }))
  }

  private func perform(_ name: String, _ argument: Int32) throws {
    let event = try #require(machine.rules.events.firstIndex { $0.name == name })
    var machine = machine
    let outcome = machine.step(
      Core.ID(event), [.entity(argument)], results: [], at: machine.now)
    #expect(outcome == .performed)
  }

  /// The same as the evaluator has.
  private func deadlines() throws -> Int {
    let known = try machine.deadlines().deadlines
    let slow = try evaluator.deadlines(machine.state, machine.clocks).deadlines
    #expect(Set(known) == Set(slow))
    return known.count
  }

  @Test func asksOnceAndNotAtEachStep() throws {
    let before = machine.escapes
    for _ in 0..<1_000 { try perform("ride", 1) }
    #expect(machine.escapes == before)
    #expect(before > 0, "nothing was unknown")
    #expect(machine.isOnItsOwn)
  }

  @Test func whatOthersAreIsHeldAgainstItAnew() throws {
    #expect(try deadlines() == 0)
    try perform("shut", 0)
    #expect(try deadlines() == 1)
    try perform("shut", 1)
    #expect(try deadlines() == 1)
    machine[try field("zone"), of: 1] = .entity(1)
    machine.settle()
    #expect(try deadlines() == 2)
    machine[try field("zone"), of: 1] = .unknown
    machine.settle()
    #expect(try deadlines() == 1)
    #expect(machine.isOnItsOwn)
  }

  @Test func goesBackToWhatWasNotKnown() throws {
    machine.mark()
    machine[try field("zone"), of: 1] = .entity(0)
    try perform("shut", 0)
    #expect(try deadlines() == 2)
    machine.rollback()
    #expect(try deadlines() == 0)
    machine.unmark()
    try perform("shut", 0)
    #expect(try deadlines() == 1)
  }
}
