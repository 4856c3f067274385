/// The requirement that a refused command breaks.
package enum Refusal: String, Hashable, Sendable, CaseIterable {
  case crashed
  case dataEntryIncomplete
  case dataEntryComplete
  case suspended
  case notSuspended
  case taxiNotAvailable
  case notRegistered
  case alreadyRegistered
  case busyDriver
  case zoneNotInForce
  case zoneInForce
  case lastZone
  case zoneAwaited
  case notUnavailable
  case outsideTheCity
  case notSwitchedOn
  case originOutside
  case openRequest
  case notOffered
  case notAssigned
  case notArrived
  case notAboard
  case tooFarFromMeetingPoint
  case tooFarFromDestination
  case wrongTaxi
  case wrongNumber
  case meetingTooSoon
  case meetingTooFar
  case anothersReservation
  case notCancellable

  /// The requirement, by its id in the requirements of the service.
  package var requirement: String {
    switch self {
    case .dataEntryIncomplete: "G1.4"
    case .dataEntryComplete: "G1.3"
    case .suspended, .notSuspended: "A13"
    case .taxiNotAvailable: "G4.11"
    case .crashed: "G5.1"
    case .notRegistered, .busyDriver: "G2.2"
    case .alreadyRegistered: "G2.3"
    case .zoneNotInForce, .zoneAwaited: "G3.3"
    case .zoneInForce: "G3.2"
    case .lastZone: "A11"
    case .notUnavailable: "G4.3"
    case .outsideTheCity: "G4.4"
    case .notSwitchedOn: "G4.2"
    case .originOutside: "G9.1"
    case .openRequest: "A32"
    case .notOffered: "A6"
    case .notAssigned, .tooFarFromMeetingPoint: "G8.2"
    case .notArrived: "G7.2"
    case .notAboard: "G8.1"
    case .tooFarFromDestination: "G8.3"
    case .wrongTaxi, .wrongNumber: "A15"
    case .meetingTooSoon: "G11.11"
    case .meetingTooFar: "G11.12"
    case .anothersReservation: "G11.7"
    case .notCancellable: "G11.13"
    }
  }
}

/// A reason why a command makes no sense.
package enum Invalidity: Hashable, Sendable {
  case timeRanBackwards
  /// The instant is before 1970 or after the year 9999.
  case impossibleInstant
  case unknownTaxi
  case unknownPassenger
  case unknownZone
  case unknownRequest
  case unknownReservation
  case impossibleNumber
  /// A crossing into the zone that the taxi is in already.
  case noCrossing
  /// A crossing into a zone that is not part of the present division.
  case notInTheDivision
  /// A message cannot be lost before any was sent.
  case nothingToDeliver
}
