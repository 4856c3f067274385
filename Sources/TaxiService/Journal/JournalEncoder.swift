/// Writes records as lines of a trace, in its canonical form; `Documentation/Journal.md` describes
/// it.
package struct JournalEncoder: Sendable {
  private var line: LineBuilder
  private var isOpen = false
  private var messages = 0

  /// - Parameters:
  ///   - map: Of the service, if it has one: zones are called as it calls them.
  ///   - chain: The end of the journal to which lines are added.
  package init(map: CityMap? = nil, after chain: JournalChain = JournalChain()) {
    self.init(ZoneNames(map), after: chain)
  }

  init(_ zones: ZoneNames, after chain: JournalChain) { line = LineBuilder(zones, after: chain) }

  /// The end of the journal with everything that was appended.
  package var chain: JournalChain { line.chain }

  /// The bytes that were written since the last ``removeAll()``.
  package var bytes: [UInt8] { line.bytes }

  /// Empties ``bytes``.
  package mutating func removeAll() { line.removeAll() }

  /// Appends the lines of the records of one call of the service.
  ///
  /// - Parameter position: The place that the command is about, to be told in place of its zone;
  ///   the map must have it in that zone, or both outside.
  package mutating func append(_ records: [Record], at position: Position? = nil) {
    for record in records {
      switch record.content {
      case .command(let command, let reply):
        begin(at: record.instant)
        line.write(command, reply, at: position)
      case .decision(let decision):
        begin(at: record.instant)
        line.write(decision)
      case .message(let message):
        if messages > 0 { line.text(",") }
        messages += 1
        line.write(message)
        continue
      }
      line.text(",\"notified\":[")
    }
    end()
  }

  private mutating func begin(at instant: Milliseconds) {
    end()
    isOpen = true
    messages = 0
    line.begin(at: instant)
  }

  private mutating func end() {
    guard isOpen else { return }
    isOpen = false
    line.text("]")
    line.end()
  }

  /// Appends the facts that the rules leave open at the start: the place of each taxi, and that it
  /// is online.
  package mutating func append(_ registry: Registry) {
    line.begin(at: registry.start)
    line.text(",\"observe\":{")
    line.facts("inForce", of: .zones, 0..<registry.zones) { line, _ in line.text("true") }
    line.text("}")
    line.end()
    for first in stride(from: 0, to: registry.taxis.count, by: Self.taxisPerLine) {
      let some = first..<min(first + Self.taxisPerLine, registry.taxis.count)
      line.begin(at: registry.start)
      line.text(",\"observe\":{")
      line.facts("zone", of: .taxis, some) { line, taxi in
        if registry.positions.indices.contains(taxi) {
          line.position(registry.positions[taxi])
        } else if let zone = registry.taxis[taxi] {
          line.zone(Int(zone.index))
        } else {
          line.text("null")
        }
      }
      line.text(",")
      line.facts("online", of: .taxis, some) { line, _ in line.text("true") }
      line.text("}")
      line.end()
    }
  }

  private static let taxisPerLine = 500

  /// Appends the queues and statuses as they are, so that a checker can compare its own with them.
  package mutating func appendObservation(of service: TaxiService) {
    line.begin(at: service.now)
    line.text(",\"observe\":{\"suspended\":")
    line.text(service.isSuspended ? "true," : "false,")
    line.facts("queue", of: .zones, service.zones.indices) { line, zone in
      line.text("[")
      for (position, taxi) in service.queue(of: ZoneID(Int32(zone))).enumerated() {
        if position > 0 { line.text(",") }
        line.name("T", Int(taxi.index))
      }
      line.text("]")
    }
    line.text("}")
    line.end()
    for first in stride(from: 0, to: service.taxis.count, by: Self.taxisPerLine) {
      let some = first..<min(first + Self.taxisPerLine, service.taxis.count)
      line.begin(at: service.now)
      line.text(",\"observe\":{")
      line.facts("status", of: .taxis, some) { line, taxi in
        line.text("\"")
        line.text(service.taxis[taxi].status.name)
        line.text("\"")
      }
      line.text("}")
      line.end()
    }
  }
}

extension LineBuilder {
  fileprivate enum Sort {
    case zones
    case taxis
  }

  fileprivate mutating func facts(
    _ field: StaticString, of sort: Sort, _ indices: Range<Int>,
    _ value: (inout LineBuilder, Int) -> Void
  ) {
    text("\"")
    text(field)
    text("\":{")
    for index in indices {
      if index > indices.lowerBound { text(",") }
      switch sort {
      case .zones: zone(index)
      case .taxis: name("T", index)
      }
      text(":")
      value(&self, index)
    }
    text("}")
  }
}

extension TaxiStatus {
  var name: StaticString {
    switch self {
    case .unavailable: "unavailable"
    case .available: "available"
    case .pending: "pending"
    case .riding: "riding"
    case .outside: "outside"
    }
  }
}
