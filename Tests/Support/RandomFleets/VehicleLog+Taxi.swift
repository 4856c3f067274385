import Basics

// Passenger services: taxis and ride-hailing.
extension VehicleLog {
  private static let faults = FleetFault.all(of: .passenger).filter { $0 != .afterDecommissioning }

  mutating func driveTaxi() {
    tell("service_start", "available")
    while !isOver {
      let fault = nextFault(Self.faults)
      if fault == .serviceSkipped || random.isOneIn(8) {
        rest(fault)
      } else if random.isOneIn(10) {
        loseContact("available")
      }
      wait(30...900)
      serve(fault)
    }
    wait(30...60)
    tell("service_end", "non_operational")
    if random.isOneIn(5) {
      tell("decommissioned", "removed")
      if nextFault([.afterDecommissioning], every: 2) != nil {
        tell("maintenance_end", "non_operational", nil, .afterDecommissioning)
      } else {
        tell("recommissioned", "non_operational")
      }
    }
  }

  private mutating func rest(_ fault: FleetFault?) {
    tell("service_end", "non_operational")
    if random.isOneIn(3) {
      tell("maintenance", "non_operational")
      tell("maintenance_end", "non_operational")
    } else if random.isOneIn(3) {
      tell("maintenance_pick_up", "removed")
      wait(600...3_600)
      tell("maintenance_end", "non_operational")
    }
    wait(600...3_600)
    if fault != .serviceSkipped { tell("service_start", "available") }
  }

  /// The taxi is out of contact for some time, and then in this state.
  private mutating func loseContact(_ state: String, _ fault: FleetFault? = nil) {
    tell("comms_lost", "non_contactable")
    wait(60...300)
    if fault == .lostTwice { tell("comms_lost", "non_contactable", nil, fault) }
    tell("comms_restored", state)
  }

  private mutating func serve(_ fault: FleetFault?) {
    let trip = newTrip()
    tell("reservation_start", "reserved", trip, fault == .serviceSkipped ? fault : nil)
    drive(to: Streets.somewhere(&random))
    if fault == nil, random.isOneIn(10) {
      return tell(
        random.pick(["driver", "passenger", "provider"])! + "_cancellation", "available", trip)
    }
    if fault != .waitingSkipped {
      tell("reservation_stop", "stopped", trip)
      wait(20...180)
    }
    if fault == nil, random.isOneIn(15) {
      return tell("passenger_cancellation", "available", trip)
    }
    if fault == .endWithoutStart { return tell("trip_end", "available", trip, fault) }
    tell("trip_start", "on_trip", trip, fault == .waitingSkipped ? fault : nil)
    if fault == .startRepeated { tell("trip_start", "on_trip", trip, fault) }
    ride(trip, fault)
  }

  private mutating func ride(_ trip: Fleet.Trip, _ fault: FleetFault?) {
    let isAbroad = fault == nil && random.isOneIn(10)
    let destination = isAbroad ? Streets.outside(&random) : Streets.somewhere(&random)
    drive(to: destination) { log in
      if !isAbroad { log.halfWay(trip, fault) }
    } border: { log, isBack in
      log.tell(
        isBack ? "trip_enter_jurisdiction" : "trip_leave_jurisdiction",
        isBack ? "on_trip" : "elsewhere")
    }
    if isAbroad {
      // The passenger gets out there: the city is told of the taxi again when it comes back.
      drive(to: Streets.somewhere(&random)) { _ in
      } border: { log, _ in
        log.tell("trip_enter_jurisdiction", "available")
      }
      return
    }
    if fault == .stopSkipped { return tell("trip_end", "available", trip, fault) }
    if fault == .cancelledTooLate, random.isOneIn(2) {
      return tell("provider_cancellation", "available", trip, fault)
    }
    tell("trip_stop", "stopped", trip, fault == .tripOfAnother ? fault : nil)
    wait(20...90)
    if fault == .cancelledTooLate {
      return tell("passenger_cancellation", "available", trip, fault)
    }
    tell("trip_end", "available", trip)
    if fault == .endsTwice { tell("trip_end", "available", trip, fault) }
    if fault == .goesOnAfterTheEnd { tell("trip_stop", "available", trip, fault) }
  }

  /// A stop on the way, another passenger who gets in, or some time without contact.
  private mutating func halfWay(_ trip: Fleet.Trip, _ fault: FleetFault?) {
    if fault == .lostTwice || fault == nil && random.isOneIn(10) {
      loseContact("on_trip", fault)
    } else if fault == .startsTwice || random.isOneIn(5) {
      tell("trip_stop", "stopped", trip)
      wait(20...180)
      let twice = fault == .startsTwice
      tell(twice ? "trip_start" : "trip_resume", "on_trip", trip, twice ? fault : nil)
    } else if fault == nil, random.isOneIn(5) {
      share(trip)
    }
  }

  /// Somebody else rides a part of the way.
  private mutating func share(_ trip: Fleet.Trip) {
    let other = newTrip()
    tell("reservation_start", "on_trip", other)
    wait(60...300)
    tell("trip_stop", "stopped", trip)
    tell("reservation_stop", "stopped", other)
    tell("trip_start", "stopped", other)
    tell("trip_resume", "on_trip", trip)
    wait(60...300)
    tell("trip_stop", "stopped", other)
    tell("trip_end", "on_trip", other)
  }
}
