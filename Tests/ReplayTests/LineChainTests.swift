import Basics
import Findings
import Replay
import Testing

/// The numbers and digests of lines, and what they show.
@Suite("Is the trace whole?") struct LineChainTests {
  /// Lines with numbers and digests, of which line `n` is at `n` seconds.
  static func chained(_ count: Int, from first: Int = 1, after head: String? = nil) -> [String] {
    var previous = head ?? String(repeating: "0", count: 64)
    return (first..<(first + count)).map { number in
      let line =
        #"{"at":\#(number * 1_000),"event":"enter","lift":"L\#(number % 7) \"}\"","#
        + #""seq":\#(number),"prev":"\#(previous)"}"#
      previous = Digest.sha256(line.utf8)
      return line
    }
  }

  static func text(_ lines: [String], end: String = "\n") -> [UInt8] {
    Array(lines.map { $0 + end }.joined().utf8)
  }

  static func answer(
    _ bytes: [UInt8], blocks: Int = 1 << 16, mayBeginLater: Bool = false
  ) -> Completeness {
    var chain = LineChain(mayBeginLater: mayBeginLater)
    for start in stride(from: 0, to: bytes.count, by: blocks) {
      chain.feed(bytes[start..<min(start + blocks, bytes.count)])
    }
    return chain.finish()
  }

  private func answer(_ lines: [String], mayBeginLater: Bool = false) -> Completeness {
    Self.answer(Self.text(lines), mayBeginLater: mayBeginLater)
  }

  @Test("Numbers without a gap and digests that fit: complete, however it is cut into blocks")
  func complete() {
    let lines = Self.chained(20)
    let expected = answer(lines)
    #expect(expected.status == .complete)
    #expect(expected.title == "complete from 1 to 20, chain unbroken")
    #expect(expected.head == Digest.sha256(lines[19].utf8))
    for blocks in [1, 3, 64, 1_000] {
      #expect(Self.answer(Self.text(lines), blocks: blocks) == expected)
    }
    // Blank lines and line ends are no part of the lines.
    #expect(Self.answer(Self.text(lines, end: "\r\n\n  \n")).status == .complete)
    // The last line counts without its end, unless it is cut off.
    #expect(Self.answer(Self.text(lines).dropLast()) == expected)
    #expect(Self.answer(Self.text(lines).dropLast(2)).last == 19)
  }

