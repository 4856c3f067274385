import Rulebook
import Semantics
import TaxiService

/// The content of the service, field by field, in the terms of the rulebook: written by hand, as
/// the service is.
package struct ServiceColumns: Sendable {
  package enum Reader: Sendable {
    case value(@Sendable (TaxiService, Int) -> Value)
    case members(@Sendable (TaxiService, Int) -> [Int32])
  }

  /// The readers by field of the rulebook; nil: a ghost, which only properties read.
  package let fields: [Reader?]
  /// The readers by state of the rulebook.
  package let globals: [@Sendable (TaxiService) -> Value]

  /// The fields that observations in a journal tell.
  private static let observed: Set<String> = ["Zone.queue", "Taxi.status"]

  /// - Parameter onlyObserved: Leaves out fields that a journal does not observe.
  package init(_ rules: Core.Rules, onlyObserved: Bool = false) throws(TranslationError) {
    let readers = Self.readers(try Symbols(rules))
    var fields: [Reader?] = []
    for field in rules.fields {
      let name = "\(rules[field.owner].name).\(field.name)"
      guard let reader = readers[name] else {
        if !field.isGhost { throw TranslationError(message: "the service has no '\(name)'") }
        fields.append(nil)
        continue
      }
      fields.append(onlyObserved && !Self.observed.contains(name) ? nil : reader)
    }
    self.fields = fields
    let states: [String: @Sendable (TaxiService) -> Value] = [
      "dataEntered": { .bool($0.isDataEntered) }, "suspended": { .bool($0.isSuspended) },
      "crashed": { .bool($0.isCrashed) },
    ]
    var globals: [@Sendable (TaxiService) -> Value] = []
    for global in rules.globals {
      guard let reader = states[global.name] else {
        throw TranslationError(message: "the service has no '\(global.name)'")
      }
      globals.append(reader)
    }
    self.globals = globals
  }

  private static func readers(_ symbols: Symbols) -> [String: Reader] {
    var readers: [String: Reader] = [
      "Zone.queue": .members { $0.queue(of: ZoneID(Int32($1))).map(\.index) },
      "Zone.inForce": .value { .bool($0.isInForce(ZoneID(Int32($1)))) },
    ]
    func taxi(_ name: String, _ read: @escaping @Sendable (TaxiService.TaxiState) -> Value) {
      readers["Taxi.\(name)"] = .value { read($0.state(of: TaxiID(Int32($1)))) }
    }
    taxi("status") { symbols.statuses[Int($0.status.rawValue)] }
    taxi("zone") { Value($0.zone) }
    taxi("switchedOff") { .bool($0.isSwitchedOff) }
    taxi("online") { .bool($0.isOnline) }
    taxi("queuedAt") { .number($0.queuedAt) }
    taxi("registered") { .bool($0.isRegistered) }
    taxi("notice") { $0.notice.map { symbols.notices[Int($0.rawValue)] } ?? .none }
    taxi("retellAt") { .number($0.retellAt) }
    taxi("tellings") { .number(Int64($0.tellings)) }

    func request(
      _ name: String, _ read: @escaping @Sendable (TaxiService.RequestState) -> Value
    ) {
      readers["Request.\(name)"] = .value { $0.state(of: RequestID($1)).map(read) ?? .unknown }
    }
    request("passenger") { Value($0.passenger) }
    request("origin") { Value($0.origin) }
    request("number") { .number(Int64($0.number)) }
    request("since") { .number($0.since) }
    request("reservation") { $0.reservation.map { Value($0) } ?? .none }
    request("destined") { .bool($0.isDestined) }
    request("stage") { symbols.stages[Int($0.stage.rawValue)] }
    request("taxi") { $0.taxi.map { Value($0) } ?? .none }
    request("offeredAt") { $0.offeredAt.map { .number($0) } ?? .none }
    request("heldAt") { $0.heldAt.map { .number($0) } ?? .none }
    request("holds") { .number(Int64($0.holds)) }
    readers["Request.refusedBy"] = .members {
      $0.refusers(of: RequestID($1)).map(\.index)
    }

    func reservation(
      _ name: String, _ read: @escaping @Sendable (TaxiService.ReservationState) -> Value
    ) {
      readers["Reservation.\(name)"] = .value {
        $0.state(of: ReservationID($1)).map(read) ?? .unknown
      }
    }
    reservation("passenger") { Value($0.passenger) }
    reservation("origin") { Value($0.origin) }
    reservation("meeting") { .number($0.meeting) }
    reservation("nextAttempt") { .number($0.nextAttempt) }
    reservation("attempts") { .number(Int64($0.attempts)) }
    reservation("stage") { symbols.bookings[Int($0.stage.rawValue)] }
    reservation("request") { $0.request.map { Value($0) } ?? .none }
    return readers
  }

  /// The rulebook's symbols for the service's, by raw value.
  private struct Symbols: Sendable {
    let statuses, stages, bookings, notices: [Value]

    init(_ rules: Core.Rules) throws(TranslationError) {
      func symbols<Symbol>(_ type: String, _ all: [Symbol]) throws(TranslationError) -> [Value] {
        let cases = rules.enumerations.first { $0.name == type }?.cases ?? []
        var values: [Value] = []
        for symbol in all {
          guard let index = cases.firstIndex(of: "\(symbol)") else {
            throw TranslationError(message: "the rulebook has no '\(symbol)' of '\(type)'")
          }
          values.append(.symbol(Int32(index)))
        }
        return values
      }
      statuses = try symbols("TaxiStatus", TaxiStatus.allCases)
      stages = try symbols("Stage", RequestStage.allCases)
      bookings = try symbols("Booking", Booking.allCases)
      notices = try symbols("Notice", Notice.allCases)
    }
  }
}
