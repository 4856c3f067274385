import Basics

extension CitySimulation {
  /// Lets the people in the city react to the records of the service.
  mutating func observeRecords() {
    observeLevels()
    let open = service.openRequestCount
    summary.change(hour(of: service.now)) { $0.fewestOpen = min($0.fewestOpen ?? open, open) }
    for record in service.records {
      switch record.content {
      case .command(let command, let reply): observe(command, reply, at: record.instant)
      case .decision(let decision): observe(decision, at: record.instant)
      case .message(let message): observe(message, at: record.instant)
      }
    }
  }

  /// Adds the levels that lasted from the latest call until this one to the summary.
  private mutating func observeLevels() {
    let begun = max(levels.since, options.start + 3_600_000)
    if service.now >= begun {
      summary.openRequests.note(levels.open, for: service.now - begun)
      summary.taxisInService.note(levels.inService, for: service.now - begun)
    }
    levels = Levels(of: service)
  }

  /// Returns the hour of the simulation in which an instant is.
  func hour(of instant: Milliseconds) -> Int { Int((instant - options.start) / 3_600_000) }

  private mutating func observe(
    _ command: Command, _ reply: Reply, at instant: Milliseconds
  ) {
    if case .refused = reply { return }
    let hour = self.hour(of: instant)
    switch command {
    case .ask:
      guard case .asked(let request, let number) = reply else { return }
      rides[request.serial]?.number = number
      rides[request.serial]?.showsUp = !generator.isOneIn(20)
      summary.count(\.requests, hour)
    case .reserve: summary.reservations += 1
    case .cancel: summary.cancelled += 1
    case .accept(let request, let taxi, _): accepted(request, taxi, at: instant)
    case .refuse: summary.offersRefused += 1
    case .arrive(let request, let taxi, _): arrived(request, taxi, at: instant)
    case .noShow(let request, let taxi):
      summary.noShows += 1
      rides[request.serial] = nil
      release(taxi)
    case .board(let request, let taxi, _, _):
      drivers[Int(taxi.index)].task = .toDestination
      drivers[Int(taxi.index)].target =
        rides[request.serial]?.destination ?? drivers[Int(taxi.index)].position
    case .endRide(let request, let taxi, _):
      summary.rides += 1
      rides[request.serial] = nil
      release(taxi)
    case .crash:
      for index in drivers.indices where [.cruising, .thinking].contains(drivers[index].task) {
        drivers[index].task = .offDuty
        // Back as soon as the application says that it is off.
        drivers[index].shiftTurns = instant + delay(60_000, 600_000)
      }
    case .dismiss(let taxi), .removeDriver(let taxi):
      drivers[Int(taxi.index)].task = .offDuty
    default: break
    }
  }

  private mutating func accepted(
    _ request: RequestID, _ taxi: TaxiID, at instant: Milliseconds
  ) {
    drivers[Int(taxi.index)].task = .toMeetingPoint
    guard let ride = rides[request.serial] else { return }
    drivers[Int(taxi.index)].target = ride.origin
    summary.count(\.answered, hour(of: instant))
    summary.answerTimes.append(instant - ride.askedAt)
  }

  private mutating func arrived(
    _ request: RequestID, _ taxi: TaxiID, at instant: Milliseconds
  ) {
    drivers[Int(taxi.index)].task = .atMeetingPoint
    guard let ride = rides[request.serial] else { return }
    summary.change(hour(of: instant)) { $0.waitingTimes.append(instant - ride.askedAt) }
    if ride.showsUp {
      plan(.board(request, taxi), at: instant + delay(10_000, 240_000))
    } else {
      plan(.noShow(request, taxi), at: instant + delay(300_000, 600_000))
    }
  }

