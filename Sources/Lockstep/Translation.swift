import Rulebook
import Semantics
import TaxiService

/// An error: a rulebook cannot be compared with the service at all.
package struct TranslationError: Error {
  package let message: String
}

/// One step of the service in the words of the rulebook.
package struct TranslatedStep {
  package let event: Core.ID<Core.Event>
  package let arguments: [Value]
  /// One for each result; none where the event introduces an entity, and if it was refused.
  package let results: [Value]
  /// The number that the service gave to the entity that it introduced.
  package var introduced: Int?
  package var isRefused = false
}

/// The events of the rulebook that commands and decisions correspond to. Entities have the numbers
/// that the service gives them.
package struct Translation: Sendable {
  private let events: [String: Core.ID<Core.Event>]
  private let messages: [String: Core.ID<Core.Message>]
  private let nowOff: Value
  private let nowBack: Value
  let taxi: Core.ID<Core.Entity>
  let passenger: Core.ID<Core.Entity>

  /// The parameters and results of each event, as this translation gives them.
  private static let signatures: [String: [String]] = [
    "completeDataEntry": [], "suspend": [], "resume": [], "dismiss": ["taxi"], "restart": [],
    "crash": [],
    "removeDriver": ["taxi"], "addDriver": ["taxi"], "retireZone": ["zone"],
    "openZone": ["zone"], "rezone": ["taxi", "into"], "undelivered": ["taxi", "notice"],
    "delivered": ["taxi"], "retell": ["taxi"], "goAvailable": ["taxi"],
    "goUnavailable": ["taxi"], "crosses": ["taxi", "into"], "connectionLost": ["taxi"],
    "connectionBack": ["taxi"],
    "ask": ["passenger", "origin", "destined", "request", "number"],
    "offer": ["request", "taxi"], "hold": ["request"], "tryHeldAgain": ["request"],
    "giveUp": ["request"], "accept": ["request", "taxi"], "refuse": ["request", "taxi"],
    "offerExpires": ["request", "taxi"], "unreachable": ["request", "taxi"],
    "arrive": ["request", "taxi", "distance"], "noShow": ["request", "taxi"],
    "board": ["request", "taxi", "named", "number"],
    "endRide": ["request", "taxi", "distance"],
    "reserve": ["passenger", "origin", "meeting", "reservation"],
    "attempt": ["reservation", "request", "number"], "cancel": ["passenger", "reservation"],
  ]

  package init(_ rules: Core.Rules) throws(TranslationError) {
    var events: [String: Core.ID<Core.Event>] = [:]
    for (index, event) in rules.events.enumerated() {
      let names = event.parameters.map(\.name) + event.results.map(\.variable.name)
      guard let signature = Self.signatures[event.name], signature == names else {
        throw TranslationError(message: "the service knows no event '\(event.name)' like this one")
      }
      events[event.name] = Core.ID(index)
    }
    guard events.count == Self.signatures.count else {
      let missing = Self.signatures.keys.filter { events[$0] == nil }.sorted()
      throw TranslationError(message: "the rulebook has no event '\(missing[0])'")
    }
    self.events = events
    messages = Dictionary(
      rules.messages.enumerated().map { ($1.name, Core.ID($0)) },
      uniquingKeysWith: { first, _ in first })
    let notices = rules.enumerations.first { $0.name == "Notice" }?.cases ?? []
    guard let off = notices.firstIndex(of: "nowOff"), let back = notices.firstIndex(of: "nowBack"),
      let taxi = rules.entities.firstIndex(where: { $0.name == "Taxi" }),
      let passenger = rules.entities.firstIndex(where: { $0.name == "Passenger" })
    else { throw TranslationError(message: "the rulebook has no taxis, passengers or notices") }
    nowOff = .symbol(Int32(off))
    nowBack = .symbol(Int32(back))
    self.taxi = Core.ID(taxi)
    self.passenger = Core.ID(passenger)
  }

  package func step(_ command: Command, _ reply: Reply) -> TranslatedStep {
    let (name, arguments) = event(command)
    let isRefused = if case .refused = reply { true } else { false }
    switch reply {
    case .asked(let request, let number):
      return step(
        name, arguments, [.none, .number(Int64(number))], introduced: request.serial)
    case .reserved(let reservation):
      return step(name, arguments, [.none], introduced: reservation.serial)
    case .done, .refused: return step(name, arguments, isRefused: isRefused)
    }
  }

  private func step(
    _ name: String, _ arguments: [Value], _ results: [Value] = [], introduced: Int? = nil,
    isRefused: Bool = false
  ) -> TranslatedStep {
    // Every name is one of the signatures, and those were found.
    TranslatedStep(
      event: events[name]!, arguments: arguments, results: results, introduced: introduced,
      isRefused: isRefused)
  }

  private func event(_ command: Command) -> (String, [Value]) {
    switch command {
    case .completeDataEntry: ("completeDataEntry", [])
    case .suspend: ("suspend", [])
    case .resume: ("resume", [])
    case .dismiss(let taxi): ("dismiss", [Value(taxi)])
    case .restart: ("restart", [])
    case .removeDriver(let taxi): ("removeDriver", [Value(taxi)])
    case .addDriver(let taxi): ("addDriver", [Value(taxi)])
    case .retireZone(let zone): ("retireZone", [Value(zone)])
    case .openZone(let zone): ("openZone", [Value(zone)])
    case .goAvailable(let taxi): ("goAvailable", [Value(taxi)])
    case .goUnavailable(let taxi): ("goUnavailable", [Value(taxi)])
    case .accept(let request, let taxi, _): ("accept", [Value(request), Value(taxi)])
    case .refuse(let request, let taxi): ("refuse", [Value(request), Value(taxi)])
    case .arrive(let request, let taxi, let distance):
      ("arrive", [Value(request), Value(taxi), .number(Int64(distance))])
    case .noShow(let request, let taxi): ("noShow", [Value(request), Value(taxi)])
    case .board(let request, let taxi, let named, let number):
      ("board", [Value(request), Value(taxi), Value(named), .number(Int64(number))])
    case .endRide(let request, let taxi, let distance):
      ("endRide", [Value(request), Value(taxi), .number(Int64(distance))])
    case .ask(let passenger, let origin, let destined):
      ("ask", [Value(passenger), Value(origin), .bool(destined)])
    case .reserve(let passenger, let origin, let meeting):
      ("reserve", [Value(passenger), Value(origin), .number(meeting)])
    case .cancel(let passenger, let reservation):
      ("cancel", [Value(passenger), Value(reservation)])
    case .crash: ("crash", [])
    case .crosses(let taxi, let into): ("crosses", [Value(taxi), Value(into)])
    case .connectionLost(let taxi): ("connectionLost", [Value(taxi)])
    case .connectionBack(let taxi): ("connectionBack", [Value(taxi)])
    case .undelivered(let taxi, let notice):
      ("undelivered", [Value(taxi), notice == .nowOff ? nowOff : nowBack])
    case .delivered(let taxi): ("delivered", [Value(taxi)])
    }
  }

  package func step(_ decision: Decision) -> TranslatedStep {
    switch decision {
    case .rezone(let taxi, let zone): step("rezone", [Value(taxi), Value(zone)])
    case .offer(let request, let taxi): step("offer", [Value(request), Value(taxi)])
    case .hold(let request): step("hold", [Value(request)])
    case .giveUp(let request): step("giveUp", [Value(request)])
    case .unreachable(let request, let taxi): step("unreachable", [Value(request), Value(taxi)])
    case .tryHeldAgain(let request): step("tryHeldAgain", [Value(request)])
    case .offerExpires(let request, let taxi):
      step("offerExpires", [Value(request), Value(taxi)])
    case .attempt(let reservation, let request, let number):
      step(
        "attempt", [Value(reservation)], [.none, .number(Int64(number))],
        introduced: request.serial)
    case .retell(let taxi): step("retell", [Value(taxi)])
    }
  }

  /// Returns a message; nil: the rulebook has none of this kind.
  package func message(_ message: Message) -> SentMessage? {
    let (name, recipient, sort, arguments) = parts(of: message)
    guard let id = messages[name] else { return nil }
    return SentMessage(recipient: recipient, sort: sort, message: id, arguments: arguments)
  }

  private func parts(
    of message: Message
  ) -> (String, Value, Core.ID<Core.Entity>, [Value]) {
    switch message {
    case .availabilityConfirmed(let to): ("availabilityConfirmed", Value(to), taxi, [])
    case .tryAgainLater(let to): ("tryAgainLater", Value(to), taxi, [])
    case .noLongerAvailable(let to): ("noLongerAvailable", Value(to), taxi, [])
    case .nowAvailable(let to): ("nowAvailable", Value(to), taxi, [])
    case .rideOffered(let to, let request): ("rideOffered", Value(to), taxi, [Value(request)])
    case .offerWithdrawn(let to): ("offerWithdrawn", Value(to), taxi, [])
    case .rideConfirmed(let to, let number):
      ("rideConfirmed", Value(to), taxi, [.number(Int64(number))])
    case .taxiComing(let to, let coming, let number, let wait):
      (
        "taxiComing", Value(to), passenger,
        [Value(coming), .number(Int64(number)), .number(wait)]
      )
    case .cannotBeServed(let to): ("cannotBeServed", Value(to), passenger, [])
    case .requestDropped(let to): ("requestDropped", Value(to), passenger, [])
    case .reservationStored(let to): ("reservationStored", Value(to), passenger, [])
    case .reservationDropped(let to): ("reservationDropped", Value(to), passenger, [])
    }
  }
}

extension Value {
  init(_ taxi: TaxiID) { self = .entity(taxi.index) }
  init(_ zone: ZoneID) { self = .entity(zone.index) }
  init(_ zone: ZoneID?) { self = zone.map { .entity($0.index) } ?? .none }
  init(_ passenger: PassengerID) { self = .entity(passenger.index) }
  init(_ request: RequestID) { self = .entity(Int32(clamping: request.serial)) }
  init(_ reservation: ReservationID) { self = .entity(Int32(clamping: reservation.serial)) }
}
