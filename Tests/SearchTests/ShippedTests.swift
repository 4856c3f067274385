import Findings
import Rulebook
import Testing
import Verification

/// The rulebooks that the project ships, whole and with faults.
@Suite struct ShippedTests {
  @Test(arguments: ["MyTaxiService", "RideHailing", "CitrusRental"])
  func everyWitnessIsFound(_ name: String) throws {
    let rules = try Fixture.shipped(name)
    let wanted = rules.properties.indices.filter { rules.properties[$0].kind == .reach }
    let searcher = Searcher(rules)
    var runs = try searcher.nearWitnesses(of: wanted)
    let far = try searcher.farWitnesses(of: wanted.filter { runs[$0] == nil })
    runs.merge(far) { near, _ in near }
    #expect(!wanted.isEmpty)
    #expect(runs.keys.sorted() == wanted)
  }

  private static let taxiService = "MyTaxiService"

  @Test func theRefuserKeepsHisPlace() throws {
    let rules = try Fixture.shipped(
      Self.taxiService, replacing: [("    move taxi to end of taxi.zone.queue ", "")])
    let run = try rules.refutation(of: "refuserLast")
    // Data entry, two taxis in the queue, a request, an offer, a refusal.
    #expect(run.steps.count == 6)
    #expect(run.steps.last?.event == "refuse")
    #expect(run.failure.last == "fails: taxi is last t in taxi.zone.queue")
  }

  @Test func cancellingAfterAssociation() throws {
    let rules = try Fixture.shipped(
      Self.taxiService,
      replacing: [
        (
          "reservation.stage in {stored, trying, waiting} ",
          "reservation.stage in {stored, trying, waiting, scheduled} "
        )
      ])
    // Too far for the search of every run; found at random, and straightened.
    let run = try rules.refutation(of: "scheduledHasTaxi")
    // Data entry, a taxi, a reservation, the time of the attempt, the attempt, an offer, yes, no.
    #expect(run.steps.count == 8)
    #expect(run.steps.last?.event == "cancel")
  }

  @Test func endlessActivityIsFound() throws {
    let rules = try Fixture.shipped(
      Self.taxiService, replacing: [("  add taxi to request.refusedBy ", "")])
    guard case .found(let found) = try Searcher(rules).answer(to: .lasso) else {
      Issue.record("no lasso")
      return
    }
    let run = found.run
    #expect(run.steps.suffix(2).map(\.event) == ["unreachable", "offer"])
    #expect(run.steps.last?.at == run.steps[run.steps.count - 3].at)
  }

  @Test func timeThatSticksIsFound() throws {
    let rules = try Fixture.shipped(
      Self.taxiService,
      replacing: [
        (
          "  require not mayBeHeld(request)\n",
          "  require not mayBeHeld(request) and request.reservation is none\n"
        )
      ])
    guard case .found(let found) = try Searcher(rules).answer(to: .timelock) else {
      Issue.record("no timelock")
      return
    }
    let run = found.run
    // Data entry, a reservation, the time of the attempt, the attempt.
    #expect(run.steps.count == 4)
  }

  @Test func theWholeServiceHasNeither() throws {
    let rules = try Fixture.shipped(Self.taxiService)
    let scope = try Scope(parsing: "Taxi=1,Reservation=0", rules, others: 1)
    let searcher = Searcher(
      rules, Searcher.Budget(states: 50_000, randomSteps: 20_000, scope: scope))
    for question in [Searcher.Question.lasso, .timelock] {
      guard case .nothing(_, let steps, _) = try searcher.answer(to: question) else {
        Issue.record("\(question)")
        continue
      }
      #expect(steps ?? .max >= 5)
    }
  }

  @Test func sensitiveValuesHavePseudonyms() throws {
    let rules = try Fixture.shipped(Self.taxiService)
    let boards = try rules.property("boards")
    let run = try #require(try Searcher(rules).farWitnesses(of: [boards])[boards]).run
    let arguments = run.steps.flatMap(\.arguments)
    #expect(arguments.contains { $0.value == "‹Number 1›" })
    #expect(arguments.contains { $0.value == "‹Passenger 1›" })
    #expect(arguments.filter { $0.name == "number" }.allSatisfy { $0.value.hasPrefix("‹Number ") })
  }
}

extension Core.Rules {
  func refutation(of name: String, _ budget: Searcher.Budget = Searcher.Budget()) throws -> Run {
    guard
      case .found(let found) = try Searcher(self, budget).answer(
        to: .violation(property: property(name)))
    else {
      throw NotRefuted(name: name)
    }
    return found.run
  }
}

struct NotRefuted: Error {
  let name: String
}
