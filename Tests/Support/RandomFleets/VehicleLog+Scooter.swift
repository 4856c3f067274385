import Basics

// Micromobility: shared scooters and bicycles.
extension VehicleLog {
  private static let faults = FleetFault.all(of: .micromobility).filter {
    $0 != .afterDecommissioning
  }

  mutating func hireScooter() {
    tell(random.pick(["provider_drop_off", "agency_drop_off", "on_hours"])!, "available")
    while !isOver {
      let fault = nextFault(Self.faults)
      wait(60...1_800)
      if fault == .serviceSkipped || random.isOneIn(4) {
        rest(fault)
      } else if random.isOneIn(10) {
        disappear()
      }
      rent(fault)
    }
    wait(30...60)
    if random.isOneIn(5) {
      tell("decommissioned", "removed")
      if nextFault([.afterDecommissioning], every: 2) != nil {
        tell("provider_drop_off", "available", nil, .afterDecommissioning)
      }
    }
  }

  /// For some time the scooter is not for hire.
  private mutating func rest(_ fault: FleetFault?) {
    let inTheStreet = [
      ("battery_low", "non_operational", "battery_charged"),
      ("off_hours", "non_operational", "on_hours"),
      ("system_suspend", "non_operational", "system_resume"),
    ]
    let others = [
      ("maintenance", "non_operational", "maintenance"),
      ("rebalance_pick_up", "removed", "provider_drop_off"),
      ("maintenance_pick_up", "removed", "provider_drop_off"),
      ("compliance_pick_up", "removed", "agency_drop_off"),
    ]
    let isFault = fault == .serviceSkipped
    let (begin, state, end) = random.pick(isFault ? inTheStreet : inTheStreet + others)!
    tell(begin, state)
    wait(600...3_600)
    if isFault { return }
    if state == "removed" { place = Streets.somewhere(&random) }
    tell(end, "available")
  }

  /// The scooter is out of contact while it is free; it may be missing for some time.
  private mutating func disappear() {
    tell("comms_lost", "non_contactable")
    wait(60...3_600)
    if random.isOneIn(3) {
      tell("not_located", "missing")
      wait(600...3_600)
      tell(random.isOneIn(2) ? "located" : "agency_drop_off", "available")
    } else {
      tell(random.isOneIn(3) ? "unspecified" : "comms_restored", "available")
    }
  }

  private mutating func rent(_ fault: FleetFault?) {
    if fault == nil, random.isOneIn(3) {
      tell("reservation_start", "reserved")
      wait(30...600)
      if random.isOneIn(4) { return tell("reservation_cancel", "available") }
    }
    let trip = newTrip()
    if fault == .endWithoutStart { return tell("trip_end", "available", trip, fault) }
    tell("trip_start", "on_trip", trip, fault == .serviceSkipped ? fault : nil)
    if fault == .startRepeated { tell("trip_start", "on_trip", trip, fault) }
    if fault == nil, random.isOneIn(20) { return tell("trip_cancel", "available", trip) }
    let isAbroad = fault == nil && random.isOneIn(10)
    let middle = isAbroad ? Streets.outside(&random) : Streets.somewhere(&random)
    let border = { (log: inout VehicleLog, isBack: Bool) in
      log.tell(
        isBack ? "trip_enter_jurisdiction" : "trip_leave_jurisdiction",
        isBack ? "on_trip" : "elsewhere", trip)
    }
    var isLost = false
    drive(
      to: middle, half: { if !isAbroad { isLost = $0.halfWay(trip, fault) } }, border: border)
    if isLost { return }
    if isAbroad { drive(to: Streets.somewhere(&random), border: border) }
    tell("trip_end", "available", trip, fault == .tripOfAnother ? fault : nil)
    switch fault {
    case .endsTwice: tell("trip_end", "available", trip, fault)
    case .cancelledTooLate: tell("trip_cancel", "available", trip, fault)
    case .goesOnAfterTheEnd: tell("trip_leave_jurisdiction", "available", trip, fault)
    default: break
    }
  }

  /// - Returns: whether the trip has ended where nobody reported it.
  private mutating func halfWay(_ trip: Fleet.Trip, _ fault: FleetFault?) -> Bool {
    if fault == .startsTwice {
      tell("trip_start", "on_trip", newTrip(), fault)
    } else if fault == .lossSkipped || fault == nil && random.isOneIn(10) {
      if fault != .lossSkipped { tell("comms_lost", "non_contactable") }
      wait(60...300)
      let isOver = fault == nil && random.isOneIn(3)
      tell(
        "comms_restored", isOver ? "available" : "on_trip", nil,
        fault == .lossSkipped ? fault : nil)
      return isOver
    } else if fault == nil, random.isOneIn(6) {
      tell("changed_geographies", "on_trip")
    }
    return false
  }
}
