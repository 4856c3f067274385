extension TaxiService {
  /// Returns why a command makes no sense: it names something that does not exist, or states an
  /// impossible fact; nil: it makes sense.
  func invalidity(of command: Command) -> Invalidity? {
    switch command {
    case .completeDataEntry, .suspend, .resume, .restart, .crash: nil
    case .dismiss(let taxi), .removeDriver(let taxi), .addDriver(let taxi),
      .goAvailable(let taxi), .goUnavailable(let taxi), .connectionLost(let taxi),
      .connectionBack(let taxi), .delivered(let taxi):
      unknown(taxi)
    case .undelivered(let taxi, _): unknown(taxi) ?? (isDataEntered ? nil : .nothingToDeliver)
    case .retireZone(let zone), .openZone(let zone): unknown(zone)
    case .accept(let request, let taxi, let wait):
      unknown(request, taxi) ?? (wait < 0 ? .impossibleNumber : nil)
    case .refuse(let request, let taxi), .arrive(let request, let taxi, _),
      .noShow(let request, let taxi), .endRide(let request, let taxi, _):
      unknown(request, taxi)
    case .board(let request, let taxi, let named, let number):
      unknown(request, taxi) ?? unknown(named) ?? (number > 9_999 ? .impossibleNumber : nil)
    case .ask(let passenger, let origin, _): unknown(passenger) ?? origin.flatMap(unknown)
    case .reserve(let passenger, let origin, let meeting):
      unknown(passenger) ?? origin.flatMap(unknown)
        ?? ((0...Self.latestInstant).contains(meeting) ? nil : .impossibleInstant)
    case .cancel(let passenger, let reservation):
      unknown(passenger)
        ?? (reservations.hasKnown(reservation.serial) ? nil : .unknownReservation)
    case .crosses(let taxi, let zone): unknown(taxi) ?? impossibleCrossing(taxi, into: zone)
    }
  }

  private func impossibleCrossing(_ taxi: TaxiID, into zone: ZoneID?) -> Invalidity? {
    if let zone {
      if let invalidity = unknown(zone) { return invalidity }
      if !zones[zone].isInForce { return .notInTheDivision }
    }
    return taxis[taxi].zone == zone?.index ?? -1 ? .noCrossing : nil
  }

  private func unknown(_ taxi: TaxiID) -> Invalidity? {
    taxis.indices.contains(Int(taxi.index)) ? nil : .unknownTaxi
  }

  private func unknown(_ passenger: PassengerID) -> Invalidity? {
    openRequests.indices.contains(Int(passenger.index)) ? nil : .unknownPassenger
  }

  private func unknown(_ zone: ZoneID) -> Invalidity? {
    zones.indices.contains(Int(zone.index)) ? nil : .unknownZone
  }

  private func unknown(_ request: RequestID, _ taxi: TaxiID) -> Invalidity? {
    requests.hasKnown(request.serial) ? unknown(taxi) : .unknownRequest
  }
}

extension Array where Element == Taxi {
  subscript(taxi: TaxiID) -> Taxi {
    get { self[Int(taxi.index)] }
    _modify { yield &self[Int(taxi.index)] }
  }
}

extension Array where Element == Zone {
  subscript(zone: ZoneID) -> Zone {
    get { self[Int(zone.index)] }
    _modify { yield &self[Int(zone.index)] }
  }
}
