import Findings
import Lockstep
import TaxiService
import Testing

/// The service follows the rulebook.
@Suite struct AgreementTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func itAgreesWithTheMachine(_ seed: UInt64) throws {
    var options = LockstepOptions()
    options.seed = seed
    options.inputs = 20_000
    options.taxis = [1, 2, 6, 12, 40, 100][Int(seed - 1)]
    options.zones = [1, 2, 3, 5, 4, 9][Int(seed - 1)]
    options.passengers = [2, 3, 8, 20, 100, 400][Int(seed - 1)]
    options.pace = [60_000, 20_000, 20_000, 5_000, 500, 100][Int(seed - 1)]
    options.fullComparisonInterval = 2_000
    let result = try LockstepRun(Rulebooks.taxi, options).run()
    #expect(result.disagreement == nil, "\(String(describing: result.disagreement))")
    #expect(result.steps > 10_000)
    #expect(result.fullComparisons > 4)
  }

  @Test func itAgreesWithTheEvaluator() throws {
    var options = LockstepOptions()
    options.inputs = 400
    options.taxis = 3
    options.zones = 2
    options.passengers = 3
    options.usesEvaluator = true
    options.fullComparisonInterval = 50
    let result = try LockstepRun(Rulebooks.taxi, options).run()
    #expect(result.disagreement == nil, "\(String(describing: result.disagreement))")
  }

  @Test func allShortSequencesAgree() throws {
    let result = try Exhaustion(Rulebooks.taxi, depth: 5).run()
    #expect(result.disagreement == nil, "\(String(describing: result.disagreement))")
    #expect((result.positions ?? 0) > 5_000)
    #expect(result.fullComparisons > 50_000)
  }

  /// Also those on the very bound of a guard: whatever shows in so few commands is found.
  @Test(
    arguments: [
      .exactLeadRefused, .leadOneMillisecondShort, .sixteenDaysAhead, .requestFromOutsideAccepted,
      .secondRequestAccepted, .joinsAtFront, .expiryOneMillisecondLate, .expiryOneMillisecondEarly,
      .heldForNobody, .lostMessageForgotten, .crossingKeepsOldQueue,
    ] as [ServiceFault])
  func shortSequencesFindMistakes(_ fault: ServiceFault) throws {
    let result = try Exhaustion(Rulebooks.taxi, depth: 4, fault: fault).run()
    let found = try #require(result.disagreement, "\(fault) shows in no sequence")
    #expect(!found.run.isEmpty)
  }

  @Test func aRunEndsAfterSoManySteps() throws {
    var options = LockstepOptions()
    options.inputs = 1_000_000
    options.steps = 500
    let result = try LockstepRun(Rulebooks.taxi, options).run()
    #expect(result.disagreement == nil)
    #expect((500..<600).contains(result.steps))
  }

  @Test func theJournalOfARandomRunConforms() throws {
    var options = LockstepOptions()
    options.taxis = 3
    options.passengers = 4
    options.zones = 2
    let run = LockstepRun(Rulebooks.taxi, options)
    var service = run.service
    var commands = RandomCommands(seed: 4)
    let inputs = (0..<150).map { _ in
      let input = commands.next(for: service)
      input.give(to: &service)
      return input
    }
    let result = Rulebooks.replay(run.journal(inputs))
    #expect(result.verdict == .conforms)
    // Drivers who cross a border while they are asked break an assumption, and no rule.
    #expect(result.findings.allSatisfy { $0.rule == "staysPut" })
  }

  @Test func theJournalOfACityConformsWithoutAnyFinding() {
    var options = SimulationOptions()
    options.taxis = 4
    options.passengers = 8
    options.zones = 2
    options.duration = 3_600_000
    options.demand = 3
    options.seed = 11
    var city = CitySimulation(options)
    var encoder = JournalEncoder()
    encoder.append(city.registry)
    while city.step() { encoder.append(city.service.records) }
    encoder.appendObservation(of: city.service)
    let result = Rulebooks.replay(encoder.bytes)
    #expect(result.verdict == .conforms)
    #expect(result.findings.isEmpty)
    #expect(result.events > 50)
  }
}
