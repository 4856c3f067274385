/// The stage of a request.
package enum RequestStage: UInt8, Hashable, Sendable, CaseIterable {
  case searching, held, offered, assigned, arrived, aboard, over, noShow, failed, withdrawn

  /// True if a taxi is still sought.
  package var isWaiting: Bool { self == .searching || self == .held || self == .offered }
  /// True if a taxi serves the request.
  package var isServed: Bool { self == .assigned || self == .arrived || self == .aboard }
  /// True if nothing can happen to the request any more.
  package var isFinished: Bool { !isWaiting && !isServed }
}

/// The stage of a reservation.
package enum Booking: UInt8, Hashable, Sendable, CaseIterable {
  case stored, trying, waiting, scheduled, dropped, cancelled

  var isFinished: Bool { self == .scheduled || self == .dropped || self == .cancelled }
}

struct Request: Hashable, Sendable {
  var stage = RequestStage.searching
  var isDestined: Bool
  var number: SecurityNumber
  var passenger: Int32
  var origin: Int32
  /// The taxi asked, then the taxi that serves.
  var taxi: Int32 = -1
  var holds: Int32 = 0
  /// The head of the list of the taxis that have refused.
  var refusals: Int32 = -1
  var reservation: Int
  var since: Milliseconds
  var offeredAt: Milliseconds = -1
  var heldAt: Milliseconds = -1
}

struct Reservation: Hashable, Sendable {
  var stage = Booking.stored
  var passenger: Int32
  var origin: Int32
  var attempts: Int32 = 0
  /// The latest attempt.
  var request = -1
  var meeting: Milliseconds
  var nextAttempt: Milliseconds
}
