/// The meaning of a journal's line for rebuilding the service.
enum JournalLine {
  /// Facts about the state, or about the start.
  case observation(at: Milliseconds)
  case command(Command, at: Milliseconds)
  /// A decision of the service itself.
  case decision(at: Milliseconds)

  /// A line with its further content: the security number that was drawn in it, if any, and the
  /// place, if it has coordinates.
  struct Reading {
    let line: JournalLine
    var number: SecurityNumber?
    var place: Position?
  }

  static func read(_ scanner: JournalScanner) throws(JournalScanner.Mismatch) -> Reading {
    var scanner = scanner
    try scanner.expect("{\"at\":")
    let instant = try scanner.number()
    if scanner.has(",\"observe\":") { return Reading(line: .observation(at: instant)) }
    let event = try scanner.word("event")
    if let command = try command(event, &scanner) {
      var number: SecurityNumber?
      if case .ask = command, scanner.skip(past: ",\"request\":") {
        _ = scanner.skip(past: ",\"number\":")
        number = SecurityNumber(exactly: try scanner.number())
      }
      return Reading(
        line: .command(command, at: instant), number: number, place: scanner.place)
    }
    var number: SecurityNumber?
    if event == "attempt", scanner.skip(past: ",\"number\":") {
      number = SecurityNumber(exactly: try scanner.number())
    }
    return Reading(line: .decision(at: instant), number: number)
  }

  /// Returns the command of a line; nil: it is none.
  private static func command(
    _ event: String, _ line: inout JournalScanner
  ) throws(JournalScanner.Mismatch) -> Command? {
    switch event {
    case "completeDataEntry": return .completeDataEntry
    case "suspend": return .suspend
    case "resume": return .resume
    case "dismiss": return .dismiss(try line.taxi())
    case "restart": return .restart
    case "removeDriver": return .removeDriver(try line.taxi())
    case "addDriver": return .addDriver(try line.taxi())
    case "retireZone": return .retireZone(try line.someZone("zone"))
    case "openZone": return .openZone(try line.someZone("zone"))
    case "goAvailable": return .goAvailable(try line.taxi())
    case "goUnavailable": return .goUnavailable(try line.taxi())
    case "crash": return .crash
    case "crosses": return .crosses(try line.taxi(), into: try line.zone("into"))
    case "connectionLost": return .connectionLost(try line.taxi())
    case "connectionBack": return .connectionBack(try line.taxi())
    case "undelivered":
      let taxi = try line.taxi()
      return .undelivered(taxi, try line.word("notice") == "nowOff" ? .nowOff : .nowBack)
    case "delivered": return .delivered(try line.taxi())
    case "ask":
      let passenger = try line.passenger()
      let origin = try line.zone("origin")
      return .ask(passenger, origin: origin, destined: try line.bool("destined"))
    case "reserve":
      let passenger = try line.passenger()
      let origin = try line.zone("origin")
      return .reserve(
        passenger, origin: origin, meeting: try line.number("meeting", as: Int64.self))
    case "cancel":
      let passenger = try line.passenger()
      return .cancel(passenger, ReservationID(try line.index("reservation", "V")))
    default: return try answer(event, &line)
    }
  }

  private static func answer(
    _ event: String, _ line: inout JournalScanner
  ) throws(JournalScanner.Mismatch) -> Command? {
    guard ["accept", "refuse", "arrive", "noShow", "board", "endRide"].contains(event) else {
      return nil
    }
    let request = try line.request()
    let taxi = try line.taxi()
    switch event {
    case "accept":
      // A refused line tells no waiting time; none changes the state.
      let isTold = line.skip(past: ",\"wait\":")
      return .accept(request, taxi, wait: isTold ? try line.number() : 0)
    case "refuse": return .refuse(request, taxi)
    case "arrive":
      return .arrive(request, taxi, distance: try line.number("distance", as: UInt32.self))
    case "noShow": return .noShow(request, taxi)
    case "board":
      let named = try line.taxi("named")
      let number = try line.number("number", as: SecurityNumber.self)
      return .board(request, taxi, named: named, number: number)
    default:
      return .endRide(request, taxi, distance: try line.number("distance", as: UInt32.self))
    }
  }
}
