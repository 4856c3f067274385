import Rulebook
import Testing
import Traces

/// Whatever the scanner reads by itself, the strict reader reads alike; what it hands over comes
/// out as from the strict reader, whole traces in pieces of any size.
@Suite struct ScannerTests {
  @Test(arguments: 0..<8) func agreesOnWrittenAndDamagedLines(seed: UInt64) {
    var generator = LineGenerator(seed: seed)
    var random = SeededGenerator(seed: seed &+ 99)
    let writer = TraceWriter(rules: Fixture.rules)
    var bytes: [UInt8] = []
    for number in 1...400 {
      var line: [UInt8] = []
      writer.write(generator.next(at: TracePlace(line: number, offset: 0)), to: &line)
      if Int.random(in: 0..<3, using: &random) == 0 { damage(&line, &random) }
      bytes += line
    }
    let expected = Array(TraceSequence(bytes, rules: Fixture.rules))
    for size in [1 << 20, 4_099, 777] {
      let (items, scanned) = scan(bytes, pieces: size)
      #expect(checksumAside(items) == checksumAside(expected), "pieces of \(size)")
      #expect(scanned > 10, "the scanner reads some lines by itself")
    }
  }

  @Test(arguments: [
    #"{"event":"crosses","taxi":"T1","at":5}"#,
    #" { "taxi" : "T1" , "event" : "crosses" , "at" : 5 } "#,
    #"{"at":"2016-02-28T18:03:07.120Z","event":"crosses","taxi":"T1","crc":12}"#,
    #"{"at":"2016-02-28T18:03:07Z","event":"crosses","taxi":"a name of more than eight bytes"}"#,
    #"{"at":5,"event":"order","passenger":"P","from":null,"request":"R","outcome":"ok"}"#,
    #"{"at":5,"event":"order","passenger":"P","from":"Z","outcome":"refused"}"#,
    #"{"notified":[{"code":1000,"message":"codeSent","to":"P"}],"at":5,"event":"crosses","taxi":"T"}"#,
    #"{"at":5,"event":"crosses","taxi":"T","notified":[ ]}"#,
  ]) func readsByItself(line: String) {
    let bytes = Array((line + "\r\n").utf8)
    let (items, scanned) = scan(bytes, pieces: bytes.count)
    #expect(scanned == 1)
    #expect(
      checksumAside(items) == checksumAside(Array(TraceSequence(bytes, rules: Fixture.rules))))
  }

  @Test(arguments: [
    #"{"at":5,"event":"crosses","taxi":"T1","taxi":"T2"}"#,
    #"{"at":5,"event":"crosses","taxi":""}"#, #"{"at":5,"event":"crosses","taxi":"T\u0031"}"#,
    #"{"at":05,"event":"crosses","taxi":"T1"}"#, #"{"at":5,"event":"crosses"}"#,
    #"{"at":5.0,"event":"crosses","taxi":"T1"}"#, #"{"at":5,"event":"crosses","taxi":"T1"},"#,
    #"{"at":-1,"event":"crosses","taxi":"T1"}"#, #"{"at":5,"event":"crosses","taxi":"T1","id":"a"}"#,
    #"{"at":5,"event":"crosses","taxi":"T1","outcome":"refused"}"#,
    #"{"at":5,"event":"order","passenger":"P","from":"Z","outcome":"refused","request":"R"}"#,
    #"{"at":5,"event":"crosses","taxi":"é"}"#, #"{"at":5,"event":"crosses","taxi":nulL}"#,
    #"{"at":5,"event":"enter","code":999,"secret":"alpha"}"#, "", "{", #"{"at":5,"event":"#,
    #"{"at":5,"event":"crosses","taxi":"T","notified":[{"to":"P","message":"codeSent","to":"P"}]}"#,
  ]) func leavesToTheStrictReader(line: String) {
    let bytes = Array((line + "\n").utf8)
    let (items, scanned) = scan(bytes, pieces: bytes.count)
    #expect(scanned == 0)
    #expect(
      checksumAside(items) == checksumAside(Array(TraceSequence(bytes, rules: Fixture.rules))))
  }

  @Test func linesThatAreTooLongAreDropped() {
    let long = #"{"at":5,"event":"crosses","taxi":""# + String(repeating: "x", count: 3_000) + #""}"#
    let bytes = Array("\(long)\n{\"at\":5,\"event\":\"crosses\",\"taxi\":\"T\"}\n\(long)".utf8)
    let expected = Array(TraceSequence(bytes, rules: Fixture.rules, lineLimit: 1_000))
    #expect(scan(bytes, pieces: 100, limit: 1_000).items == expected)
  }

  private func damage(_ line: inout [UInt8], _ random: inout SeededGenerator) {
    let marks = Array(#"01"\{}[],: eE.-nt"#.utf8) + [0xC3, 0, 0x7F]
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let position = Int.random(in: 0..<(line.count - 1), using: &random)
      let mark = marks[Int.random(in: marks.indices, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0: line[position] = mark
      case 1: line.insert(mark, at: position)
      default: if line.count > 2 { line.remove(at: position) }
      }
    }
  }

  /// What the scanner makes of a trace, and how many lines it read by itself.
  private func scan(
    _ bytes: [UInt8], pieces size: Int, limit: Int = 1 << 20
  ) -> (items: [TraceReader.Item], scanned: Int) {
    var scanner = TraceScanner(rules: Fixture.rules, hasher: NameHasher(), lineLimit: limit)
    var items: [TraceReader.Item] = []
    var scanned = 0
    for start in stride(from: 0, to: bytes.count, by: size) {
      var rest = bytes[start..<min(start + size, bytes.count)]
      while !rest.isEmpty {
        let taken = rest.withUnsafeBytes { scanner.feed($0) }
        rest = rest.dropFirst(taken)
        reading: while true {
          switch scanner.next() {
          case .event:
            items.append(.line(.event(event(scanner.words, scanner.names, scanner.place))))
            scanned += 1
            #expect(checksumAside(scanner.reread()) == checksumAside([items[items.count - 1]]))
          case .items(let more): items += more
          case .exhausted: break reading
          }
        }
      }
    }
    items += scanner.finish()
    return (items, scanned)
  }

  private func event(
    _ words: UnsafePointer<Int64>, _ names: UnsafeRawPointer, _ place: TracePlace
  ) -> TraceEvent {
    let rules = Fixture.rules
    let rule = rules.events[Int(words[0])]
    var next = words + LineWords.header
    func value(_ type: Core.ValueType) -> TraceValue? {
      defer { next += 1 }
      let word = next[0]
      switch (word, type.scalar) {
      case (LineWords.none, _): return TraceValue.none
      case (LineWords.missing, _), (LineWords.open, _): return nil
      case (_, .bool): return .bool(word != 0)
      case (_, .enumeration): return .symbol(Int(word))
      case (_, .entity): return .name(name(word))
      default: return .number(word)
      }
    }
    func name(_ word: Int64) -> String {
      String(
        decoding: UnsafeRawBufferPointer(
          start: names + LineWords.offset(word), count: LineWords.count(word)), as: UTF8.self)
    }
    var event = TraceEvent(
      place: place, instant: words[1], event: Core.ID(Int(words[0])),
      arguments: rule.parameters.map { value($0.type) ?? .none },
      outcome: words[2] & LineWords.isRefused != 0 ? .refused : .ok,
      results: rule.results.map { value($0.variable.type) })
    guard words[2] & LineWords.isNotified != 0 else { return event }
    var notified: [TraceNotification] = []
    for _ in 0..<words[3] {
      let message = Core.ID<Core.Message>(Int(next[0]))
      let recipient = name(next[1])
      next += 2
      notified.append(
        TraceNotification(
          recipient: recipient, message: message,
          arguments: rules[message].parameters.map { value($0.type) }))
    }
    event.notified = notified
    return event
  }

  private func checksumAside(_ items: [TraceReader.Item]) -> [TraceReader.Item] {
    items.map { item in
      guard case .line(.event(var event)) = item else { return item }
      event.checksum = nil
      return .line(.event(event))
    }
  }
}
