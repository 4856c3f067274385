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
    var city = CitySimulation(options)
    unlinkQuietly(path)
    do {
      var file = try JournalFile(path: path)
      var encoder = JournalEncoder(map: city.map)
      var processing: [Int] = []
      var replies: [Int] = []
      var waiting: [Int] = []
      var isRunning = true
      while isRunning {
        // The simulation's own work is not the service's.
        let before = wallTime()
        isRunning = city.step()
        waiting.append(before)
        encoder.append(city.service.records, at: city.position)
        processing.append(wallTime() - before)
        guard waiting.count == group || !isRunning else { continue }
        try file.append(encoder.bytes)
        encoder.removeAll()
        try file.sync()
        let now = wallTime()
        replies += waiting.map { now - $0 }
        waiting.removeAll(keepingCapacity: true)
      }
      show("command and simulation", processing)
      show("until synced, groups of \(group)", replies)
    } catch {
      print(error.message)
    }
    unlinkQuietly(path)
  }

  private static func show(_ name: String, _ samples: [Int]) {
    let sorted = samples.sorted()
    func at(_ part: Double) -> Double {
      Double(sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]) / 1_000
    }
    print(
      "\(name): \(sorted.count) commands, µs p50 \(at(0.5)) p90 \(at(0.9)) p99 \(at(0.99))",
      "p99.9 \(at(0.999)) most \(at(1))")
  }
}
