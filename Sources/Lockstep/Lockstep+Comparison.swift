import Rulebook
import Semantics
import TaxiService

extension Lockstep {
  /// Returns every place that is compared, of entities that the service still holds.
  func allPlaces() -> [Place] {
    let rules = side.rules
    var places = rules.globals.indices.map { Place.global(Core.ID($0)) }
    for (index, field) in rules.fields.enumerated() where columns.fields[index] != nil {
      let first =
        switch rules[field.owner].name {
        case "Request": service.firstRequest
        case "Reservation": service.firstReservation
        default: 0
        }
      let count = side.count(of: field.owner)
      guard first < count else { continue }
      places += (first..<count).map { .field(Core.ID(index), of: Int32($0)) }
    }
    return places
  }

  func isCompared(_ place: Place) -> Bool {
    switch place {
    case .global: true
    case .field(let field, _): columns.fields[field.index] != nil
    }
  }

  func serviceHash(_ place: Place) -> UInt64 {
    switch place {
    case .global(let global):
      return PlaceDigests.hash(place, columns.globals[global.index](service))
    case .field(let field, let owner):
      switch columns.fields[field.index] {
      case .value(let read): return PlaceDigests.hash(place, read(service, Int(owner)))
      case .members(let read): return PlaceDigests.hash(place, read(service, Int(owner)))
      case nil: return 0
      }
    }
  }

  func ruleHash(_ place: Place) -> UInt64 {
    if case .field(let field, _) = place, case .members? = columns.fields[field.index] {
      return PlaceDigests.hash(place, side.members(at: place))
    }
    return PlaceDigests.hash(place, side.value(at: place))
  }

  /// Notes the changes of the service: all about the entities that a record names, and those bound
  /// to them.
  mutating func note(_ content: Record.Content) {
    switch content {
    case .message: return
    case .command(_, .refused): return
    case .command(let command, let reply): note(command, reply)
    case .decision(let decision): note(decision)
    }
  }

  private mutating func note(_ command: Command, _ reply: Reply) {
    switch command {
    case .completeDataEntry, .suspend, .resume: noteGlobals()
    case .crash, .restart:
      noteGlobals()
      for taxi in 0..<service.taxiCount { note(TaxiID(Int32(taxi))) }
      for serial in service.firstRequest..<service.requestCount { note(RequestID(serial)) }
    case .dismiss(let taxi), .removeDriver(let taxi), .addDriver(let taxi),
      .goAvailable(let taxi), .goUnavailable(let taxi), .crosses(let taxi, _),
      .connectionLost(let taxi), .connectionBack(let taxi), .undelivered(let taxi, _),
      .delivered(let taxi):
      note(taxi)
    case .retireZone(let zone), .openZone(let zone): note(compared.zone, Int(zone.index))
    case .accept(let request, let taxi, _), .refuse(let request, let taxi),
      .arrive(let request, let taxi, _), .noShow(let request, let taxi),
      .board(let request, let taxi, _, _), .endRide(let request, let taxi, _):
      note(request)
      note(taxi)
    case .ask: if case .asked(let request, _) = reply { note(request) }
    case .reserve:
      if case .reserved(let reservation) = reply { note(compared.reservation, reservation.serial) }
    case .cancel(_, let reservation):
      note(compared.reservation, reservation.serial)
      if let request = service.state(of: reservation)?.request { note(request) }
    }
  }

  private mutating func note(_ decision: Decision) {
    switch decision {
    case .rezone(let taxi, _), .retell(let taxi): note(taxi)
    case .offer(let request, let taxi), .unreachable(let request, let taxi),
      .offerExpires(let request, let taxi):
      note(request)
      note(taxi)
    case .hold(let request), .giveUp(let request), .tryHeldAgain(let request): note(request)
    case .attempt(_, let request, _): note(request)
    }
  }

  /// Notes a taxi, and the queues that it may have left or joined: those of the zones where it is
  /// and was.
  private mutating func note(_ taxi: TaxiID) {
    note(compared.taxi, Int(taxi.index))
    let zones = [service.state(of: taxi).zone, lastZones[Int(taxi.index)]]
    for zone in zones { if let zone { note(compared.zone, Int(zone.index)) } }
    lastZones[Int(taxi.index)] = service.state(of: taxi).zone
  }

  private mutating func note(_ request: RequestID) {
    guard let state = service.state(of: request) else { return }
    note(compared.request, request.serial)
    // A reservation that is scheduled may be given up before its ride is over.
    if let reservation = state.reservation, service.state(of: reservation) != nil {
      note(compared.reservation, reservation.serial)
    }
    if let taxi = state.taxi { note(taxi) }
  }

  private mutating func note(_ fields: [Core.ID<Core.Field>], _ owner: Int) {
    for field in fields {
      let place = Place.field(field, of: Int32(clamping: owner))
      ours.set(place, to: serviceHash(place))
    }
  }

  private mutating func noteGlobals() {
    for index in side.rules.globals.indices {
      ours.set(.global(Core.ID(index)), to: serviceHash(.global(Core.ID(index))))
    }
  }

  /// All places, looked at anew on both sides.
  package mutating func compareFully() -> Difference? {
    countFullComparison()
    for place in allPlaces() {
      let (our, their) = (serviceHash(place), ruleHash(place))
      guard our == their, our == ours[place], their == theirs[place] else {
        return stateDifference(place)
      }
    }
    return nil
  }

  /// Returns the first difference that explains why the digests differ.
  func firstDifference() -> Difference? {
    allPlaces().first { ours[$0] != theirs[$0] }.map(stateDifference) ?? digestDifference()
  }
}

/// The fields that are compared, by sort.
struct ComparedFields: Sendable {
  let taxi, zone, request, reservation: [Core.ID<Core.Field>]

  init(_ rules: Core.Rules, _ columns: ServiceColumns) {
    func fields(_ sort: String) -> [Core.ID<Core.Field>] {
      let entity = rules.entities.first { $0.name == sort }
      return entity?.fields.filter { columns.fields[$0.index] != nil } ?? []
    }
    taxi = fields("Taxi")
    zone = fields("Zone")
    request = fields("Request")
    reservation = fields("Reservation")
  }
}
