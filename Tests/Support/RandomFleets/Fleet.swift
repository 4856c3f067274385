import Basics

/// The records that a provider sends to a city of what a fleet did: each vehicle drives along the streets of a grid,
/// some way beyond the border of the city, and its records are told in the form of the Mobility Data Specification 2.0.
package struct Fleet: Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    case passenger
    case micromobility
  }

  /// The record of one event of one vehicle.
  package struct Record: Sendable {
    /// Milliseconds since 1970.
    package let at: Int64
    package let vehicle: Int
    package let event: String
    package var state: String
    package var trip: Trip?
    package let place: Streets.Place
    /// The fault that is seen in this record.
    package var fault: FleetFault?
  }

  /// The n-th trip of a vehicle.
  package struct Trip: Hashable, Sendable {
    package let vehicle: Int
    package let number: Int
  }

  package let mode: Mode
  /// In order of time.
  public private(set) var records: [Record]
  private let seed: UInt64

  /// What so many vehicles do within so many hours.
  /// - Parameter faults: of a thousand trips, how many have one.
  package init(_ mode: Mode, vehicles: Int, hours: Int, faults: Int, seed: UInt64) {
    (self.mode, self.seed) = (mode, seed)
    var random = SplitMix64(seed: seed)
    records = (0..<vehicles).flatMap { vehicle in
      var log = VehicleLog(
        vehicle, hours: hours, faults: faults, random: SplitMix64(seed: random.next()))
      switch mode {
      case .passenger: log.driveTaxi()
      case .micromobility: log.hireScooter()
      }
      return log.records
    }
    records.sort { ($0.at, $0.vehicle) < ($1.at, $1.vehicle) }
    exchangeTrips()
  }

  /// Has records with that fault name the trip of another vehicle of which a record has told last.
  private mutating func exchangeTrips() {
    var last: [Trip] = []
    for index in records.indices {
      guard let trip = records[index].trip else { continue }
      if records[index].fault == .tripOfAnother {
        records[index].trip = last.last { $0.vehicle != trip.vehicle }
        if records[index].trip == nil { (records[index].trip, records[index].fault) = (trip, nil) }
      }
      last.append(trip)
      if last.count > 100 { last.removeFirst(50) }
    }
  }
}

extension Fleet {
  /// One JSON document a line, as an agency may keep them.
  package var text: String {
    var random = SplitMix64(seed: seed)
    let provider = random.identifier()
    let key = random.next()
    func identifier(_ kind: Int, _ vehicle: Int, _ number: Int = 0) -> String {
      var random = SplitMix64(
        seed: key ^ UInt64(kind) << 60 ^ UInt64(vehicle) << 24 ^ UInt64(number))
      return random.identifier()
    }
    var text = ""
    for (line, record) in records.enumerated() {
      let trips = record.trip.map { #","trip_ids":["\#(identifier(1, $0.vehicle, $0.number))"]"# }
      text += #"{"provider_id":"\#(provider)","device_id":"\#(identifier(0, record.vehicle))","#
      text += #""event_id":"\#(identifier(2, line))","event_types":["\#(record.event)"],"#
      text += #""vehicle_state":"\#(record.state)","timestamp":\#(record.at)\#(trips ?? ""),"#
      text += #""location":{"lat":\#(record.place.latitude),"lng":\#(record.place.longitude)}}"#
      text += "\n"
    }
    return text
  }

  /// A line and its fault, for each record that has one.
  package var faults: [(line: Int, fault: FleetFault)] {
    records.enumerated().compactMap { line, record in record.fault.map { (line + 1, $0) } }
  }
}

extension SplitMix64 {
  /// A random UUID.
  fileprivate mutating func identifier() -> String {
    let (high, low) = (next(), next())
    func digits(_ value: UInt64, _ count: Int) -> String {
      let text = String(value & (1 << UInt64(4 * count) - 1), radix: 16)
      return String(repeating: "0", count: count - text.count) + text
    }
    return [
      digits(high >> 32, 8), digits(high >> 16, 4), "4" + digits(high, 3),
      "8" + digits(low >> 48, 3),
      digits(low, 12),
    ].joined(separator: "-")
  }
}
