import Basics
import Rulebook
import Testing

@Suite("Hostile rulebooks")
struct HostileElaborationTests {
  /// Whatever the bytes, compiling ends with rules or with an error, the same each time.
  @discardableResult
  private func compile(_ bytes: [UInt8]) -> Compilation {
    let source = SourceText(path: "hostile", bytes: bytes)
    let parsed = Parser.parse(source)
    let compilation = Compilation.compile(source, parsed: parsed, requirements: nil)
    #expect((compilation.rules == nil) == compilation.diagnostics.containsError)
    #expect(compilation.diagnostics.allSatisfy { ($0.span?.upper ?? 0) <= bytes.count })
    return compilation
  }

  private func lines(_ fixture: Fixture) throws -> [[UInt8]] {
    try fixture.bytes().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  @Test("The shipped rulebooks compile without a word of warning", arguments: Fixture.allCases)
  func shipped(_ fixture: Fixture) throws {
    let compilation = compile(try fixture.bytes())
    #expect(compilation.diagnostics.filter { $0.severity > .note }.map(\.message) == [])
    #expect(compilation.rules != nil)
  }

  @Test("Lines left out, doubled and exchanged", arguments: Fixture.allCases)
  func shuffled(_ fixture: Fixture) throws {
    let lines = try lines(fixture)
    var random = SplitMix64(seed: 17)
    for _ in 0..<60 {
      var changed = lines
      for _ in 0..<(1 + Int(random.next() % 5)) {
        let index = Int(random.next() % UInt64(changed.count))
        let other = Int(random.next() % UInt64(changed.count))
        switch random.next() % 3 {
        case 0: changed.remove(at: index)
        case 1: changed.insert(changed[other], at: index)
        default: changed.swapAt(index, other)
        }
      }
      compile(Array(changed.joined(separator: [UInt8(ascii: "\n")])))
    }
  }

  @Test("Words replaced by other words of the same rulebook", arguments: Fixture.allCases)
  func otherWords(_ fixture: Fixture) throws {
    let text = String(decoding: try fixture.bytes(), as: UTF8.self)
    var pieces: [String] = []
    for character in text {
      if character.isLetter, let last = pieces.last, last.last?.isLetter == true {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
    }
    let words = pieces.filter { $0.first?.isLetter == true }
    var random = SplitMix64(seed: 23)
    for _ in 0..<60 {
      var changed = pieces
      for _ in 0..<4 {
        let index = Int(random.next() % UInt64(changed.count))
        guard changed[index].first?.isLetter == true else { continue }
        changed[index] = words[Int(random.next() % UInt64(words.count))]
      }
      compile(Array(changed.joined().utf8))
    }
  }

  @Test("Random guards, well formed and mostly ill typed")
  func randomExpressions() {
    let atoms = [
      "t", "u", "z", "n", "c", "t.zone", "t.zone.size", "t.zone!", "z.queue", "z.watched", "none",
      "now", "3", "5 min", "2 metres", "red", "true", "idle(t)", "limit", "r.taxi", "t.grade",
      "open",
      "chosen", "t.paint", "idle", "missing", "t.missing",
    ]
    var random = SplitMix64(seed: 29)
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    func make(_ depth: Int) -> String {
      guard depth > 0 else { return atoms[pick(atoms.count)] }
      let a = make(depth - 1)
      let b = make(depth - 1)
      switch pick(16) {
      case 0: return "(\(a) and \(b))"
      case 1: return "(\(a) or \(b))"
      case 2: return "(\(a) implies \(b))"
      case 3: return "(\(a) is \(b))"
      case 4: return "(\(a) is not \(b))"
      case 5: return "(\(a) < \(b))"
      case 6: return "(\(a) + \(b))"
      case 7: return "(\(a) * \(b) / 2 rounded down)"
      case 8: return "(if \(a) then \(b) else \(make(depth - 1)))"
      case 9: return "(all x: Taxi where \(a): \(b))"
      case 10: return "(\(a) in {\(b), none})"
      case 11: return "(t is first x in z.queue where \(b))"
      case 12: return "(t is best y: Taxi where \(a) by \(b))"
      case 13: return "(not \(a))"
      case 14: return "(-\(a))"
      default: return "(t in z.queue and \(a))"
      }
    }
    for _ in 0..<400 {
      compile(Array((Small.service + Small.event + "  require \(make(1 + pick(4)))\n").utf8))
    }
  }

  @Test("The same text gives the same diagnostics in the same order", arguments: Fixture.allCases)
  func deterministic(_ fixture: Fixture) throws {
    let text = String(decoding: try fixture.bytes(), as: UTF8.self)
      .replacing("is not none", with: "is none").replacing("[A", with: "[Z")
    let first = compile(Array(text.utf8)).diagnostics
    #expect(!first.isEmpty)
    for _ in 0..<3 { #expect(compile(Array(text.utf8)).diagnostics == first) }
  }

  /// Texts whose meaning, written out, would be astronomically long.
  @Test(
    "What would explode is refused",
    arguments: [
      "define d0 = open\n"
        + (1..<100).map { "define d\($0) = d\($0 - 1) and d\($0 - 1)\n" }.joined(),
      "define d0(b: Bool) = b or b\ninvariant i\n  " + String(repeating: "d0(", count: 100) + "open"
        + String(repeating: ")", count: 100),
      "define d0(n: Int) = n + 1\n"
        + (1..<600).map { "define d\($0)(n: Int) = d\($0 - 1)(n) + 1\n" }.joined(),
      (1..<1000).map { "define d\($0) = d\($0 + 1)\n" }.joined() + "define d1000 = open\n",
      "effect e0(t: Taxi)\n  t.trips += 1\n"
        + (1..<31).map { "effect e\($0)(t: Taxi)\n  e\($0 - 1)(t)\n  e\($0 - 1)(t)\n" }.joined(),
      "effect e0(t: Taxi, n: Int)\n  t.trips = n\n"
        + (1..<31).map { "effect e\($0)(t: Taxi, n: Int)\n  e\($0 - 1)(t, n + n)\n" }.joined(),
      (0..<40).map { "effect e\($0)(t: Taxi)\n  e\($0 + 1)(t)\n" }.joined()
        + "effect e40(t: Taxi)\n  t.trips = 1\n",
    ])
  func explosions(text: String) {
    let compilation = compile(Array((Small.service + text).utf8))
    #expect(compilation.diagnostics.contains { $0.id == "too-large" })
  }

  @Test("Deeply nested choices are looked at once")
  func nestedChoices() {
    let nested =
      String(repeating: "if open then ", count: 60) + "1" + String(repeating: " else 2", count: 60)
    let compilation = compile(Array((Small.service + "invariant i\n  (\(nested)) is 1\n").utf8))
    #expect(compilation.rules != nil)
  }
}
