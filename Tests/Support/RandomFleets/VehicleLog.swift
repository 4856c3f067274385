import Basics

/// The records of one vehicle while it is made to do something.
struct VehicleLog {
  private(set) var records: [Fleet.Record] = []
  var random: SplitMix64
  var place: Streets.Place
  private let vehicle: Int
  private let faults: Int
  private let end: Int64
  private(set) var now: Int64
  private var trips = 0

  init(_ vehicle: Int, hours: Int, faults: Int, random: SplitMix64) {
    (self.vehicle, self.faults, self.random) = (vehicle, faults, random)
    let begin: Int64 = 1_772_352_000_000
    end = begin + Int64(hours) * 3_600_000
    now = begin
    place = Streets.somewhere(&self.random)
    wait(1...1_800)
  }

  var isOver: Bool { now >= end }

  /// The fault that the next trip is to have; nil: none.
  /// - Parameter every: where this is given, one trip of so many has one, if any may.
  mutating func nextFault(_ kinds: [FleetFault], every: Int? = nil) -> FleetFault? {
    let isFaulty = every.map { faults > 0 && random.isOneIn($0) } ?? (random.below(1_000) < faults)
    return isFaulty ? random.pick(kinds) : nil
  }

  mutating func newTrip() -> Fleet.Trip {
    trips += 1
    return Fleet.Trip(vehicle: vehicle, number: trips)
  }

  /// Lets some seconds pass, and a few milliseconds.
  mutating func wait(_ seconds: ClosedRange<Int64>) {
    now += random.number(
      from: seconds.lowerBound * 1_000, through: seconds.upperBound * 1_000 + 999)
  }

  mutating func tell(
    _ event: String, _ state: String, _ trip: Fleet.Trip? = nil, _ fault: FleetFault? = nil
  ) {
    records.append(
      Fleet.Record(
        at: now, vehicle: vehicle, event: event, state: state, trip: trip, place: place,
        fault: fault))
    wait(3...30)
  }

  /// Drives to a place, 8 to 15 seconds a block.
  /// - Parameters:
  ///   - half: what happens half way.
  ///   - border: what happens where the border of the city is crossed, which is there after it.
  mutating func drive(
    to destination: Streets.Place, half: (inout VehicleLog) -> Void = { _ in },
    border: (inout VehicleLog, Bool) -> Void = { _, _ in }
  ) {
    let middle = place.blocks(to: destination) / 2
    while place != destination {
      let next = place.next(to: destination)
      let crosses = next.isInTheCity != place.isInTheCity
      place = next
      wait(8...14)
      if crosses { border(&self, place.isInTheCity) }
      if place.blocks(to: destination) == middle { half(&self) }
    }
  }
}
