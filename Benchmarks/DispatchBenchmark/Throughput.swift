import Glibc
import Lockstep
import TaxiService

/// Commands a second of the service alone, and what memory it takes.
enum Throughput {
  static let warmUp = 4

  static func measure(taxis: Int, passengers: Int) {
    // As many taxis in a zone, however many there are.
    let zones = max(1, taxis / 100)
    let service = TaxiService(
      Registry(
        taxis: (0..<taxis).map { ZoneID(Int32($0 % zones)) }, passengers: passengers,
        zones: zones, start: 1_451_606_400_000), numbers: .seeded(1))
    // The commands depend on what the service does; they are found first and given again.
    let inputs = commands(for: service, warmUp * taxis + 2_000_000)
    var run = service
    for input in inputs.prefix(warmUp * taxis) { input.give(to: &run) }
    let start = processorTime()
    var records = 0
    for input in inputs.dropFirst(warmUp * taxis) {
      input.give(to: &run)
      records += run.records.count
    }
    let time = processorTime() - start
    let count = inputs.count - warmUp * taxis
    let perCommand = Double(time) / Double(count)
    print(
      "taxis \(taxis) passengers \(passengers) commands \(count) records \(records)",
      "ns \(Int(perCommand)) perSecond \(Int(1e9 / perCommand))",
      "waiting \(run.waitingRequestCount) requests \(run.requestCount)",
      "peakMB \(peakMegabytes())")
  }

  private static func commands(for service: TaxiService, _ count: Int) -> [ServiceInput] {
    var service = service
    // As many commands for each taxi and hour, however many taxis there are.
    let pace = max(1, 600_000 / Int64(service.taxiCount))
    var commands = RandomCommands(seed: 1, pace: pace, isCalm: true)
    var inputs: [ServiceInput] = []
    inputs.reserveCapacity(count)
    for _ in 0..<count {
      let input = commands.next(for: service)
      input.give(to: &service)
      inputs.append(input)
    }
    return inputs
  }

  /// The most memory that the process has had.
  static func peakMegabytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1_024
  }
}
