extension LineBuilder {
  /// - Parameter position: The place of the event, told instead of the zone.
  mutating func write(_ command: Command, _ reply: Reply, at position: Position?) {
    switch command {
    case .completeDataEntry: event("completeDataEntry")
    case .suspend: event("suspend")
    case .resume: event("resume")
    case .dismiss(let taxi): event("dismiss", taxi)
    case .restart: event("restart")
    case .removeDriver(let taxi): event("removeDriver", taxi)
    case .addDriver(let taxi): event("addDriver", taxi)
    case .retireZone(let zone): event("retireZone", zone)
    case .openZone(let zone): event("openZone", zone)
    case .goAvailable(let taxi): event("goAvailable", taxi)
    case .goUnavailable(let taxi): event("goUnavailable", taxi)
    case .accept(let request, let taxi, _): event("accept", request, taxi)
    case .refuse(let request, let taxi): event("refuse", request, taxi)
    case .arrive(let request, let taxi, let distance):
      event("arrive", request, taxi)
      number("distance", Int64(distance))
    case .noShow(let request, let taxi): event("noShow", request, taxi)
    case .board(let request, let taxi, let named, let number):
      event("board", request, taxi)
      name("named", "T", Int(named.index))
      self.number("number", Int64(number))
    case .endRide(let request, let taxi, let distance):
      event("endRide", request, taxi)
      number("distance", Int64(distance))
    case .ask(let passenger, let origin, let destined):
      event("ask")
      name("passenger", "P", Int(passenger.index))
      place("origin", origin, position)
      bool("destined", destined)
    case .reserve(let passenger, let origin, let meeting):
      event("reserve")
      name("passenger", "P", Int(passenger.index))
      place("origin", origin, position)
      number("meeting", meeting)
    case .cancel(let passenger, let reservation):
      event("cancel")
      name("passenger", "P", Int(passenger.index))
      name("reservation", "V", reservation.serial)
    case .crash: event("crash")
    case .crosses(let taxi, let into):
      event("crosses", taxi)
      place("into", into, position)
    case .connectionLost(let taxi): event("connectionLost", taxi)
    case .connectionBack(let taxi): event("connectionBack", taxi)
    case .undelivered(let taxi, let notice):
      event("undelivered", taxi)
      string("notice", notice == .nowOff ? "nowOff" : "nowBack")
    case .delivered(let taxi): event("delivered", taxi)
    }
    write(reply)
  }

  private mutating func write(_ reply: Reply) {
    switch reply {
    case .done: outcome("ok")
    case .asked(let request, let number):
      name("request", "R", request.serial)
      self.number("number", Int64(number))
      outcome("ok")
    case .reserved(let reservation):
      name("reservation", "V", reservation.serial)
      outcome("ok")
    case .refused: outcome("refused")
    }
  }

  mutating func write(_ decision: Decision) {
    switch decision {
    case .rezone(let taxi, let zone):
      event("rezone", taxi)
      self.zone("into", zone)
    case .offer(let request, let taxi): event("offer", request, taxi)
    case .hold(let request): event("hold", request)
    case .giveUp(let request): event("giveUp", request)
    case .unreachable(let request, let taxi): event("unreachable", request, taxi)
    case .tryHeldAgain(let request): event("tryHeldAgain", request)
    case .offerExpires(let request, let taxi): event("offerExpires", request, taxi)
    case .attempt(let reservation, let request, let number):
      event("attempt")
      name("reservation", "V", reservation.serial)
      name("request", "R", request.serial)
      self.number("number", Int64(number))
    case .retell(let taxi): event("retell", taxi)
    }
    outcome("ok")
  }

  mutating func write(_ message: Message) {
    switch message {
    case .availabilityConfirmed(let taxi): send("availabilityConfirmed", "T", taxi.index)
    case .tryAgainLater(let taxi): send("tryAgainLater", "T", taxi.index)
    case .noLongerAvailable(let taxi): send("noLongerAvailable", "T", taxi.index)
    case .nowAvailable(let taxi): send("nowAvailable", "T", taxi.index)
    case .offerWithdrawn(let taxi): send("offerWithdrawn", "T", taxi.index)
    case .rideOffered(let taxi, let request):
      send("rideOffered", "T", taxi.index)
      name("request", "R", request.serial)
    case .rideConfirmed(let taxi, let number):
      send("rideConfirmed", "T", taxi.index)
      self.number("number", Int64(number))
    case .taxiComing(let passenger, let taxi, let number, let wait):
      send("taxiComing", "P", passenger.index)
      name("taxi", "T", Int(taxi.index))
      self.number("number", Int64(number))
      self.number("wait", wait)
    case .cannotBeServed(let passenger): send("cannotBeServed", "P", passenger.index)
    case .requestDropped(let passenger): send("requestDropped", "P", passenger.index)
    case .reservationStored(let passenger): send("reservationStored", "P", passenger.index)
    case .reservationDropped(let passenger): send("reservationDropped", "P", passenger.index)
    }
    text("}")
  }

  private mutating func send(
    _ message: StaticString, _ letter: Unicode.Scalar, _ recipient: Int32
  ) {
    text("{\"to\":")
    name(letter, Int(recipient))
    string("message", message)
  }

  private mutating func event(_ name: StaticString) { string("event", name) }

  private mutating func event(_ name: StaticString, _ taxi: TaxiID) {
    event(name)
    self.name("taxi", "T", Int(taxi.index))
  }

  private mutating func event(_ name: StaticString, _ zone: ZoneID) {
    event(name)
    self.zone("zone", zone)
  }

  private mutating func event(_ name: StaticString, _ request: RequestID) {
    event(name)
    self.name("request", "R", request.serial)
  }

  private mutating func event(_ name: StaticString, _ request: RequestID, _ taxi: TaxiID) {
    event(name, request)
    self.name("taxi", "T", Int(taxi.index))
  }

  private mutating func outcome(_ outcome: StaticString) { string("outcome", outcome) }
}
