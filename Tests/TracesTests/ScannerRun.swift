import Basics
import Rulebook
import Testing
import Traces

/// The scanner on whole traces, its words made lines again.
enum ScannerRun {
  /// What the scanner makes of a trace, and how many lines it read by itself.
  static func scan(
    _ bytes: [UInt8], pieces size: Int, limit: Int = 1 << 20, records: ScannedRecords? = nil,
    positions: PositionNames? = nil
  ) -> (items: [TraceReader.Item], scanned: Int, passedOver: Int) {
    var scanner = TraceScanner(
      rules: Fixture.rules, hasher: NameHasher(), records: records, positions: positions,
      lineLimit: limit)
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
            if positions == nil {
              #expect(checksumAside(scanner.reread()) == checksumAside([items[items.count - 1]]))
            }
          case .items(let more): items += more
          case .exhausted: break reading
          }
        }
      }
    }
    items += scanner.finish()
    return (items, scanned, scanner.tally.passedOver)
  }

  private static func event(
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

  /// The items without what the scanner passes over: a checksum, and who recorded a line that has no
  /// `id`.
  static func checksumAside(_ items: [TraceReader.Item]) -> [TraceReader.Item] {
    items.map { item in
      guard case .line(.event(var event)) = item else { return item }
      event.checksum = nil
      event.source = nil
      return .line(.event(event))
    }
  }

  /// Changes, adds or removes a byte or two of a line of at least two bytes.
  /// - Parameter others: may come in as well, besides what JSON is made of.
  static func damage(
    _ line: inout [UInt8], _ random: inout SplitMix64, others: [UInt8] = []
  ) {
    let marks = Array(#"01"\{}[],: eE.-nt"#.utf8) + [0xC3, 0, 0x7F] + others
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
}
