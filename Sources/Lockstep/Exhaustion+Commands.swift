import TaxiService

extension Exhaustion {
  /// Returns all inputs to try: all commands about existing entities, now, and the passing of time
  /// to the next deadline. Of numbers that a guard compares there is one on either side.
  func inputs(_ service: TaxiService) -> [ServiceInput] {
    let now = service.now
    guard service.isDataEntered else {
      return [ServiceInput(now, .command(.completeDataEntry))]
    }
    var inputs = commands(service, at: now).map { ServiceInput(now, .command($0)) }
    if let deadline = service.nextDeadline, deadline >= now {
      // At its very instant answers come first; only past it is it over.
      if deadline > now {
        inputs += commands(service, at: deadline).filter(\.isAnswer)
          .map { ServiceInput(deadline, .command($0)) }
      }
      inputs.append(ServiceInput(deadline, .pass))
    }
    return inputs
  }

  private func commands(_ service: TaxiService, at instant: Milliseconds) -> [Command] {
    var commands: [Command] = [.suspend, .resume, .crash, .restart]
    for zone in Self.zones { commands += [.retireZone(zone), .openZone(zone)] }
    for taxi in Self.taxis {
      commands += [
        .goAvailable(taxi), .goUnavailable(taxi), .dismiss(taxi), .removeDriver(taxi),
        .addDriver(taxi), .connectionLost(taxi), .connectionBack(taxi), .delivered(taxi),
        .undelivered(taxi, .nowBack), .undelivered(taxi, .nowOff), .crosses(taxi, into: nil),
      ]
      commands += Self.zones.map { .crosses(taxi, into: $0) }
      for request in (0..<service.requestCount).map({ RequestID($0) }) {
        commands += driving(request, taxi, service)
      }
    }
    for passenger in Self.passengers { commands += asking(passenger, service, at: instant) }
    return commands
  }

  private func driving(
    _ request: RequestID, _ taxi: TaxiID, _ service: TaxiService
  ) -> [Command] {
    let number = service.state(of: request)?.number ?? 0
    let other = Self.taxis[1 - Int(taxi.index)]
    let precision = service.settings.precision
    return [
      .accept(request, taxi, wait: 0), .refuse(request, taxi), .noShow(request, taxi),
      .arrive(request, taxi, distance: precision),
      .arrive(request, taxi, distance: precision + 1),
      .board(request, taxi, named: taxi, number: number),
      .board(request, taxi, named: other, number: number),
      .board(request, taxi, named: taxi, number: (number + 1) % 10_000),
      .endRide(request, taxi, distance: precision),
      .endRide(request, taxi, distance: precision + 1),
    ]
  }

  private func asking(
    _ passenger: PassengerID, _ service: TaxiService, at instant: Milliseconds
  ) -> [Command] {
    let settings = service.settings
    var commands: [Command] = [
      .ask(passenger, origin: nil, destined: false),
      .reserve(passenger, origin: nil, meeting: instant + settings.shortestLead),
      .reserve(passenger, origin: Self.zones[0], meeting: instant + settings.shortestLead - 1),
      .reserve(passenger, origin: Self.zones[0], meeting: instant + settings.longestLead + 1),
    ]
    if service.requestCount < Self.mostRequests {
      commands += Self.zones.flatMap {
        [
          .ask(passenger, origin: $0, destined: false), .ask(passenger, origin: $0, destined: true),
        ]
      }
    }
    if service.reservationCount < Self.mostReservations {
      commands += Self.zones.map {
        .reserve(passenger, origin: $0, meeting: instant + settings.shortestLead)
      }
      commands.append(
        .reserve(passenger, origin: Self.zones[0], meeting: instant + settings.longestLead))
    } else {
      commands.append(.cancel(passenger, ReservationID(0)))
    }
    return commands
  }

  private static let zones = (0..<2).map { ZoneID($0) }
  private static let taxis = (0..<2).map { TaxiID($0) }
  private static let passengers = (0..<2).map { PassengerID($0) }
}

extension Command {
  /// True if the command settles something that a deadline waits for.
  fileprivate var isAnswer: Bool {
    switch self {
    case .accept, .refuse, .delivered, .cancel: true
    default: false
    }
  }
}
