import Basics

extension TaxiService {
  /// Writes the whole state but settings and map.
  func write(to writer: inout CheckpointWriter) {
    writer.write(now)
    writer.write(optional: numbers.seededState) { $0.write(Int64(bitPattern: $1)) }
    writeContent(to: &writer)
  }

  /// The state as bytes, as far as a journal tells it: without the instant, which passes without a
  /// line, and the source of numbers. Equal states have equal bytes.
  package var content: [UInt8] {
    var writer = CheckpointWriter()
    writeContent(to: &writer)
    return writer.bytes
  }

  private func writeContent(to writer: inout CheckpointWriter) {
    writer.write(isDataEntered)
    writer.write(isSuspended)
    writer.write(isCrashed)
    writer.write(list: taxis) { $1.write(to: &$0) }
    writer.write(list: zones.indices) { writer, zone in
      writer.write(zones[zone].isInForce)
      writer.write(list: queue(of: ZoneID(Int32(zone)))) { $0.write($1.index) }
    }
    writer.write(openRequests.count)
    writer.write(requests.base)
    writer.write(requests.end)
    for serial in requests.base..<requests.end {
      requests[serial].write(to: &writer)
      writer.write(list: refusals.members(requests[serial].refusals)) { $0.write($1) }
    }
    writer.write(reservations.base)
    writer.write(reservations.end)
    for serial in reservations.base..<reservations.end {
      reservations[serial].write(to: &writer)
    }
    writer.write(list: deadlines.all.filter { isDue($0.kind, $0.deadline) }) { writer, due in
      writer.write(due.kind.rawValue)
      writer.write(due.deadline.instant)
      writer.write(due.deadline.subject)
    }
  }

  /// Reads what ``write(to:)`` has written; numbers that can be counted are counted anew.
  init(
    from reader: inout CheckpointReader, settings: ServiceSettings, map: CityMap?,
    numbers: NumberSource
  ) throws(CheckpointDamage) {
    var registry = Registry(taxis: [], passengers: 0, zones: 0, start: 0)
    registry.map = map
    self.init(registry, settings: settings, numbers: numbers)
    now = try reader.instant()
    let seed = try reader.optional { reader throws(CheckpointDamage) in try reader.int64() }
    if let seed { self.numbers.goOn(from: UInt64(bitPattern: seed)) }
    isDataEntered = try reader.bool()
    isSuspended = try reader.bool()
    isCrashed = try reader.bool()
    taxis = try reader.list { reader throws(CheckpointDamage) in try Taxi(from: &reader) }
    taxisInService = taxis.count { $0.status != .unavailable && $0.status != .outside }
    try readZones(from: &reader)
    openRequests = Array(repeating: 0, count: try reader.index(below: Registry.mostPassengers + 1))
    try readRequests(from: &reader)
    let (first, end) = (try reader.count(), try reader.count())
    reservations = SerialList(base: first, [])
    while reservations.end < end { reservations.append(try Reservation(from: &reader)) }
    for _ in 0..<(try reader.length()) {
      let kind: Deadlines.Kind = try reader.symbol()
      let instant = try reader.instant()
      let subject = try reader.int()
      guard kind != .retell || taxis.indices.contains(subject) else { throw CheckpointDamage() }
      deadlines.add(kind, at: instant, subject)
    }
  }

  private mutating func readZones(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    zones = Array(repeating: Zone(), count: try reader.length())
    for zone in zones.indices {
      zones[zone].isInForce = try reader.bool()
      for _ in 0..<(try reader.length()) {
        let taxi = try reader.int32()
        if taxis.indices.contains(Int(taxi)), Int(taxis[Int(taxi)].zone) == zone { enqueue(taxi) }
      }
    }
    zonesInForce = zones.count { $0.isInForce }
  }

  private mutating func readRequests(
    from reader: inout CheckpointReader
  ) throws(CheckpointDamage) {
    let (first, end) = (try reader.count(), try reader.count())
    requests = SerialList(base: first, [])
    while requests.end < end {
      var request = try Request(from: &reader)
      let refusedBy = try reader.list { reader throws(CheckpointDamage) in try reader.int32() }
      for taxi in refusedBy.reversed() { refusals.add(taxi, to: &request.refusals) }
      requests.append(request)
      guard zones.indices.contains(Int(request.origin)),
        openRequests.indices.contains(Int(request.passenger))
      else { continue }
      if request.stage.isWaiting {
        startsWaiting(request)
      } else if request.stage.isServed {
        openRequests[Int(request.passenger)] += 1
        openTotal += 1
      }
    }
  }
}

extension CheckpointReader {
  /// Reads an instant that is far enough from the ends of the range to add durations.
  fileprivate mutating func instant() throws(CheckpointDamage) -> Int64 {
    let instant = try int64()
    guard instant.magnitude <= 1 << 52 else { throw CheckpointDamage() }
    return instant
  }

  /// One of the cases of an enumeration.
  fileprivate mutating func symbol<Symbol: RawRepresentable<UInt8>>()
    throws(CheckpointDamage) -> Symbol
  {
    guard let symbol = Symbol(rawValue: try byte()) else { throw CheckpointDamage() }
    return symbol
  }
}

extension Taxi {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(status.rawValue)
    for flag in [isRegistered, isOnline, isSwitchedOff] { writer.write(flag) }
    writer.write(optional: notice) { $0.write($1.rawValue) }
    writer.write(tellings)
    writer.write(zone)
    writer.write(request)
    writer.write(queuedAt)
    writer.write(retellAt)
  }

  fileprivate init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    self.init(zone: nil)
    status = try reader.symbol()
    isRegistered = try reader.bool()
    isOnline = try reader.bool()
    isSwitchedOff = try reader.bool()
    notice = try reader.optional { reader throws(CheckpointDamage) in try reader.symbol() }
    tellings = try reader.byte()
    zone = try reader.int32()
    request = try reader.int()
    queuedAt = try reader.instant()
    retellAt = try reader.instant()
  }
}

extension Request {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(stage.rawValue)
    writer.write(isDestined)
    writer.write(Int(number))
    for value in [passenger, origin, taxi, holds] { writer.write(value) }
    writer.write(reservation)
    for instant in [since, offeredAt, heldAt] { writer.write(instant) }
  }

  fileprivate init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    stage = try reader.symbol()
    isDestined = try reader.bool()
    number = SecurityNumber(truncatingIfNeeded: try reader.int64())
    passenger = try reader.int32()
    origin = try reader.int32()
    taxi = try reader.int32()
    holds = try reader.int32()
    reservation = try reader.int()
    since = try reader.instant()
    offeredAt = try reader.instant()
    heldAt = try reader.instant()
  }
}

extension Reservation {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(stage.rawValue)
    for value in [passenger, origin, attempts] { writer.write(value) }
    writer.write(request)
    writer.write(meeting)
    writer.write(nextAttempt)
  }

  fileprivate init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    stage = try reader.symbol()
    passenger = try reader.int32()
    origin = try reader.int32()
    attempts = try reader.int32()
    request = try reader.int()
    meeting = try reader.instant()
    nextAttempt = try reader.instant()
  }
}
