import Basics

extension CitySimulation {
  /// Moves a driver; the driver's application reports the new position.
  mutating func move(_ index: Int, at instant: Milliseconds) -> Bool {
    let taxi = TaxiID(Int32(index))
    let elapsed = Double(instant - drivers[index].movedAt) / 1_000
    drivers[index].movedAt = instant
    let task = drivers[index].task
    // A driver who has been asked does not change zone before answering.
    if task != .thinking, task != .atMeetingPoint, task != .offDuty {
      drivers[index].move(elapsed, on: map)
    }
    let zone = drivers[index].zone.flatMap(service.zoneInForce)
    let known = service.state(of: taxi)
    if task != .thinking, known.zone != zone {
      return call(
        .crosses(taxi, into: zone), at: instant, about: drivers[index].position)
    }
    let hasArrived = drivers[index].position == drivers[index].target
    switch task {
    case .offDuty: return instant >= drivers[index].shiftTurns && beginShift(taxi, at: instant)
    case .cruising:
      if instant >= drivers[index].shiftTurns { return endShift(taxi, at: instant) }
      if hasArrived { wander(index) }
      return false
    case .toMeetingPoint: return approachMeetingPoint(taxi, hasArrived, at: instant)
    case .toDestination: return approachDestination(taxi, hasArrived, at: instant)
    case .thinking, .atMeetingPoint: return false
    }
  }

  /// The next place to wait at; now and then one outside the city.
  private mutating func wander(_ index: Int) {
    drivers[index].target =
      generator.isOneIn(40) ? map.placeOutside(&generator) : map.randomPlace(&generator)
  }

  private mutating func beginShift(_ taxi: TaxiID, at instant: Milliseconds) -> Bool {
    let index = Int(taxi.index)
    drivers[index].shiftTurns = instant + delay(4 * 3_600_000, 10 * 3_600_000)
    guard service.state(of: taxi).status == .unavailable else {
      drivers[index].task = .cruising
      return false
    }
    let wasAvailable = call(.goAvailable(taxi), at: instant)
    if service.state(of: taxi).status == .unavailable {
      drivers[index].shiftTurns = instant + delay(60_000, 600_000)
    } else if drivers[index].task == .offDuty {
      drivers[index].task = .cruising
    }
    return wasAvailable
  }

  private mutating func endShift(_ taxi: TaxiID, at instant: Milliseconds) -> Bool {
    drivers[Int(taxi.index)].shiftTurns = instant + delay(4 * 3_600_000, 14 * 3_600_000)
    call(.goUnavailable(taxi), at: instant)
    drivers[Int(taxi.index)].task = .offDuty
    return true
  }

  private mutating func approachMeetingPoint(
    _ taxi: TaxiID, _ hasArrived: Bool, at instant: Milliseconds
  ) -> Bool {
    let driver = drivers[Int(taxi.index)]
    let left = map.distance(driver.position, driver.target)
    // Some say so before they are near enough, and are refused.
    guard hasArrived || (left < 150 && generator.isOneIn(4)) else { return false }
    guard let request = service.state(of: taxi).request else { return false }
    return call(.arrive(request, taxi, distance: UInt32(left.rounded(.up))), at: instant)
  }

  private mutating func approachDestination(
    _ taxi: TaxiID, _ hasArrived: Bool, at instant: Milliseconds
  ) -> Bool {
    let driver = drivers[Int(taxi.index)]
    let left = map.distance(driver.position, driver.target)
    guard hasArrived || (left < 300 && generator.isOneIn(4)) else { return false }
    guard let request = service.state(of: taxi).request else { return false }
    return call(.endRide(request, taxi, distance: UInt32(left.rounded(.up))), at: instant)
  }
}
