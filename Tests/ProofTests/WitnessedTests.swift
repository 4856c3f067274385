import Findings
import Rulebook
import TestSupport
import Testing
import Verification

/// Runs show that an event can happen and that a property says something, as the solver would.
@Suite("What runs show") struct WitnessedTests {
  private struct Listener: VerificationListener {}

  private static var cabs: Core.Rules {
    get throws {
      try Core.Rules.declaring(
        """
        entity Cab
          busy: Bool = false
          broken: Bool = false
        event hire(cab: Cab) from user
          cab.busy = true
        event mend(cab: Cab) from user
          require cab.broken
          cab.busy = false
        invariant whole
          all c: Cab where c.broken: c.busy
        invariant either
          (all c: Cab where c.busy: not c.broken) and (all c: Cab where c.broken: c.busy)
        reach hired
          some c: Cab: c.busy
        """)
    }
  }

  @Test("is what the solver says that was asked", .enabled(if: slowTestsRun))
  func sameAsSolver() throws {
    let rules = try Shipped.rules("RideHailing")
    let alone = try Prover(rules, ProofOptions()).prove()
    let verified = try Verifier(rules, ProofOptions()).verify(Listener(), suggesting: { _ in nil })
    let verification = verified.verification
    #expect(!verified.runs.isEmpty)
    #expect(verification.events.map(\.name) == alone.events.map(\.name))
    #expect(verification.events.map(\.possibility) == alone.events.map(\.possibility))
    #expect(verification.properties.map(\.isVacuous) == alone.properties.map(\.isVacuous))
    #expect(verification.properties.map(\.vacuousParts) == alone.properties.map(\.vacuousParts))
  }

  @Test("does not hide that a part of a property, or a property, says nothing")
  func vacuous() throws {
    let verification = try Verifier(Self.cabs, ProofOptions()).verify(
      Listener(), suggesting: { _ in nil }
    ).verification
    let byName = Dictionary(
      verification.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(byName["whole"]?.isVacuous == true)
    #expect(byName["either"]?.isVacuous == false)
    #expect(byName["either"]?.vacuousParts == [2])
    #expect(verification.events.map(\.possibility) == [.possible, .impossible])
  }

  @Test("One property is judged alone: no event is asked about") func oneProperty() throws {
    let name = "whole"
    let verification = try Verifier(Self.cabs, ProofOptions(only: [name]), only: [name]).verify(
      Listener(), suggesting: { _ in nil }
    ).verification
    #expect(verification.properties.map(\.name) == [name])
    #expect(verification.properties.map(\.verdict) == [.proved])
    #expect(verification.events.isEmpty)
  }
}
