import Rulebook
import Testing
import Traces

@Suite("What is written is read back")
struct RoundTripTests {
  @Test("the canonical form")
  func canonical() {
    let sent = TraceNotification(
      recipient: "T\"1", message: Core.ID(0), arguments: [nil, .number(7)])
    let event = TraceEvent(
      place: .init(line: 1, offset: 0), instant: 5, event: Core.ID(1),
      arguments: [.name("P\n\u{1}"), .none], results: [.name("R"), nil], notified: [sent],
      id: "i", checksum: .text("c"))
    #expect(
      Self.text(.event(event))
        == #"{"at":5,"event":"order","passenger":"P\n\u0001","from":null,"request":"R","#
        + #""outcome":"ok","notified":[{"to":"T\"1","message":"rideOffered","deadline":7}],"#
        + #""id":"i","crc":"c"}"# + "\n")
    let observation = Observation(
      place: .init(line: 1, offset: 0), instant: 5,
      facts: [
        .field(of: "T1", [.init(Core.ID(0), .value(.symbol(0)))]),
        .global(Core.ID(0), .bool(false)),
        .field(of: "T2", [.init(Core.ID(0), .value(.symbol(1)))]),
        .field(of: "Z", [.init(Core.ID(7), .members(["T1", "T2"]))]),
      ])
    #expect(
      Self.text(.observation(observation))
        == #"{"at":5,"observe":{"Taxi.status":{"T1":"available","T2":"busy"},"#
        + #""dataEntered":false,"queue":{"Z":["T1","T2"]}}}"# + "\n")
  }

  private static func text(_ line: TraceLine) -> String {
    var bytes: [UInt8] = []
    TraceWriter(rules: Fixture.rules).write(line, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("random lines, whole and in blocks", arguments: 0..<20)
  func random(seed: UInt64) {
    var lines = LineGenerator(seed: seed)
    let writer = TraceWriter(rules: Fixture.rules)
    var bytes: [UInt8] = []
    var expected: [TraceReader.Item] = []
    for number in 1...200 {
      let line = lines.next(at: TracePlace(line: number, offset: bytes.count))
      writer.write(line, to: &bytes)
      expected.append(.line(line))
    }
    #expect(Array(TraceSequence(bytes, rules: Fixture.rules)) == expected)
    for block in [1, 7, 4096] { #expect(Self.items(bytes, block: block) == expected) }
  }

  @Test(
    "damaged files read alike however they are cut, and what is read can be written",
    arguments: 0..<20)
  func damaged(seed: UInt64) {
    var lines = LineGenerator(seed: seed)
    let writer = TraceWriter(rules: Fixture.rules)
    var bytes: [UInt8] = []
    for number in 1...50 {
      writer.write(lines.next(at: TracePlace(line: number, offset: bytes.count)), to: &bytes)
    }
    let pool = Array("{}[]\":,\\0123456789-eE.nulltrue \r\n\u{FEFF}é".utf8)
    for _ in 0..<40 {
      let index = Int.random(in: 0..<bytes.count, using: &lines.random)
      let byte = pool.randomElement(using: &lines.random) ?? 0
      switch Int.random(in: 0..<3, using: &lines.random) {
      case 0: bytes[index] = byte
      case 1: bytes.insert(byte, at: index)
      default: bytes.remove(at: index)
      }
    }
    let items = Array(TraceSequence(bytes, rules: Fixture.rules))
    for block in [1, 7, 4096] { #expect(Self.items(bytes, block: block) == items) }
    var count = 0
    for case .line(let line) in items {
      count += 1
      var again: [UInt8] = []
      writer.write(line, to: &again)
      let read = try? TraceInterpreter(rules: Fixture.rules)
        .interpret(again[...], at: line.place)
      #expect(read == line)
    }
    #expect(count > 10, "too few lines are left whole")
  }

  private static func items(_ bytes: [UInt8], block: Int) -> [TraceReader.Item] {
    var reader = TraceReader(rules: Fixture.rules)
    var items: [TraceReader.Item] = []
    for start in stride(from: 0, to: bytes.count, by: block) {
      items += reader.feed(bytes[start..<min(start + block, bytes.count)])
    }
    return items + reader.finish()
  }
}
