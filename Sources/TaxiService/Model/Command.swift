/// A command or fact that reaches the service from outside.
package enum Command: Hashable, Sendable {
  // The operator.
  case completeDataEntry
  case suspend
  case resume
  case dismiss(TaxiID)
  case restart
  case removeDriver(TaxiID)
  case addDriver(TaxiID)
  case retireZone(ZoneID)
  case openZone(ZoneID)

  // A driver.
  case goAvailable(TaxiID)
  case goUnavailable(TaxiID)
  /// - Parameter wait: The time that the passenger will probably wait, which they are told.
  case accept(RequestID, TaxiID, wait: Milliseconds)
  case refuse(RequestID, TaxiID)
  /// - Parameter distance: From the meeting point, in metres.
  case arrive(RequestID, TaxiID, distance: UInt32)
  case noShow(RequestID, TaxiID)
  /// - Parameters:
  ///   - named: The taxi whose code the passenger was told.
  ///   - number: The number that the passenger shows.
  case board(RequestID, TaxiID, named: TaxiID, number: SecurityNumber)
  /// - Parameter distance: From the destination, in metres.
  case endRide(RequestID, TaxiID, distance: UInt32)

  // A passenger. No origin: a place outside the city.
  case ask(PassengerID, origin: ZoneID?, destined: Bool)
  case reserve(PassengerID, origin: ZoneID?, meeting: Milliseconds)
  case cancel(PassengerID, ReservationID)

  // Facts, which cannot be refused. Into no zone: out of the city.
  /// The system goes down, until it is restarted.
  case crash
  case crosses(TaxiID, into: ZoneID?)
  case connectionLost(TaxiID)
  case connectionBack(TaxiID)
  case undelivered(TaxiID, Notice)
  case delivered(TaxiID)

  /// True if the command states a fact.
  package var isFact: Bool {
    switch self {
    case .crash, .crosses, .connectionLost, .connectionBack, .undelivered, .delivered: true
    default: false
    }
  }
}

/// A message that a driver must learn even if it is lost once.
package enum Notice: UInt8, Hashable, Sendable, CaseIterable {
  case nowOff
  case nowBack
}
