import Rulebook
import Semantics
import Testing

/// Conditions are tested as soon as they can be, and no sooner.
@Suite struct PlanTests {
  let bay = variable(0, "bay", .entity(Depot.bay))
  let job = variable(1, "job", .entity(Depot.job))
  let second = variable(2, "second", .entity(Depot.bay))

  func plan(_ guards: [E]) -> Plan {
    let event = Depot.event("act", .system, [bay, job, second], guards: guards)
    return Evaluator(Depot.rules(events: [event])).legality(of: Core.ID(0))
  }

  func isWaiting(at bay: Core.Variable) -> E {
    .member(.variable(job), of: E.variable(bay).collection(Depot.queue))
  }

  var isWide: E {
    .less(int(3), E.certain(E.variable(job).get(Depot.owner)).get(Depot.size))
  }

  @Test func whatCannotFailNeedNotWaitForWhatStandsBeforeIt() {
    let plan = plan([isWaiting(at: second), isWaiting(at: bay)])
    #expect(plan.conditions == [[], [], [isWaiting(at: bay)], [isWaiting(at: second)]])
  }

  @Test func whatMayFailIsTestedBehindWhatStandsBeforeIt() {
    let hasOwner = E.not(.isNone(E.variable(job).get(Depot.owner)))
    #expect(
      plan([isWaiting(at: second), isWide, isWaiting(at: bay)]).conditions
        == [[], [], [], [isWaiting(at: second), isWide, isWaiting(at: bay)]])
    // Whom the job refers to need not exist.
    let isOpen = E.variable(job).get(Depot.owner).get(Depot.isOpen)
    #expect(
      plan([isWaiting(at: second), isOpen]).conditions
        == [[], [], [], [isWaiting(at: second), isOpen]])
    #expect(
      plan([hasOwner, isWide, isWaiting(at: second), isWaiting(at: bay)]).conditions
        == [[], [], [hasOwner, isWide], [isWaiting(at: second), isWaiting(at: bay)]])
  }
}
