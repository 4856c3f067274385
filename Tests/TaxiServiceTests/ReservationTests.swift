import TaxiService
import Testing

/// The timetable of reservations.
@Suite struct ReservationTests {
  private let hours: Milliseconds = 3_600_000

  @Test func theSearchBeginsTenMinutesBeforeTheMeeting() {
    var city = Service()
    city.at(.reserve(0, origin: 0, meeting: city.now + 2 * hours))
    #expect(city.messages == [.reservationStored(0)])
    city.at(.goAvailable(0))
    city.wait(6_599.999)
    #expect(city.decisions.isEmpty)
    city.wait(0.001)
    let number = city.service.state(of: RequestID(0))?.number ?? 0
    #expect(city.decisions == [.attempt(0, 0, number), .offer(0, 0)])
    city.at(1, .accept(0, 0, wait: 0))
    #expect(city.service.state(of: ReservationID(0))?.stage == .scheduled)
    #expect(city.at(.cancel(0, 0)) == .refused(.notCancellable))
  }

  @Test func twentyOneAttemptsAndNoMore() {
    var city = Service()
    city.at(.reserve(0, origin: 0, meeting: city.now + 2 * hours))
    city.wait(20_000)
    let attempts = city.service.records.compactMap { record -> Milliseconds? in
      if case .decision(.attempt) = record.content { record.instant } else { nil }
    }
    #expect(attempts.count == 21)
    #expect(attempts.first == Service.start + 6_600_000)
    #expect(zip(attempts, attempts.dropFirst()).allSatisfy { $1 - $0 == 120_000 })
    #expect(city.messages == [.reservationDropped(0)])
  }

  @Test func aSuspendedServiceAttemptsNothingAndMakesUpForItLater() {
    var city = Service()
    city.at(.reserve(0, origin: 0, meeting: city.now + 2 * hours))
    city.at(.goAvailable(0))
    city.at(.suspend)
    city.wait(7_200)
    #expect(city.decisions.isEmpty)
    #expect(city.service.nextDeadline == nil)
    city.at(.resume)
    city.wait(0)
    let number = city.service.state(of: RequestID(0))?.number ?? 0
    #expect(city.decisions == [.attempt(0, 0, number), .offer(0, 0)])
  }

  @Test func anAttemptWhoseTimeIsOverAsksNobody() {
    var city = Service()
    city.at(.reserve(0, origin: 0, meeting: city.now + 2 * hours))
    city.at(.goAvailable(0))
    city.at(.suspend)
    city.wait(9_000.001)
    city.at(.resume)
    city.wait(0)
    let number = city.service.state(of: RequestID(0))?.number ?? 0
    #expect(city.decisions == [.attempt(0, 0, number), .giveUp(0)])
    #expect(city.messages == [.reservationDropped(0)])
    #expect(city.status(0) == .available)
  }

  @Test func onlyWhoWaitedWhenTheSearchBeganIsAsked() {
    var city = Service()
    city.at(.reserve(0, origin: 0, meeting: city.now + 2 * hours))
    city.at(.goAvailable(0))
    city.wait(6_600)
    city.at(1, .goAvailable(1))
    city.at(1, .refuse(0, 0))
    #expect(city.decisions == [.giveUp(0)])
    city.wait(120)
    // At the next attempt he has been there before.
    #expect(city.decisions.contains(.offer(1, 1)))
  }

  @Test func bothEdgesOfTheLeadAreIncluded() {
    var city = Service()
    let now = city.now
    #expect(
      city.at(.reserve(0, origin: 0, meeting: now + 2 * hours - 1)) == .refused(.meetingTooSoon))
    #expect(city.at(.reserve(0, origin: 0, meeting: now + 2 * hours)) == .accepted)
    #expect(city.at(.reserve(0, origin: 0, meeting: now + 360 * hours)) == .accepted)
    #expect(
      city.at(.reserve(0, origin: 0, meeting: now + 360 * hours + 1)) == .refused(.meetingTooFar))
  }

  @Test func aCancelledOfferLeavesTheTaxiInItsPlace() {
    var city = Service()
    city.at(.reserve(0, origin: 0, meeting: city.now + 2 * hours))
    city.at(.goAvailable(0))
    city.at(.goAvailable(1))
    city.wait(6_600)
    #expect(city.at(.cancel(1, 0)) == .refused(.anothersReservation))
    #expect(city.at(.cancel(0, 0)) == .accepted)
    #expect(city.messages == [.offerWithdrawn(0)])
    #expect(city.queue(0) == [0, 1])
    city.at(.ask(1, origin: 0, destined: false))
    #expect(city.decisions == [.offer(1, 0)])
  }
}
