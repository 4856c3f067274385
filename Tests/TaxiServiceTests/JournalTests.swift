import TaxiService
import Testing

/// The journal, and services rebuilt from it.
@Suite struct JournalTests {
  /// A run of a small city: its journal, where each call's lines end, and the states there.
  private struct Run {
    var journal: [UInt8] = []
    var ends: [Int] = []
    let registry: Registry
    /// By call: the service after it.
    var services: [TaxiService] = []

    init(hours: Int64, seed: UInt64) {
      var options = SimulationOptions()
      options.taxis = 8
      options.passengers = 20
      options.zones = 4
      options.demand = 4
      options.duration = hours * 3_600_000
      options.seed = seed
      var city = CitySimulation(options)
      registry = city.registry
      var encoder = JournalEncoder()
      encoder.append(city.registry)
      while city.step() {
        encoder.append(city.service.records)
        ends.append(encoder.bytes.count)
        services.append(city.service)
      }
      encoder.appendObservation(of: city.service)
      journal = encoder.bytes
    }

    func rebuilt(_ bytes: [UInt8], from snapshot: Snapshot? = nil) throws -> JournalRecovery {
      try JournalRecovery(bytes, registry, numbers: numbers, from: snapshot)
    }

    /// The simulation's source, as it was at the start.
    var numbers: NumberSource { .seeded(0) }
  }

  private func state(_ service: TaxiService) -> [UInt8] {
    // Without the instant, which passes without a line, and the source of numbers.
    Array(Snapshot(of: service, journalLength: 0).bytes.dropFirst(56).dropLast(4))
  }

  @Test func theChecksumIsThatOfTheStandard() {
    #expect(CRC32C.checksum("123456789".utf8) == 0xE306_9283)
    #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(CRC32C.checksum([]) == 0)
  }

  @Test func aServiceIsRebuiltExactly() throws {
    let run = Run(hours: 3, seed: 5)
    let rebuilt = try run.rebuilt(run.journal)
    #expect(rebuilt.length == run.journal.count)
    #expect(rebuilt.torn == 0)
    #expect(rebuilt.unwritten.isEmpty)
    #expect(state(rebuilt.service) == state(try #require(run.services.last)))
  }

  /// Wherever the writing breaks off, the rest is a state that the service had, or is brought to
  /// one by what the last whole command leads to.
  @Test func whereverItBreaksOffTheStateIsOneThatWas() throws {
    let run = Run(hours: 1, seed: 6)
    var generator = SplitMix64(seed: 1)
    for _ in 0..<60 {
      let first = run.ends.first ?? 0
      let length = first + generator.below(run.journal.count - first)
      let rebuilt = try run.rebuilt(Array(run.journal[..<length]))
      #expect(rebuilt.length + rebuilt.torn == length)
      let end = rebuilt.length + rebuilt.unwritten.count
      // The last lines are an observation, which changes nothing.
      let call = run.ends.lastIndex { $0 <= end }
      #expect(run.ends.contains(end) || end > run.ends.last ?? 0)
      #expect(state(rebuilt.service) == state(run.services[try #require(call)]))
    }
  }

  @Test func garbageAfterTheLastLineIsCutOffAndReported() throws {
    let run = Run(hours: 1, seed: 7)
    let rebuilt = try run.rebuilt(run.journal + [0, 255, 10, 123, 10])
    #expect(rebuilt.length == run.journal.count)
    #expect(rebuilt.torn == 5)
  }

  @Test func whatIsWrongInTheMiddleIsNotGuessed() throws {
    let run = Run(hours: 1, seed: 8)
    // A line with a true checksum that the service would not have written there.
    let lines = run.journal.split(separator: UInt8(ascii: "\n"))
    let middle = lines.count / 2
    let swapped =
      lines[..<middle] + [lines[middle + 1], lines[middle]] + lines[(middle + 2)...]
    let bytes = swapped.flatMap { $0 + [UInt8(ascii: "\n")] }
    #expect(throws: JournalError.self) { try run.rebuilt(bytes) }
    // A damaged line farther from the end than a group is long.
    var damaged = run.journal
    damaged[damaged.count / 3] ^= 1
    while damaged.count < run.journal.count + JournalFile.largestGroup {
      damaged += lines[middle] + [UInt8(ascii: "\n")]
    }
    #expect(throws: JournalError.self) { try run.rebuilt(damaged) }
  }

  @Test func aSnapshotShortensTheRebuilding() throws {
    let run = Run(hours: 3, seed: 9)
    let call = run.ends.count / 2
    let bytes = Snapshot(of: run.services[call], journalLength: run.ends[call]).bytes
    let snapshot = try Snapshot(bytes, numbers: run.numbers)
    #expect(state(snapshot.service) == state(run.services[call]))
    let rebuilt = try run.rebuilt(run.journal, from: snapshot)
    #expect(rebuilt.lines < run.ends.count)
    #expect(state(rebuilt.service) == state(try #require(run.services.last)))
    #expect(throws: JournalError.self) {
      try run.rebuilt(Array(run.journal[..<(run.ends[call] - 5)]), from: snapshot)
    }
  }

  @Test func aDamagedSnapshotIsNone() throws {
    let run = Run(hours: 1, seed: 10)
    let bytes = Snapshot(of: try #require(run.services.last), journalLength: 1).bytes
    for position in stride(from: 0, to: bytes.count, by: 97) {
      var damaged = bytes
      damaged[position] ^= 4
      #expect(throws: JournalError.self) { try Snapshot(damaged, numbers: run.numbers) }
    }
    for length in [0, 3, 4, 11, bytes.count - 1] {
      #expect(throws: JournalError.self) {
        try Snapshot(Array(bytes[..<length]), numbers: run.numbers)
      }
    }
  }

  @Test func theSameSeedGivesTheSameJournal() {
    #expect(Run(hours: 2, seed: 3).journal == Run(hours: 2, seed: 3).journal)
    #expect(Run(hours: 2, seed: 3).journal != Run(hours: 2, seed: 4).journal)
  }
}
