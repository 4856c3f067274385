import Rulebook
import Testing
import Verification

/// Whatever is proved, by the rulebook's word or by the tool's own, holds in real states.
@Suite struct AuditTests {
  /// Random legal steps in all; the rulebooks share them.
  static let walks: [(name: String, steps: Int)] = [
    ("MyTaxiService", 400_000), ("RideHailing", 300_000), ("CitrusRental", 300_000),
  ]

  private static func audit(_ rules: Core.Rules) throws -> Audit {
    let proof = try Prover(rules, ProofOptions()).prove()
    #expect(proof.fault == nil)
    return Audit(rules, claims: proof.provedClaims, steps: proof.provedSteps)
  }

  @Test(arguments: walks) func whatIsProvedHoldsOnRandomRuns(name: String, steps: Int) throws {
    let report = try Self.audit(Shipped.rules(name)).walk(steps: steps, seed: 1)
    #expect(report.fault == nil)
    #expect(report.steps >= steps)
    #expect(report.depth == 250)
  }

  /// How many there are of each: two drivers can begin in more ways than are looked at.
  private static let counts = [
    ("MyTaxiService", 2, 60_000), ("RideHailing", 1, 20_000), ("CitrusRental", 2, 20_000),
  ]

  @Test(arguments: counts)
  func whatIsProvedHoldsInEveryNearState(name: String, each: Int, states: Int) throws {
    let report = try Self.audit(Shipped.rules(name)).exhaust(each: each, states: states)
    #expect(report.fault == nil)
    #expect(report.states == states)
    // How far that goes depends on how many starts there are.
    #expect(report.depth >= 3)
  }

  /// For the solver numbers have no end: what outgrows 64 bits contradicts no proof.
  @Test func numbersThatOutgrowEndARun() throws {
    let rules = try Core.Rules.declaring(
      """
      entity Account
        balance: Int = 1
      event raise(account: Account) from user
        account.balance = account.balance * 1000000
      invariant solvent "Nobody owes anything."
        all a: Account: 1 <= a.balance
      """)
    let audit = try Self.audit(rules)
    for report in [audit.walk(steps: 500, seed: 1), audit.exhaust(each: 1, states: 100)] {
      #expect(report.fault == nil)
      #expect(report.note?.contains("ended at 'raise'") == true)
      #expect(report.depth >= 3)
    }
  }

  /// What is proved of the right rules is false of wrong ones, and the audit must see it.
  @Test func whatDoesNotHoldIsNoticed() throws {
    let proof = try Prover(Shipped.rules("MyTaxiService"), ProofOptions()).prove()
    let wrong = try Shipped.fault("queue-kept-on-leaving")
    let audit = Audit(try wrong.rules(), claims: proof.provedClaims, steps: [])
    #expect(audit.exhaust(each: 1, states: 10_000).fault?.contains("queued") == true)
    #expect(audit.walk(steps: 10_000, seed: 1).fault?.contains("queued") == true)
  }
}
