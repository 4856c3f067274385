import Basics
import TaxiService
import Testing

/// The journal, and services rebuilt from it.
@Suite struct JournalTests {
  /// A run of a small city: its journal, where each call's lines end, and the states there.
  private struct Run {
    var journal: [UInt8] = []
    var ends: [Int] = []
    let registry: Registry
    /// How many calls were about a place that the journal tells by its coordinates.
    var places = 0
    /// By call: the service after it.
    var services: [TaxiService] = []

    init(hours: Int64, seed: UInt64, on map: CityMap? = nil) {
      var options = SimulationOptions()
      options.taxis = 8
      options.passengers = 20
      options.zones = 4
      options.demand = 4
      options.duration = hours * 3_600_000
      options.seed = seed
      options.tellsPositions = map != nil
      var city = CitySimulation(options, on: map)
      registry = city.registry
      var encoder = JournalEncoder(map: city.map)
      encoder.append(city.registry)
      while city.step() {
        encoder.append(city.service.records, at: city.position)
        ends.append(encoder.bytes.count)
        if city.position != nil { places += 1 }
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
    #expect(rebuilt.service.content == (try #require(run.services.last)).content)
  }

  @Test func linesAreNumberedAndCarryTheDigestOfTheLineBefore() throws {
    let run = Run(hours: 1, seed: 5)
    var previous = String(repeating: "0", count: 64)
    for (index, line) in run.journal.split(separator: UInt8(ascii: "\n")).enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      #expect(text.contains(#","seq":\#(index + 1),"prev":"\#(previous)","crc":"#))
      previous = Digest.sha256(line)
    }
  }

  /// The lines that a rebuilt service adds go on with the chain.
  @Test func theChainGoesOnBehindARebuilding() throws {
    let run = Run(hours: 1, seed: 5)
    for call in [0, run.ends.count / 2, run.ends.count - 1] {
      let rebuilt = try run.rebuilt(Array(run.journal[..<run.ends[call]]))
      let snapshot = Snapshot(of: run.services[call], journalLength: run.ends[call])
      let short = try run.rebuilt(Array(run.journal[..<run.ends[call]]), from: snapshot)
      #expect(short.chain == rebuilt.chain)
      var encoder = JournalEncoder(after: rebuilt.chain)
      encoder.appendObservation(of: rebuilt.service)
      let last = run.journal[..<run.ends[call]].dropLast()
      let line = last.lastIndex(of: UInt8(ascii: "\n")).map { last[($0 + 1)...] } ?? last
      let text = String(decoding: encoder.bytes, as: UTF8.self)
      #expect(text.contains(#","prev":"\#(Digest.sha256(line))","#))
    }
  }

  /// Zones whose names need escapes, and coordinates in place of them.
  @Test func aServiceOnAMapIsRebuiltFromCoordinates() throws {
    let map = try Maps.stripes(["north \"A\"", "back\\slash", "tab\t", "Z1 é"])
    let run = Run(hours: 3, seed: 5, on: map)
    #expect(run.places > 100)
    let text = String(decoding: run.journal, as: UTF8.self)
    #expect(text.contains(#""zone":"north \"A\"""#))
    #expect(text.contains(#""tab\t":"#))
    let rebuilt = try run.rebuilt(run.journal)
    #expect(rebuilt.length == run.journal.count)
    #expect(rebuilt.service.content == (try #require(run.services.last)).content)
    let call = run.ends.count / 2
    let snapshot = try Snapshot(
      Snapshot(of: run.services[call], journalLength: run.ends[call]).bytes, map: map,
      numbers: run.numbers)
    let shorter = try run.rebuilt(run.journal, from: snapshot)
    #expect(shorter.service.content == rebuilt.service.content)
    // On another map the same coordinates lead elsewhere.
    var registry = run.registry
    registry.map = try Maps.stripes(["tab\t", "back\\slash", "north \"A\"", "Z1 é"])
    #expect(throws: JournalError.self) {
      try JournalRecovery(run.journal, registry, numbers: run.numbers)
    }
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
      #expect(rebuilt.service.content == run.services[try #require(call)].content)
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
    #expect(snapshot.service.content == run.services[call].content)
    let rebuilt = try run.rebuilt(run.journal, from: snapshot)
    #expect(rebuilt.lines < run.ends.count)
    #expect(rebuilt.service.content == (try #require(run.services.last)).content)
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

  @Test("A snapshot whose checksum is right may hold anything: it is refused, or is a state")
  func anyNumbersInASnapshot() throws {
    let run = Run(hours: 1, seed: 10)
    let bytes = Snapshot(of: try #require(run.services.last), journalLength: 1).bytes
    var (taken, refused) = (0, 0)
    for position in stride(from: 10, to: bytes.count - 4, by: 7) {
      for byte: UInt8 in [0, 1, 3, 0x7F, 0xFF] {
        var content = Array(bytes.dropLast(4))
        content[position] = byte
        let checksum = CRC32C.checksum(content)
        content += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
        guard let snapshot = try? Snapshot(content, numbers: run.numbers) else {
          refused += 1
          continue
        }
        taken += 1
        #expect(snapshot.service.inServiceCount <= snapshot.service.taxiCount)
        #expect(Snapshot(of: snapshot.service, journalLength: 1).bytes.count > 16)
      }
    }
    #expect(taken > 20)
    #expect(refused > 20)
  }

  @Test func theSameSeedGivesTheSameJournal() {
    #expect(Run(hours: 2, seed: 3).journal == Run(hours: 2, seed: 3).journal)
    #expect(Run(hours: 2, seed: 3).journal != Run(hours: 2, seed: 4).journal)
  }
}
