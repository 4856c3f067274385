extension TaxiService {
  /// Writes the whole state but settings and map.
  func write(to writer: inout ByteWriter) {
    writer.write(now)
    writer.write(isDataEntered)
    writer.write(isSuspended)
    writer.write(numbers.seededState != nil)
    writer.write(numbers.seededState ?? 0)
    writer.write(taxis.count)
    for taxi in taxis { taxi.write(to: &writer) }
    writer.write(zones.count)
    for zone in zones.indices {
      writer.write(zones[zone].isInForce)
      let queue = queue(of: ZoneID(Int32(zone)))
      writer.write(queue.count)
      for taxi in queue { writer.write(taxi.index) }
    }
    writer.write(openRequests.count)
    writer.write(requests.base)
    writer.write(requests.end)
    for serial in requests.base..<requests.end {
      requests[serial].write(to: &writer)
      let refusedBy = refusals.members(requests[serial].refusals)
      writer.write(refusedBy.count)
      for taxi in refusedBy { writer.write(taxi) }
    }
    writer.write(reservations.base)
    writer.write(reservations.end)
    for serial in reservations.base..<reservations.end {
      reservations[serial].write(to: &writer)
    }
    let due = deadlines.all.filter { isDue($0.kind, $0.deadline) }
    writer.write(due.count)
    for (kind, deadline) in due {
      writer.write(kind.rawValue)
      writer.write(deadline.instant)
      writer.write(deadline.subject)
    }
  }

  /// Reads what ``write(to:)`` has written; whatever can be counted is counted anew.
  init(
    from reader: inout ByteReader, settings: ServiceSettings, map: CityMap?, numbers: NumberSource
  ) {
    var registry = Registry(taxis: [], passengers: 0, zones: 0, start: 0)
    registry.map = map
    self.init(registry, settings: settings, numbers: numbers)
    now = reader.instant()
    isDataEntered = reader.bool()
    isSuspended = reader.bool()
    let isSeeded = reader.bool()
    let seed = UInt64(bitPattern: Int64(reader.int()))
    if isSeeded { self.numbers.goOn(from: seed) }
    taxis = (0..<reader.count()).map { _ in Taxi(from: &reader) }
    taxisInService = taxis.count { $0.status != .unavailable && $0.status != .outside }
    zones = Array(repeating: Zone(), count: reader.count())
    for zone in zones.indices {
      zones[zone].isInForce = reader.bool()
      for _ in 0..<reader.count() {
        let taxi = reader.short()
        if taxis.indices.contains(Int(taxi)), Int(taxis[Int(taxi)].zone) == zone { enqueue(taxi) }
      }
    }
    zonesInForce = zones.count { $0.isInForce }
    openRequests = Array(repeating: 0, count: reader.int(upTo: Registry.mostPassengers))
    readRequests(from: &reader)
    let (first, end) = (reader.serial(), reader.serial())
    reservations = SerialList(base: first, [])
    while reservations.end < end, reader.isComplete {
      reservations.append(Reservation(from: &reader))
    }
    for _ in 0..<reader.count() {
      let kind = reader.symbol(Deadlines.Kind.answer)
      let instant = reader.instant()
      let subject = reader.int()
      guard kind != .retell || taxis.indices.contains(subject) else {
        reader.fail()
        return
      }
      deadlines.add(kind, at: instant, subject)
    }
  }

  private mutating func readRequests(from reader: inout ByteReader) {
    let (first, end) = (reader.serial(), reader.serial())
    requests = SerialList(base: first, [])
    while requests.end < end, reader.isComplete {
      var request = Request(from: &reader)
      for taxi in (0..<reader.count()).map({ _ in reader.short() }).reversed() {
        refusals.add(taxi, to: &request.refusals)
      }
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

extension Taxi {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(status.rawValue)
    for flag in [isRegistered, isOnline, isSwitchedOff] { writer.write(flag) }
    writer.write(notice.map { Int($0.rawValue) } ?? -1)
    writer.write(tellings)
    writer.write(zone)
    writer.write(request)
    writer.write(queuedAt)
    writer.write(retellAt)
  }

  fileprivate init(from reader: inout ByteReader) {
    self.init(zone: nil)
    status = reader.symbol(.unavailable)
    isRegistered = reader.bool()
    isOnline = reader.bool()
    isSwitchedOff = reader.bool()
    notice = UInt8(exactly: reader.int()).flatMap(Notice.init)
    tellings = UInt8(truncatingIfNeeded: reader.int())
    zone = reader.short()
    request = reader.int()
    queuedAt = reader.instant()
    retellAt = reader.instant()
  }
}

extension Request {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(stage.rawValue)
    writer.write(isDestined)
    writer.write(number)
    for value in [passenger, origin, taxi, holds] { writer.write(value) }
    writer.write(reservation)
    for instant in [since, offeredAt, heldAt] { writer.write(instant) }
  }

  fileprivate init(from reader: inout ByteReader) {
    stage = reader.symbol(.searching)
    isDestined = reader.bool()
    number = SecurityNumber(truncatingIfNeeded: reader.int())
    passenger = reader.short()
    origin = reader.short()
    taxi = reader.short()
    holds = reader.short()
    reservation = reader.int()
    since = reader.instant()
    offeredAt = reader.instant()
    heldAt = reader.instant()
  }
}

extension Reservation {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(stage.rawValue)
    for value in [passenger, origin, attempts] { writer.write(value) }
    writer.write(request)
    writer.write(meeting)
    writer.write(nextAttempt)
  }

  fileprivate init(from reader: inout ByteReader) {
    stage = reader.symbol(.stored)
    passenger = reader.short()
    origin = reader.short()
    attempts = reader.short()
    request = reader.int()
    meeting = reader.instant()
    nextAttempt = reader.instant()
  }
}
