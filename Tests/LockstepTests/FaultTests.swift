import Findings
import Foundation
import Lockstep
import TaxiService
import Testing

/// Mistakes that are made on purpose are found: by lockstep, and in the journal alone.
@Suite struct FaultTests {
  /// What the rules leave to the server: to do so otherwise is no mistake.
  /// That the attempts of a reservation end after half an hour leaves no time for one too many.
  private static let free: Set<ServiceFault> = [
    .numberOfLatestRequest, .rezonedInAnotherOrder, .twentySecondAttempt,
  ]

  @Test func bothFindAllThatChangeWhatTheRulesDecide() throws {
    var rows: [String] = []
    for fault in ServiceFault.allCases where !Self.free.contains(fault) {
      let finding = try #require(try FaultHunt.finding(of: fault), "\(fault) shows in no run")
      let shown = try #require(
        try FaultHunt.finding(of: fault, onlyInJournal: true), "\(fault) shows in no journal")
      let replayed = Rulebooks.replay(shown.journal)
      #expect(replayed.verdict == .violates, "replay does not see \(fault)")
      let first = replayed.findings.first { $0.kind.isViolation }
      let cause = finding.difference
      let rule = (["\(cause.kind)", "`\(cause.rule)`"] + cause.requirements)
        .joined(separator: " ")
      let replayRule = first.map { "\($0.kind) `\($0.rule)`" } ?? "-"
      rows.append("| \(fault) | \(rule) | \(replayRule) | \(finding.inputs) |")
    }
    #expect(rows.count >= 30)
    let page = Rulebooks.root.appending(path: "Documentation/ServiceFaults.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let told = text.split(separator: "\n").map(String.init)
    for row in rows { #expect(told.contains(row), "Documentation/ServiceFaults.md lacks:\n\(row)") }
    #expect(told.count { $0.hasPrefix("| ") } == rows.count + 1)
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
  static func finding(
    of fault: ServiceFault, onlyInJournal: Bool = false
  ) throws -> Finding? {
    // Many short runs find most, and runs that are short are soon shortened; the rest takes
    // long ones.
    for seed in 1...66 as ClosedRange<UInt64> {
      var options = LockstepOptions()
      options.taxis = seed <= 60 ? 3 : 4
      options.passengers = seed <= 60 ? 4 : 12
      options.zones = 2
      options.inputs = seed <= 60 ? 400 : 6_000
      options.pace = seed <= 60 ? 20_000 : 60_000
      options.seed = seed
      options.fullComparisonInterval = 500
      options.comparesOnlyJournal = onlyInJournal
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
