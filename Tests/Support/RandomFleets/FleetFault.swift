/// A fault that a provider's records may have, each seen in one record.
package enum FleetFault: String, CaseIterable, Sendable {
  /// A trip starts that has started, after a stop on the way; or another trip of a scooter that somebody rides.
  case startsTwice
  /// A trip starts, and starts again before anything else happens.
  case startRepeated
  /// A trip ends whose start is in no record.
  case endWithoutStart
  /// A trip ends, and ends again.
  case endsTwice
  /// A trip is stopped, or reserved, that is over.
  case goesOnAfterTheEnd
  /// A taxi's trip ends while the passenger rides: the stop is left out.
  case stopSkipped
  /// A taxi's trip starts without waiting for the passenger, whom it has just been called to.
  case waitingSkipped
  /// A vehicle that is out of service is reserved: the begin of its service is left out.
  case serviceSkipped
  /// A taxi's trip is cancelled after it has started, a scooter's after it has ended.
  case cancelledTooLate
  /// The record names the trip of another vehicle.
  case tripOfAnother
  /// A scooter regains contact that it had not lost: the loss is left out.
  case lossSkipped
  /// A taxi loses contact that it has lost. With `lossSkipped` in one fleet, one record of the wrong vehicle would explain both.
  case lostTwice
  /// Something happens to a vehicle after it was decommissioned.
  case afterDecommissioning

  /// Those that the fleets of a mode may have.
  package static func all(of mode: Fleet.Mode) -> [FleetFault] {
    switch mode {
    case .passenger: allCases.filter { $0 != .lossSkipped }
    case .micromobility:
      allCases.filter { ![.stopSkipped, .waitingSkipped, .lostTwice].contains($0) }
    }
  }
}
