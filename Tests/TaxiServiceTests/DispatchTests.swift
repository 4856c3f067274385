import TaxiService
import Testing

/// Who is asked, in what order, and what becomes of requests that nobody takes.
@Suite struct DispatchTests {
  @Test func theFirstOfTheQueueIsAskedAndRides() {
    var city = Service()
    city.at(.goAvailable(1))
    city.at(1, .goAvailable(0))
    city.at(1, .ask(0, origin: 0, destined: false))
    #expect(city.decisions == [.offer(0, 1)])
    #expect(city.messages == [.rideOffered(1, 0)])
    #expect(city.queue(0) == [1, 0])
    city.at(10, .accept(0, 1, wait: 240_000))
    #expect(city.queue(0) == [0])
    let number = city.service.state(of: RequestID(0))?.number ?? 0
    #expect(
      city.messages == [
        .rideConfirmed(1, number), .taxiComing(0, 1, number, wait: 240_000),
      ])
    #expect(city.at(60, .arrive(0, 1, distance: 50)) == .accepted)
    #expect(city.at(5, .board(0, 1, named: 1, number: number)) == .accepted)
    #expect(city.at(600, .endRide(0, 1, distance: 9_999)) == .accepted)
    #expect(city.queue(0) == [0, 1])
    #expect(city.messages == [.nowAvailable(1)])
  }

  @Test func anAnswerAtExactlyTwoMinutesIsInTime() {
    var city = Service()
    city.at(.goAvailable(0))
    city.at(.ask(0, origin: 0, destined: false))
    #expect(city.at(120, .accept(0, 0, wait: 0)) == .accepted)
    #expect(city.stage(0) == .assigned)
  }

  @Test func aMillisecondLaterTheOfferHasExpiredAtItsInstant() {
    var city = Service()
    city.at(.goAvailable(0))
    city.at(.ask(0, origin: 0, destined: false))
    #expect(city.at(120.001, .accept(0, 0, wait: 0)) == .refused(.notOffered))
    #expect(
      city.service.records.first
        == Record(Service.start + 120_000, .decision(.offerExpires(0, 0))))
    #expect(city.decisions == [.offerExpires(0, 0), .giveUp(0)])
    #expect(city.status(0) == .available)
  }

  @Test func whoRefusesIsLastAndNotAskedAgain() {
    var city = Service()
    city.at(.goAvailable(0))
    city.at(.goAvailable(1))
    city.at(.ask(0, origin: 0, destined: false))
    city.at(1, .refuse(0, 0))
    #expect(city.decisions == [.offer(0, 1)])
    #expect(city.queue(0) == [1, 0])
    city.at(1, .refuse(0, 1))
    #expect(city.decisions == [.giveUp(0)])
    #expect(city.messages == [.cannotBeServed(0)])
  }

  @Test func aRequestIsHeldForAPendingTaxiAndTriedAgainAfterHalfAMinute() {
    var city = Service()
    city.at(.goAvailable(0))
    city.at(.ask(0, origin: 0, destined: false))
    city.at(10, .ask(1, origin: 0, destined: false))
    #expect(city.decisions == [.hold(1)])
    city.at(5, .refuse(0, 0))
    city.wait(24.999)
    #expect(city.decisions.isEmpty)
    city.wait(0.001)
    #expect(city.decisions == [.tryHeldAgain(1), .offer(1, 0)])
  }

  @Test func afterTenHoldsItIsGivenUp() {
    var city = Service()
    city.at(.goAvailable(0))
    city.at(.goAvailable(1))
    city.at(.ask(0, origin: 0, destined: false))
    city.at(.refuse(0, 0))
    city.at(.ask(1, origin: 0, destined: false))
    city.at(.ask(2, origin: 0, destined: false))
    #expect(city.decisions == [.hold(2)])
    var holds = 1
    for _ in 0..<40 {
      // Whoever is asked never answers in the end, and asks again at once.
      city.wait(30)
      holds += city.decisions.count { $0 == .hold(2) }
      for passenger in [0, 1] as [Int32]
      where city.service.openRequestCount(of: PassengerID(passenger)) == 0 {
        city.at(.ask(PassengerID(passenger), origin: 0, destined: false))
      }
    }
    #expect(holds <= 10)
    #expect(city.stage(2)?.isWaiting == false)
  }

  @Test func theOfflineDriverIsPassedOver() {
    var city = Service()
    city.at(.goAvailable(0))
    city.at(.goAvailable(1))
    city.at(.connectionLost(0))
    city.at(.ask(0, origin: 0, destined: false))
    #expect(city.decisions == [.offer(0, 0), .unreachable(0, 0), .offer(0, 1)])
    city.at(.connectionLost(1))
    #expect(city.decisions == [.unreachable(0, 1), .giveUp(0)])
    #expect(city.queue(0) == [0, 1])
  }

  @Test func whoLeavesTheCityWhileAskedIsOutOfReach() {
    var city = Service()
    city.at(.goAvailable(0))
    city.at(.ask(0, origin: 0, destined: false))
    city.at(1, .crosses(0, into: nil))
    #expect(city.decisions == [.unreachable(0, 0), .giveUp(0)])
    #expect(city.status(0) == .outside)
    #expect(city.queue(0).isEmpty)
  }

  @Test func aZoneThatCeasesLeavesNobodyBehind() {
    var city = Service()
    for taxi in [1, 0, 2] as [TaxiID] { city.at(1, .goAvailable(taxi)) }
    city.at(1, .ask(0, origin: 0, destined: false))
    #expect(city.at(.retireZone(0)) == .refused(.zoneAwaited))
    city.at(.accept(0, 1, wait: 0))
    #expect(city.at(.retireZone(0)) == .accepted)
    #expect(city.decisions == [.rezone(0, into: 1), .rezone(1, into: 1)])
    #expect(city.queue(1) == [2, 0])
    #expect(city.at(.retireZone(1)) == .refused(.lastZone))
  }

  @Test func aLostMessageIsSentThreeTimesMore() {
    var city = Service()
    city.at(.goAvailable(0))
    city.at(.goUnavailable(0))
    city.at(1, .undelivered(0, .nowOff))
    city.wait(100)
    #expect(city.decisions == [.retell(0), .retell(0), .retell(0)])
    #expect(city.messages == Array(repeating: .noLongerAvailable(0), count: 3))
    #expect(
      city.service.records.map { $0.instant - city.now }
        == [-90_000, -90_000, -80_000, -80_000, -70_000, -70_000])
  }

  /// More than any part of the pool of refusals holds; also after a snapshot nobody is forgotten.
  @Test func aCrashTakesEverybodyOutOfServiceWhoIsNotOnARide() {
    var city = Service(taxis: [0, 0, 1, nil], zones: 2)
    for taxi in 0..<3 as Range<Int32> { city.at(.goAvailable(TaxiID(taxi))) }
    city.at(.ask(0, origin: 0, destined: false))
    city.at(1, .accept(0, 0, wait: 0))
    city.at(.ask(1, origin: 0, destined: false))
    city.at(1, .crosses(2, into: nil))
    city.at(1, .crash)
    #expect((0..<4).map { city.status($0) } == [.riding, .unavailable, .unavailable, .unavailable])
    #expect(city.queue(0).isEmpty && city.stage(1) == .searching)
    #expect(city.at(.ask(2, origin: 0, destined: false)) == .refused(.crashed))
    city.wait(600)
    #expect(city.service.records.isEmpty && city.service.nextDeadline == nil)

    #expect(city.at(.restart) == .accepted)
    #expect(city.decisions == [.giveUp(1)])
    #expect(city.messages == [.cannotBeServed(1)])
    city.wait(0)
    #expect(city.messages == [.noLongerAvailable(1), .noLongerAvailable(2)])
    city.at(1, .crosses(2, into: 1))
    #expect(city.status(2) == .unavailable && city.messages.isEmpty)
    city.at(.arrive(0, 0, distance: 0))
    city.at(.noShow(0, 0))
    #expect(city.status(0) == .available)
  }

  @Test func aReservationThatACrashInterruptsIsTriedAgain() {
    var city = Service(taxis: [0], zones: 1)
    city.at(.reserve(0, origin: 0, meeting: Service.start + 7_200_000))
    city.at(.crash)
    city.at(7_000, .restart)
    city.wait(0)
    #expect(city.decisions == [.attempt(0, 0, city.number(of: 0)), .giveUp(0)])
    city.wait(120)
    #expect(city.decisions == [.attempt(0, 1, city.number(of: 1)), .giveUp(1)])
  }

  @Test func everyRefusalIsRemembered() throws {
    let count: Int32 = 23
    var city = Service(taxis: Array(repeating: 0, count: Int(count)), passengers: 1, zones: 1)
    for taxi in 0..<count { city.at(.goAvailable(TaxiID(taxi))) }
    city.at(.ask(0, origin: 0, destined: false))
    for taxi in 0..<count {
      #expect(city.decisions.last == .offer(0, TaxiID(taxi)))
      #expect(
        city.service.refusers(of: RequestID(0)) == (0..<taxi).map { TaxiID($0) })
      let bytes = Snapshot(of: city.service, journalLength: 0).bytes
      let restored = try Snapshot(bytes, numbers: .seeded(7))
      #expect(Snapshot(of: restored.service, journalLength: 0).bytes == bytes)
      city.service = restored.service
      city.at(1, .refuse(0, TaxiID(taxi)))
    }
    #expect(city.decisions == [.giveUp(0)])
  }
}
