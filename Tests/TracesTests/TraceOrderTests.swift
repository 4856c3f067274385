import Basics
import Rulebook
import Testing
import Traces

@Suite("Order and clocks")
struct TraceOrderTests {
  static func event(_ instant: Int64, line: Int, id: String? = nil, taxi: String = "T")
    -> TraceReader.Item
  {
    .line(
      .event(
        TraceEvent(
          place: TracePlace(line: line, offset: 0), instant: instant, event: Core.ID(4),
          arguments: [.name(taxi)], id: id)))
  }

  static func order(
    _ items: [TraceReader.Item], _ options: TraceOrder.Options
  ) throws -> (lines: [Int], tally: TraceOrder.Tally) {
    var order = TraceOrder(options)
    var lines: [Int] = []
    func take(_ item: TraceReader.Item) {
      switch item {
      case .line(let line): lines.append(line.place.line)
      case .rejected(let rejection): lines.append(-rejection.line)
      case .torn(let place): lines.append(place.line)
      }
    }
    for item in items { try order.take(item, take) }
    order.finish(take)
    return (lines, order.tally)
  }

  static func lines(_ instants: [Int64]) -> [TraceReader.Item] {
    instants.enumerated().map { event($1, line: $0 + 1) }
  }

  /// Lines at so many nanoseconds.
  static func fine(_ instants: [Int64]) -> [TraceReader.Item] {
    instants.enumerated().map { index, instant in
      var event = TraceEvent(
        place: TracePlace(line: index + 1, offset: 0), instant: instant / 1_000_000,
        event: Core.ID(4), arguments: [.name("T")])
      event.nanoseconds = Int32(instant % 1_000_000)
      return .line(.event(event))
    }
  }

  static let fineOrders: [([Int64], [Int])] = [
    // Within one millisecond, and across its border.
    ([5_900_000, 5_200_000], [2, 1]),
    ([6_000_100, 5_999_900], [2, 1]),
    ([5_000_001, 5_000_000, 4_999_999], [3, 2, 1]),
    // One exactly a millisecond late stays, one a nanosecond less comes to its place.
    ([7_000_001, 6_000_001], [1, 2]),
    ([7_000_001, 6_000_002], [2, 1]),
    ([5_500_000, 5_500_000, 5_400_000], [3, 1, 2]),
    ([5_300_000, 9_000_000, 8_500_000, 9_100_000, 8_200_000], [1, 5, 3, 2, 4]),
  ]

  @Test("lines out of order by less than a millisecond come to their place", arguments: fineOrders)
  func fineOrder(instants: [Int64], lines: [Int]) throws {
    let result = try Self.order(Self.fine(instants), .init())
    #expect(result.lines == lines)
    #expect(result.tally.late == 0)
    #expect((result.tally.slightlyLate > 0) == (lines != lines.sorted()))
  }