  private mutating func observe(_ decision: Decision, at instant: Milliseconds) {
    switch decision {
    case .offer(let request, let taxi): think(request, taxi, at: instant)
    case .offerExpires(_, let taxi):
      summary.offersExpired += 1
      release(taxi)
    case .unreachable(_, let taxi):
      summary.offersUnreachable += 1
      release(taxi)
    case .hold: summary.holds += 1
    case .giveUp(let request):
      summary.count(\.givenUp, hour(of: instant))
      rides[request.serial] = nil
    case .attempt(let reservation, let request, let number):
      guard var ride = reserved[reservation.serial] else { return }
      ride.number = number
      ride = SimulatedRide(
        passenger: ride.passenger, origin: ride.origin, destination: ride.destination,
        isDestined: true, askedAt: instant, number: number, showsUp: !generator.isOneIn(20))
      rides[request.serial] = ride
      summary.attempts += 1
    case .rezone, .tryHeldAgain, .retell: break
    }
  }

  /// The driver thinks about it: most accept, some refuse, some forget, some lose connection.
  private mutating func think(
    _ request: RequestID, _ taxi: TaxiID, at instant: Milliseconds
  ) {
    summary.offers += 1
    // A driver who is out of reach never hears of the offer.
    guard service.state(of: taxi).isOnline else { return }
    drivers[Int(taxi.index)].task = .thinking
    switch generator.below(100) {
    case 0..<84: plan(.accept(request, taxi), at: instant + delay(2_000, 60_000))
    case 84..<94: plan(.refuse(request, taxi), at: instant + delay(2_000, 90_000))
    case 94: plan(.accept(request, taxi), at: instant + service.settings.answerWindow)
    case 95: plan(.accept(request, taxi), at: instant + delay(120_000, 140_000))
    case 96: plan(.loseConnection(taxi), at: instant + delay(1_000, 60_000))
    default: break
    }
  }

  private mutating func observe(_ message: Message, at instant: Milliseconds) {
    switch message {
    case .offerWithdrawn(let taxi): release(taxi)
    case .nowAvailable(let taxi) where generator.isOneIn(200):
      plan(.loseMessage(taxi, .nowBack), at: instant + 1_000)
    case .noLongerAvailable(let taxi) where generator.isOneIn(100):
      plan(.loseMessage(taxi, .nowOff), at: instant + 1_000)
    default: break
    }
  }

  /// Lets the driver cruise again, without a request.
  private mutating func release(_ taxi: TaxiID) {
    let index = Int(taxi.index)
    drivers[index].task = .cruising
    drivers[index].target = map.randomPlace(&generator)
    if generator.isOneIn(200) { plan(.loseConnection(taxi), at: service.now + delay(1, 60_000)) }
  }

  mutating func observeQueues(at instant: Milliseconds) {
    plan(.observe, at: instant + 600_000)
    let lengths = (0..<service.zoneCount).map { service.queue(of: ZoneID(Int32($0))).count }
    summary.queueLengths.append(
      SimulationSummary.QueueSample(
        minute: Int((instant - options.start) / 60_000), lengths: lengths,
        waiting: service.waitingRequestCount))
  }

  /// Plans the operator's actions: data entry, a suspension, changes of zones and of drivers, and a
  /// crash.
  mutating func planOperation() {
    let start = options.start
    plan(.operate(.completeDataEntry), at: start + 1_000)
    plan(.demand, at: start + 60_000)
    plan(.observe, at: start + 600_000)
    let hour: Milliseconds = 3_600_000
    plan(.operate(.suspend), at: start + 3 * hour)
    plan(.operate(.resume), at: start + 3 * hour + 600_000)
    plan(.operate(.crash), at: start + 5 * hour)
    plan(.operate(.restart), at: start + 5 * hour + 90_000)
    for zone in 0..<min(3, map.count - 1) {
      let instant = start + Int64(1 + 2 * zone) * hour
      for attempt in 0..<10 {
        plan(
          .operate(.retireZone(ZoneID(Int32(zone)))), at: instant + Int64(attempt) * 120_000)
      }
      plan(.operate(.openZone(ZoneID(Int32(zone)))), at: instant + hour)
    }
    for taxi in 0..<min(5, options.taxis) {
      plan(
        .operate(.removeDriver(TaxiID(Int32(taxi)))), at: start + Int64(taxi + 1) * hour / 2)
      plan(.operate(.addDriver(TaxiID(Int32(taxi)))), at: start + Int64(taxi + 2) * hour)
    }
  }
}
