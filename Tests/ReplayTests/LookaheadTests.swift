import Basics
import Replay
import Rulebook
import Testing
import Traces

/// Lines that wait are words, and say the same as the items that they were.
@Suite struct LookaheadTests {
  private static let text =
    """
    rulebook Calls
    requirements "requirements.tsv"

    type Mood = calm | angry
    entity Cab
    entity Stand
    entity Call
      cab: Cab
      mood: Mood = calm
    message told(cab: Cab, mood: Mood, wait: Duration)
    event call(cab: Cab, stand: Stand?, urgent: Bool) from world -> new call: Call, mood: Mood
      call.cab = cab
      call.mood = mood
      notify cab told(cab, mood, 5 s)
    event pass(wait: Duration) from world
    """

  @Test func itemsComeBackAsTheyWere() throws {
    var random = SplitMix64(seed: 4)
    let rules = try OneLineASecond.rules(Self.text)
    let lines = LookaheadLines(rules, NameHasher())
    var items: [TraceReader.Item] = []
    for line in 1...5_000 {
      let item = Self.item(line, &random)
      append(item, to: lines, throughWordsOf: Bool.random(using: &random) ? rules : nil)
      items.append(item)
      if line % 7 == 0 {
        lines.removeFirst()
        items.removeFirst()
      }
      if line % 501 == 0 {
        let position = Int.random(in: 0..<items.count, using: &random)
        lines.remove(at: position)
        items.remove(at: position)
      }
      if line % 1_300 == 0 {
        for _ in 0..<900 where !items.isEmpty {
          lines.removeFirst()
          items.removeFirst()
        }
      }
    }
    #expect(lines.items == items)
  }

  @Test func noLineWithANameIsPassedOver() throws {
    var random = SplitMix64(seed: 5)
    let rules = try OneLineASecond.rules(Self.text)
    let lines = LookaheadLines(rules, NameHasher())
    let items = (1...2_000).map { Self.item($0, &random) }
    for item in items { append(item, to: lines, throughWordsOf: rules) }
    let ahead = lines.behindFirst(atMost: .max - 1)
    for name in ["c1", "Stand of a long name 7", "r12"] {
      let found = Set(ahead.positions(naming: ahead.search(for: [name])))
      let naming = items.indices.dropFirst().filter { Self.names(items[$0]).contains(name) }
      #expect(found.isSuperset(of: naming))
      #expect(found.count <= naming.count + items.count / 20)
    }
  }

  // MARK: Random lines

  /// Appends a line as an item, or as the words of another queue.
  private func append(
    _ item: TraceReader.Item, to lines: LookaheadLines, throughWordsOf rules: Core.Rules?
  ) {
    guard let rules, case .line(let line) = item else { return lines.append(item) }
    let other = LookaheadLines(rules, lines.hasher)
    other.append(item)
    let isDone: Void? = other.withWords(at: 0) { lines.append($0, $1, line.place) }
    if isDone == nil { lines.append(item) }
  }

  private static func item(
    _ line: Int, _ random: inout SplitMix64
  ) -> TraceReader.Item {
    let place = TracePlace(line: line, offset: line * 10)
    if Int.random(in: 0..<50, using: &random) == 0 { return .torn(place) }
    let cab = TraceValue.name("c\(Int.random(in: 0..<40, using: &random))")
    if Bool.random(using: &random) {
      let wait = TraceValue.number(Int64.random(in: 0...9_999, using: &random))
      return .line(
        .event(TraceEvent(place: place, instant: Int64(line), event: Core.ID(1), arguments: [wait]))
      )
    }
    let isRefused = Bool.random(using: &random)
    let stand: TraceValue =
      Bool.random(using: &random)
      ? .none : .name("Stand of a long name \(Int.random(in: 0..<40, using: &random))")
    let told = TraceNotification(
      recipient: "c2", message: Core.ID(0),
      arguments: [cab, nil, .number(Int64.random(in: 0...9, using: &random))])
    return .line(
      .event(
        TraceEvent(
          place: place, instant: Int64(line), event: Core.ID(0),
          arguments: [cab, stand, .bool(Bool.random(using: &random))],
          outcome: isRefused ? .refused : .ok,
          results: isRefused ? [nil, nil] : [.name("r\(line)"), .symbol(1)],
          notified: Bool.random(using: &random) ? nil : [told])))
  }

  private static func names(_ item: TraceReader.Item) -> [String] {
    guard case .line(.event(let event)) = item else { return [] }
    let values = event.arguments + event.results.compactMap { $0 }
    return values.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }
}