  @Test("as they are sorted by their instants, in a window of more than any is late")
  func fineOrderAsSorted() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<100 {
      let instants = (0..<30).map { _ in Int64(random.next() % 20_000_000) }
      let sorted = instants.indices.sorted { (instants[$0], $0) < (instants[$1], $1) }
      let result = try Self.order(Self.fine(instants), .init(window: 20))
      #expect(result.lines == sorted.map { $0 + 1 })
    }
  }

  @Test("a line within the window comes to its place, one beyond it does not")
  func window() throws {
    let items = Self.lines([10, 30, 20, 30, 9, 40, 35])
    let none = try Self.order(items, .init())
    #expect(none.lines == [1, 2, 3, 4, 5, 6, 7])
    #expect(none.tally.late == 0 && none.tally.doubled == 0)
    let ten = try Self.order(items, .init(window: 10))
    // Line 5 is 21 late: it stays where it stands, behind lines 2 and 4.
    #expect(ten.lines == [1, 3, 2, 4, 5, 7, 6])
    #expect(ten.tally.late == 2 && ten.tally.mostLate == 10)
    let all = try Self.order(items, .init(window: 21))
    #expect(all.lines == [5, 1, 3, 2, 4, 7, 6])
    #expect(all.tally.late == 3 && all.tally.mostLate == 21)
  }

  @Test("what is too late is so whether or not what it is late for has had its turn")
  func tooLate() throws {
    let result = try Self.order(Self.lines([0, 1_000, 180_000, 120_000]), .init(window: 5_000))
    #expect(result.lines == [1, 2, 3, 4])
    #expect(result.tally.late == 0)
  }

  @Test("whatever the order in which lines arrive, if none is later than the window")
  func shuffled() throws {
    for seed in 0..<200 {
      var random = SplitMix64(seed: UInt64(seed))
      let window = Int64.random(in: 1...50, using: &random)
      let instants = (0..<60).map { _ in Int64.random(in: 0...400, using: &random) }.sorted()
      // Each is delayed by at most the window.
      let arrival = instants.enumerated().map { index, instant in
        (instant + Int64.random(in: 0...window, using: &random), index, instant)
      }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      let items = arrival.map { Self.event($0.2, line: Int($0.2)) }
      let result = try Self.order(items, .init(window: window))
      #expect(result.lines == instants.map { Int($0) })
    }
  }

  @Test("what has no instant stays behind what came before it")
  func timeless() throws {
    let nothing = TraceReader.Item.torn(TracePlace(line: 3, offset: 0))
    let bare = TraceReader.Item.line(
      .observation(Observation(place: TracePlace(line: 4, offset: 0), facts: [])))
    let items = [Self.event(10, line: 1), Self.event(5, line: 2), nothing, bare]
    #expect(try Self.order(items, .init(window: 10)).lines == [2, 3, 4, 1])
  }

  @Test("doubled lines, by id and by what they say")
  func doubled() throws {
    let items = [
      Self.event(1, line: 1, id: "a"), Self.event(1, line: 2, id: "a"),
      Self.event(1, line: 3, id: "a", taxi: "U"), Self.event(1, line: 4, id: "b"),
      Self.event(2, line: 5), Self.event(2, line: 6), Self.event(2, line: 7, taxi: "U"),
      Self.event(3, line: 8), Self.event(3, line: 9, id: "a"),
    ]
    let byID = try Self.order(items, .init())
    #expect(byID.lines == [1, 3, 4, 5, 6, 7, 8, 9])
    #expect(byID.tally.doubled == 1 && byID.tally.firstDoubled == 2)
    #expect(byID.tally.conflicting == 2 && byID.tally.firstConflicting == 3)
    let byContent = try Self.order(items, .init(dropsDoubled: true))
    #expect(byContent.lines == [1, 3, 4, 5, 7, 8, 9])
    #expect(byContent.tally.doubled == 2)
    let likenesses = [
      Self.event(1, line: 1, taxi: "\u{E9}"), Self.event(1, line: 2, taxi: "e\u{301}"),
    ]
    #expect(try Self.order(likenesses, .init(dropsDoubled: true)).lines == [1, 2])
  }

  @Test("a double that comes late is found within the window")
  func lateDouble() throws {
    let items = Self.lines([10, 20, 10])
    #expect(try Self.order(items, .init(window: 10, dropsDoubled: true)).lines == [1, 2])
  }

  @Test("ids are remembered in bounded memory, and of each source apart")
  func manyIDs() throws {
    let mapping = try Fixture.mapping("event e\ntime t\nid i\nsource s\narguments .")
    let text = ["a", "b", "a"].map { #"{"e":"crosses","t":1,"i":"1","s":"\#($0)","taxi":"T"}"# }
    let items = Fixture.items(text.joined(separator: "\n"), mapping)
    #expect(try Self.order(items, .init()).lines == [1, 2])
    let many = (0..<600_000).map { Self.event(0, line: $0, id: "\($0 % 300_000)") }
    #expect(try Self.order(many, .init()).tally.doubled == 0)
  }

  @Test("the clock of a source is set right before anything is ordered")
  func clocks() throws {
    let mapping = try Fixture.mapping("event e\ntime t\nsource s\narguments .")
    let text = [(100, "a"), (90, "b"), (5, "b"), (110, "c")].map {
      #"{"e":"crosses","t":\#($0.0),"s":"\#($0.1)","taxi":"T"}"#
    }
    let items = Fixture.items(text.joined(separator: "\n"), mapping)
    let options = TraceOrder.Options(window: 30, clockOffsets: ["b": 6, "c": -20, "d": 1])
    let result = try Self.order(items, options)
    #expect(result.tally.corrected == ["b": 1, "c": 1])
    // What is rejected stays behind the line before it.
    #expect(result.lines == [2, -3, 1, 4])
  }

  @Test("more lines within the window than are held")
  func overflow() {
    var order = TraceOrder(.init(window: 1))
    #expect(throws: TraceOrder.Overflow.self) {
      for line in 0...TraceOrder.mostHeld { try order.take(Self.event(0, line: line)) { _ in } }
    }
  }
}