  @Test("A line that is missing is a gap between two instants")
  func gap() throws {
    var lines = Self.chained(20)
    lines.removeSubrange(4...6)
    let answer = answer(lines)
    #expect(answer.status == .broken)
    let one = try #require(answer.breaks.first)
    #expect(answer.breaks.count == 1)
    #expect((one.kind, one.line, one.missing) == (.gap, 5, 3))
    #expect((one.expected, one.found) == ("5", "8"))
    #expect((one.after, one.before) == (4_000, 8_000))
    #expect(
      answer.sentence == "line 5 is numbered 8, not 5: 3 lines are missing between "
        + "1970-01-01T00:00:04.000Z and 1970-01-01T00:00:08.000Z")
  }

  @Test("Lines that are missing at the start are missing, unless the trace begins in mid-stream")
  func start() {
    let lines = Array(Self.chained(20).dropFirst(5))
    #expect(answer(lines).breaks.first?.missing == 5)
    #expect(answer(lines, mayBeginLater: true).title == "complete from 6 to 20, chain unbroken")
  }

  @Test("A line that was altered is named, with the digest that it had")
  func altered() throws {
    var lines = Self.chained(20)
    let original = Digest.sha256(lines[9].utf8)
    lines[9] = lines[9].replacing("enter", with: "leave")
    let one = try #require(answer(lines).breaks.first)
    #expect((one.kind, one.line) == (.altered, 10))
    #expect((one.expected, one.found) == (original, Digest.sha256(lines[9].utf8)))
  }

  @Test("Repeated, exchanged, without a number, without a digest")
  func others() {
    let lines = Self.chained(9)
    func kinds(_ change: (inout [String]) -> Void) -> [Completeness.Break.Kind] {
      var changed = lines
      change(&changed)
      return answer(changed).breaks.map(\.kind)
    }
    #expect(kinds { $0.insert(lines[3], at: 4) } == [.repetition])
    #expect(kinds { $0.swapAt(3, 4) } == [.gap, .repetition, .gap])
    #expect(kinds { $0[3] = "{}" }.first == .lacking)
    #expect(kinds { $0[3] = "no JSON" }.first == .lacking)
    #expect(kinds { $0[3] = lines[3].replacing("prev", with: "pref") }.first == .lacking)
    #expect(
      kinds { $0[3] = lines[3].replacing(#""seq":4"#, with: #""seq":"4""#) }.first == .lacking)
    #expect(kinds { $0[3] = String(repeating: "x", count: 1 << 21) }.first == .lacking)
  }

  @Test("Numbers alone show that no line is missing, not that none was altered")
  func numbers() {
    let lines = (1...9).map { #"{"seq":\#($0),"event":"enter"}"# }
    #expect(answer(lines).title == "complete from 1 to 9")
    #expect(!answer(lines).isChained)
    #expect(answer(lines).sentence.contains("do not show that no line was altered"))
  }

  @Test("Without numbers nothing is shown")
  func nothing() {
    #expect(answer([#"{"at":1,"event":"enter"}"#]).status == .notShown)
    #expect(
      answer([#"{"at":1,"event":"enter"}"#]).sentence
        == "completeness not shown: line 1 has neither `seq` nor `prev`")
    #expect(answer([]).sentence == "completeness not shown: the trace has no line")
    #expect(answer([#"{"prev":"","event":"enter"}"#]).status == .notShown)
    #expect(answer(["[1,2]", "no JSON"]).status == .notShown)
  }

  @Test("Whichever byte is changed, it is noticed, but in the last line")
  func bytes() {
    let bytes = Self.text(Self.chained(4))
    let last = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")) ?? 0
    for index in 0..<last {
      for bit in [0, 5] as [UInt8] {
        var changed = bytes
        changed[index] ^= 1 << bit
        let answer = Self.answer(changed)
        #expect(answer.status != .complete || answer.last != 4, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test("Files that follow each other, in whichever order, or have chains of their own")
  func files() {
    let whole = Self.chained(12)
    func part(_ lines: [String], _ start: Int = 0) -> LineChain.Part {
      var chain = LineChain(mayBeginLater: true)
      let bytes = Self.text(lines)
      chain.feed(bytes[...])
      return LineChain.Part(chain, path: "f\(start)", start: start)
    }
    let parts = [Array(whole[8...]), Array(whole[..<3]), Array(whole[3..<8])]
    let joined = LineChain.joined(parts.map { part($0) }, mayBeginLater: false)
    #expect(joined.title == "complete from 1 to 12, chain unbroken")
    #expect(joined.head == Digest.sha256(whole[11].utf8))
    let two = LineChain.joined([part(whole), part(Self.chained(3))], mayBeginLater: false)
    #expect(two.title == "complete, 2 chains, chain unbroken")
    let lacking = LineChain.joined([part(parts[0], 100), part(parts[1])], mayBeginLater: false)
    #expect(lacking.breaks.map(\.line) == [101])
    #expect(lacking.breaks.first?.found == "9")
    // The numbers fit; the lines before are others.
    let other = Array(Self.chained(8).dropLast()) + [#"{"seq":8}"#]
    #expect(
      LineChain.joined([part(parts[0]), part(other)], mayBeginLater: false).status == .broken)
    let none = LineChain.joined([part(whole), part(["{}"], 12)], mayBeginLater: false)
    #expect(none.sentence.hasPrefix("completeness not shown: in 'f12' line 1 has neither"))
  }
}

extension LineChainTests {
  /// The same, line by line and with the whole of each line read.
  private static func slow(_ lines: [String]) -> [Completeness.Break.Kind] {
    var kinds: [Completeness.Break.Kind] = []
    var (number, previous) = (0, "")
    for (index, line) in lines.enumerated() {
      var members: [String: JSONValue.Content] = [:]
      if case .object(let all)? = (try? JSONParser.parse(Array(line.utf8)[...]))?.content {
        for member in all { members[member.key] = member.value.content }
      }
      number += 1
      if case .integer(let found)? = members["seq"] {
        if found != number {
          kinds.append(found > number ? .gap : .repetition)
          number = Int(found)
        } else if index > 0 {
          if case .string(let text)? = members["prev"], text.utf8.count == 64 {
            if text != previous { kinds.append(.altered) }
          } else {
            kinds.append(.lacking)
          }
        }
      } else {
        kinds.append(.lacking)
      }
      previous = Digest.sha256(line.utf8)
    }
    return kinds
  }

  @Test("It agrees with a slow twin on lines that were changed at random", arguments: 0..<40)
  func twin(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var lines = Self.chained(12)
    for _ in 0..<(1 + random.below(3)) {
      let index = 1 + random.below(lines.count - 2)
      switch random.below(5) {
      case 0: lines.remove(at: index)
      case 1: lines.insert(lines[random.below(lines.count)], at: index)
      case 2: lines.swapAt(index, 1 + random.below(lines.count - 2))
      case 3: lines[index] = lines[index].replacing("enter", with: "leave")
      default:
        let members = [
          #"{"nested":{"seq":3,"prev":[{"seq":1}]},"seq": \#(index + 1) , "prev":null}"#,
          #"{"seq":1e3,"event":"\"seq\":7"}"#, #"{ "prev" : "\#(lines[index].prefix(64))" }"#,
        ]
        lines[index] = members[random.below(members.count)].replacing("{\"at\"", with: "xxxx")
      }
    }
    #expect(Self.answer(Self.text(lines)).breaks.map(\.kind) == Self.slow(lines))
  }
}
