import Findings
import Lockstep
import TaxiService
import Testing

/// Mistakes that are made on purpose are found: by lockstep, and in the journal alone.
@Suite struct FaultTests {
  /// What the rules leave to the server: to do so otherwise is no mistake.
  private static let free: Set<ServiceFault> = [.numberOfLatestRequest, .rezonedInAnotherOrder]

  @Test func thereAreManyAndDifferent() {
    #expect(ServiceFault.allCases.count - Self.free.count >= 30)
  }

  @Test(arguments: ServiceFault.allCases.filter { !free.contains($0) })
  func bothFind(_ fault: ServiceFault) throws {
    let finding = try #require(try FaultHunt.finding(of: fault), "lockstep does not see it")
    let replayed = Rulebooks.replay(finding.journal)
    #expect(replayed.verdict == .violates, "replay does not see it: \(finding.difference)")
  }

  @Test(arguments: free)
  func whatTheRulesLeaveOpenIsNoDifference(_ fault: ServiceFault) throws {
    #expect(try FaultHunt.finding(of: fault) == nil)
  }
}

/// Looks for a run in which a fault shows.
enum FaultHunt {
  struct Finding {
    let difference: Difference
    let inputs: Int
    let journal: [UInt8]
  }

  /// nil: it shows in no run.
  static func finding(of fault: ServiceFault) throws -> Finding? {
    for seed in 1...8 as ClosedRange<UInt64> {
      var options = LockstepOptions()
      options.taxis = 4
      options.passengers = 5
      options.zones = 2
      options.inputs = 6_000
      options.seed = seed
      options.fullComparisonInterval = 500
      let run = LockstepRun(Rulebooks.taxi, options, fault: fault)
      var result = LockstepResult(rulebook: "", digest: "", seed: seed)
      guard let (difference, script) = try run.firstDifference(&result) else { continue }
      let inputs = try run.shortened(script, difference)
      return Finding(
        difference: difference, inputs: inputs.count, journal: run.journal(inputs))
    }
    return nil
  }
}
