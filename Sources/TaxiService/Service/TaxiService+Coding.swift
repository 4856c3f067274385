import Basics

extension TaxiService {
  /// Codes the whole state but settings and map. It is read into a service without taxis, zones and
  /// requests; numbers that can be counted are counted anew.
  mutating func code(with coder: inout CheckpointCoder) throws {
    var seed = numbers.seededState
    try coder.farInstant(&now)
    try coder.code(&seed)
    if coder.isReading, let seed { numbers.goOn(from: seed) }
    try codeContent(with: &coder)
  }

  /// The state as bytes, as far as a journal tells it: without the instant, which passes without a
  /// line, and the source of numbers. Equal states have equal bytes.
  package var content: [UInt8] {
    var service = self
    return CheckpointCoder.bytes { try service.codeContent(with: &$0) }
  }

  private mutating func codeContent(with coder: inout CheckpointCoder) throws {
    try coder.code(&isDataEntered, &isSuspended, &isCrashed, &taxis)
    taxisInService = taxis.count { $0.status != .unavailable && $0.status != .outside }
    try codeZones(with: &coder)
    try codeRequests(with: &coder)
    try codeReservations(with: &coder)
    try codeDeadlines(with: &coder)
  }

  private mutating func codeZones(with coder: inout CheckpointCoder) throws {
    let count = try coder.length(zones.count)
    if coder.isReading { zones = Array(repeating: Zone(), count: count) }
    for zone in zones.indices {
      var taxis = queue(of: ZoneID(Int32(zone))).map(\.index)
      try coder.code(&zones[zone].isInForce, &taxis)
      if coder.isReading { for taxi in taxis where isIn(zone, taxi) { enqueue(taxi) } }
    }
    zonesInForce = zones.count { $0.isInForce }
  }

  private func isIn(_ zone: Int, _ taxi: Int32) -> Bool {
    taxis.indices.contains(Int(taxi)) && Int(taxis[Int(taxi)].zone) == zone
  }

  private mutating func codeRequests(with coder: inout CheckpointCoder) throws {
    var passengers = openRequests.count
    try coder.code(&passengers)
    try coder.require(passengers <= Registry.mostPassengers)
    if coder.isReading { openRequests = Array(repeating: 0, count: passengers) }
    for serial in try coder.serials(of: &requests) {
      var request: Request = coder.isReading ? .blank : requests[serial]
      var refusedBy = refusals.members(request.refusals)
      try coder.code(&request, &refusedBy)
      if coder.isReading { restore(request, refusedBy) }
    }
  }

  /// - Parameter refusedBy: The taxis that have refused the request, latest first.
  private mutating func restore(_ request: Request, _ refusedBy: [Int32]) {
    var request = request
    for taxi in refusedBy.reversed() { refusals.add(taxi, to: &request.refusals) }
    requests.append(request)
    guard zones.indices.contains(Int(request.origin)),
      openRequests.indices.contains(Int(request.passenger))
    else { return }
    if request.stage.isWaiting {
      startsWaiting(request)
    } else if request.stage.isServed {
      openRequests[Int(request.passenger)] += 1
      openTotal += 1
    }
  }

  private mutating func codeReservations(with coder: inout CheckpointCoder) throws {
    for serial in try coder.serials(of: &reservations) {
      var reservation: Reservation = coder.isReading ? .blank : reservations[serial]
      try coder.code(&reservation)
      if coder.isReading { reservations.append(reservation) }
    }
  }

  private mutating func codeDeadlines(with coder: inout CheckpointCoder) throws {
    var all = deadlines.all.filter { isDue($0.kind, $0.deadline) }
    try coder.list(&all, blank: (.answer, Deadline(instant: 0, subject: 0))) {
      try $0.code(&$1.kind)
      try $0.farInstant(&$1.deadline.instant)
      try $0.integer(&$1.deadline.subject)
    }
    guard coder.isReading else { return }
    for (kind, deadline) in all {
      try coder.require(kind != .retell || taxis.indices.contains(deadline.subject))
      deadlines.add(kind, at: deadline.instant, deadline.subject)
    }
  }
}

extension CheckpointCoder {
  /// Codes an instant that is far enough from the ends of the range to add durations.
  fileprivate mutating func farInstant(_ instant: inout Int64) throws {
    try code(&instant)
    try require(instant.magnitude <= 1 << 52)
  }

  /// Codes the serial numbers of a list, of which the elements follow. Reading empties the list.
  fileprivate mutating func serials<Element>(
    of list: inout SerialList<Element>
  ) throws -> Range<Int> {
    var (first, end) = (list.base, list.end)
    try code(&first)
    try code(&end)
    if isReading { list = SerialList(base: first, []) }
    try require(first <= end)
    return first..<end
  }
}

extension TaxiStatus: Checkpointed {}
extension Notice: Checkpointed {}
extension RequestStage: Checkpointed {}
extension Booking: Checkpointed {}
extension Deadlines.Kind: Checkpointed {}

extension Taxi: Checkpointed {
  static var blank: Self { Self(zone: nil) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&status, &isRegistered, &isOnline, &isSwitchedOff, &notice)
    try coder.code(&tellings, &zone)
    try coder.integer(&request)
    try coder.farInstant(&queuedAt)
    try coder.farInstant(&retellAt)
  }
}

extension Request: Checkpointed {
  static var blank: Self {
    Self(isDestined: false, number: 0, passenger: 0, origin: 0, reservation: 0, since: 0)
  }

  /// Codes all but the list of the taxis that have refused.
  mutating func code(with coder: inout CheckpointCoder) throws {
    var digits = Int(number)
    try coder.code(&stage, &isDestined)
    try coder.integer(&digits)
    try coder.code(&passenger, &origin, &taxi, &holds)
    try coder.integer(&reservation)
    try coder.farInstant(&since)
    try coder.farInstant(&offeredAt)
    try coder.farInstant(&heldAt)
    number = SecurityNumber(truncatingIfNeeded: digits)
  }
}

extension Reservation: Checkpointed {
  static var blank: Self { Self(passenger: 0, origin: 0, meeting: 0, nextAttempt: 0) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&stage, &passenger, &origin, &attempts)
    try coder.integer(&request)
    try coder.farInstant(&meeting)
    try coder.farInstant(&nextAttempt)
  }
}
