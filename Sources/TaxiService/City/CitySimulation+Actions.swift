import Basics

extension CitySimulation {
  /// - Returns: False if the service was not called.
  mutating func perform(_ kind: SimulatedAction.Kind, at instant: Milliseconds) -> Bool {
    switch kind {
    case .noShow, .board:
      guard service.isCrashed else { break }
      plan(kind, at: instant + 60_000)
      return false
    default: break
    }
    switch kind {
    case .accept(let request, let taxi):
      return call(.accept(request, taxi, wait: estimate(request, taxi)), at: instant)
    case .refuse(let request, let taxi): return call(.refuse(request, taxi), at: instant)
    case .loseConnection(let taxi):
      plan(.regainConnection(taxi), at: instant + delay(5_000, 300_000))
      return call(.connectionLost(taxi), at: instant)
    case .regainConnection(let taxi): return call(.connectionBack(taxi), at: instant)
    case .noShow(let request, let taxi): return call(.noShow(request, taxi), at: instant)
    case .board(let request, let taxi): return board(request, taxi, at: instant)
    case .cancel(let passenger, let reservation):
      return call(.cancel(passenger, reservation), at: instant)
    case .loseMessage(let taxi, let notice):
      if generator.isOneIn(2) { plan(.confirm(taxi), at: instant + delay(1_000, 40_000)) }
      return call(.undelivered(taxi, notice), at: instant)
    case .confirm(let taxi): return call(.delivered(taxi), at: instant)
    case .demand: return demand(at: instant)
    case .operate(let command): return call(command, at: instant)
    case .observe:
      observeQueues(at: instant)
      return false
    }
  }

  /// Returns the time that the taxi will take to the meeting point, in milliseconds, rounded up to
  /// whole minutes.
  private func estimate(_ request: RequestID, _ taxi: TaxiID) -> Milliseconds {
    guard let ride = rides[request.serial] else { return 0 }
    let driver = drivers[Int(taxi.index)]
    let seconds = map.distance(driver.position, ride.origin) / driver.speed
    return Int64((seconds / 60).rounded(.up)) * 60_000
  }

  /// Lets the passenger show the security number; now and then a wrong one first.
  private mutating func board(
    _ request: RequestID, _ taxi: TaxiID, at instant: Milliseconds
  ) -> Bool {
    guard let ride = rides[request.serial] else { return false }
    let isWrong = generator.isOneIn(30)
    if isWrong { plan(.board(request, taxi), at: instant + delay(5_000, 20_000)) }
    let number = isWrong ? (ride.number + 1) % 10_000 : ride.number
    return call(.board(request, taxi, named: taxi, number: number), at: instant)
  }

  /// Lets a passenger ask for a ride, now or later, and plans the next demand.
  private mutating func demand(at instant: Milliseconds) -> Bool {
    let hour = Int((instant / 3_600_000) % 24)
    let hourly =
      options.demand * Double(max(1, options.taxis)) * SimulationOptions.liveliness[hour]
    // The sum of four even shares of the mean gap: never far from it, yet never regular.
    let mean = 3_600_000 / max(hourly, 0.001)
    let gap = (0..<4).reduce(0.0) { sum, _ in sum + generator.unit() } / 2 * mean
    plan(.demand, at: instant + 1 + Int64(gap))

    let origin = generator.isOneIn(200) ? map.placeOutside(&generator) : map.randomPlace(&generator)
    let destination =
      generator.isOneIn(20) ? map.placeOutside(&generator) : map.randomPlace(&generator)
    let passenger = PassengerID(Int32(generator.below(service.passengerCount)))
    let isReserved = generator.isOneIn(8)
    let ride = SimulatedRide(
      passenger: passenger, origin: origin, destination: destination,
      isDestined: isReserved || !generator.isOneIn(3), askedAt: instant)
    let zone = service.zone(at: origin)
    return isReserved
      ? reserve(ride, zone, at: instant) : ask(ride, zone, at: instant)
  }

  private mutating func ask(
    _ ride: SimulatedRide, _ zone: ZoneID?, at instant: Milliseconds
  ) -> Bool {
    rides[service.requestCount] = ride
    let before = service.requestCount
    call(
      .ask(ride.passenger, origin: zone, destined: ride.isDestined), at: instant,
      about: ride.origin)
    if service.requestCount == before { rides[before] = nil }
    return true
  }

  /// Mostly for this day; now and then too soon, or too far ahead.
  private mutating func reserve(
    _ ride: SimulatedRide, _ zone: ZoneID?, at instant: Milliseconds
  ) -> Bool {
    let lead: Milliseconds =
      switch generator.below(12) {
      case 0: delay(3_600_000, 7_200_000)
      case 1: delay(86_400_000, 16 * 86_400_000)
      default: delay(7_200_000, 6 * 3_600_000)
      }
    let before = service.reservationCount
    call(
      .reserve(ride.passenger, origin: zone, meeting: instant + lead), at: instant,
      about: ride.origin)
    guard service.reservationCount > before else { return true }
    reserved[before] = ride
    if generator.isOneIn(6) {
      let passenger = generator.isOneIn(10) ? PassengerID(0) : ride.passenger
      plan(
        .cancel(passenger, ReservationID(before)), at: instant + delay(60_000, lead))
    }
    return true
  }
}
