import Lockstep
import TaxiService

/// How long a command takes with its journal synced in groups: until the reply may leave.
enum Latency {
  /// So many commands wait while a group is synced; they are the next group.
  private static let group = 64

  static func measure(path: String) {
    var options = SimulationOptions()
    options.taxis = 10_000
    options.passengers = 1_000_000
    options.zones = 100
    options.duration = 3_600_000
    let city = CitySimulation(options)
    // The simulation's own work is not the service's: what it asks for is found first.
    let inputs = inputs(of: city)
    unlinkQuietly(path)
    defer { unlinkQuietly(path) }
    do {
      var service = city.service
      var file = try JournalFile(path: path)
      var encoder = JournalEncoder(map: city.map)
      var processing: [Int] = []
      var replies: [Int] = []
      var waiting: [Int] = []
      var groups: [[UInt8]] = []
      for (index, input) in inputs.enumerated() {
        let before = wallTime()
        input.give(to: &service)
        encoder.append(service.records)
        waiting.append(before)
        processing.append(wallTime() - before)
        guard waiting.count == group || index == inputs.count - 1 else { continue }
        try file.append(encoder.bytes)
        try file.sync()
        let now = wallTime()
        replies += waiting.map { now - $0 }
        waiting.removeAll(keepingCapacity: true)
        groups.append(encoder.bytes)
        encoder.removeAll()
      }
      show("command and its lines", processing)
      show("until synced, groups of \(group)", replies)
      unlinkQuietly(path)
      show("the disk alone, by group", try syncs(of: groups, path))
    } catch {
      print(error.message)
    }
  }

  /// What the city gives its service, call by call.
  private static func inputs(of city: CitySimulation) -> [ServiceInput] {
    var city = city
    var inputs: [ServiceInput] = []
    while city.step() {
      var input = ServiceInput(city.service.now, .pass)
      for record in city.service.records {
        if case .command(let command, _) = record.content {
          input = ServiceInput(record.instant, .command(command))
        }
      }
      inputs.append(input)
    }
    return inputs
  }

  /// How long it takes to write and sync these groups, and nothing else.
  private static func syncs(of groups: [[UInt8]], _ path: String) throws(JournalError) -> [Int] {
    var file = try JournalFile(path: path)
    var times: [Int] = []
    for group in groups {
      let before = wallTime()
      try file.append(group)
      try file.sync()
      times.append(wallTime() - before)
    }
    return times
  }

  private static func show(_ name: String, _ samples: [Int]) {
    let sorted = samples.sorted()
    func at(_ part: Double) -> Double {
      Double(sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]) / 1_000
    }
    print(
      "\(name): \(sorted.count) times, µs p50 \(at(0.5)) p90 \(at(0.9)) p99 \(at(0.99))",
      "p99.9 \(at(0.999)) most \(at(1))")
  }
}
