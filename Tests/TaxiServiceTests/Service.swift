import TaxiService

/// A small service with data entry complete, and short names for what tests do to it.
struct Service {
  static let start: Milliseconds = 1_456_819_200_000

  var service: TaxiService
  /// Seconds since the start.
  private(set) var seconds: Double = 0

  init(taxis: [Int32?] = [0, 0, 1], passengers: Int = 4, zones: Int = 2, isOpen: Bool = true) {
    service = TaxiService(
      Registry(
        taxis: taxis.map { $0.map { ZoneID($0) } }, passengers: passengers, zones: zones,
        start: Self.start),
      numbers: .seeded(7))
    if isOpen { _ = service.handle(.completeDataEntry, at: Self.start) }
  }

  var now: Milliseconds { Self.start + Milliseconds((seconds * 1_000).rounded()) }

  /// Gives a command so many seconds later.
  @discardableResult
  mutating func at(_ later: Double, _ command: Command) -> Outcome {
    seconds += later
    return service.handle(command, at: now)
  }

  /// Gives a command at the same instant.
  @discardableResult
  mutating func at(_ command: Command) -> Outcome { at(0, command) }

  /// Lets so many seconds pass.
  mutating func wait(_ later: Double) {
    seconds += later
    service.advance(to: now)
  }

  /// The decisions of the latest call.
  var decisions: [Decision] {
    service.records.compactMap { record in
      if case .decision(let decision) = record.content { decision } else { nil }
    }
  }

  var messages: [Message] {
    service.records.compactMap { record in
      if case .message(let message) = record.content { message } else { nil }
    }
  }

  func status(_ taxi: Int32) -> TaxiStatus { service.state(of: TaxiID(taxi)).status }
  func queue(_ zone: Int32) -> [Int32] { service.queue(of: ZoneID(zone)).map(\.index) }
  func number(of request: Int) -> SecurityNumber {
    service.state(of: RequestID(request))?.number ?? 10_000
  }
  func stage(_ request: Int) -> RequestStage? { service.state(of: RequestID(request))?.stage }
}

extension TaxiID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int32) { self.init(value) }
}

extension ZoneID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int32) { self.init(value) }
}

extension PassengerID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int32) { self.init(value) }
}

extension RequestID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension ReservationID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}
