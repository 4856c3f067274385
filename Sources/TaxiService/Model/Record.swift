/// A decision that the service makes by itself.
package enum Decision: Hashable, Sendable {
  case rezone(TaxiID, into: ZoneID)
  case offer(RequestID, TaxiID)
  case hold(RequestID)
  case giveUp(RequestID)
  case unreachable(RequestID, TaxiID)
  case tryHeldAgain(RequestID)
  case offerExpires(RequestID, TaxiID)
  case attempt(ReservationID, RequestID, SecurityNumber)
  case retell(TaxiID)
}

/// A message to a taxi or a passenger.
package enum Message: Hashable, Sendable {
  // To a taxi.
  case availabilityConfirmed(TaxiID)
  case tryAgainLater(TaxiID)
  case noLongerAvailable(TaxiID)
  case nowAvailable(TaxiID)
  case rideOffered(TaxiID, RequestID)
  case offerWithdrawn(TaxiID)
  case rideConfirmed(TaxiID, SecurityNumber)
  // To a passenger.
  case taxiComing(PassengerID, TaxiID, SecurityNumber, wait: Milliseconds)
  case cannotBeServed(PassengerID)
  case requestDropped(PassengerID)
  case reservationStored(PassengerID)
  case reservationDropped(PassengerID)
}

/// The answer to a command, besides messages.
package enum Reply: Hashable, Sendable {
  case done
  case asked(RequestID, SecurityNumber)
  case reserved(ReservationID)
  case refused(Refusal)
}

/// One thing that happened. Messages belong to the command or decision before them.
package struct Record: Hashable, Sendable {
  /// The event that is recorded.
  package enum Content: Hashable, Sendable {
    case command(Command, Reply)
    case decision(Decision)
    case message(Message)
  }

  /// Deadlines are kept to the millisecond, whenever the service comes to them.
  package let instant: Milliseconds
  /// A command with its reply, a decision of the service, or a message.
  package let content: Content

  package init(_ instant: Milliseconds, _ content: Content) {
    self.instant = instant
    self.content = content
  }
}

/// The outcome of a command.
package enum Outcome: Hashable, Sendable {
  case accepted
  /// A rule of the service forbids it. It is recorded.
  case refused(Refusal)
  /// The command makes no sense, and is not recorded. Anything due before it happens all the same,
  /// unless the instant itself makes no sense: then nothing happens.
  case invalid(Invalidity)
}
