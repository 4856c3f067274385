import Basics
import Rulebook
import Testing
import Traces

/// Positions come out of the scanner as out of the strict reader, and are counted alike.
@Suite struct ScannedPositionTests {
  /// West of 0 is `West`, east of it a name that is longer than a word; 0 is the border; south of
  /// 0 there is nothing; from 100 on nothing is a position.
  private static func map() -> PositionNames {
    PositionNames(Core.ID(3), names: ["West", "the eastern half"]) { longitude, latitude in
      guard let x = Double(String(decoding: longitude, as: UTF8.self)),
        let y = Double(String(decoding: latitude, as: UTF8.self)), x.magnitude < 100
      else { return .invalid }
      if y < 0 { return .nobody }
      return .entity(x < 0 ? 0 : 1, x == 0 ? .border : .inside)
    }
  }

  private func compare(_ bytes: [UInt8], scanned least: Int) {
    let (strict, fast) = (Self.map(), Self.map())
    var reader = TraceReader(rules: Fixture.rules, positions: strict)
    let expected = reader.feed(bytes[...]) + reader.finish()
    for size in [1 << 20, 61] {
      let before = fast.counts
      let (items, scanned, _) = ScannerRun.scan(bytes, pieces: size, positions: fast)
      #expect(items == expected, "pieces of \(size)")
      #expect(scanned >= least, "pieces of \(size)")
      #expect(fast.counts.all - before.all == strict.counts.all)
      #expect(fast.counts.onBorders - before.onBorders == strict.counts.onBorders)
      #expect(fast.counts.nowhere - before.nowhere == strict.counts.nowhere)
    }
  }

  private func order(_ from: String, at instant: Int = 5) -> String {
    #"{"at":\#(instant),"event":"order","passenger":"P","from":\#(from),"request":"R"}"# + "\n"
  }

  @Test(arguments: [
    "[-1,2]", "[1.5,0]", "[0,1]", "[0.0 , 1.25]", "[ -0.5,7]", "[-12.345678901234567890,1]",
  ]) func readByTheScanner(position: String) {
    compare(Array((order(position) + order(position, at: 6)).utf8), scanned: 2)
  }

  @Test(arguments: [
    "[1,-1]", "[200,1]", "[01,1]", "[1.,1]", "[1]", "[1,2,3]", "[]", "[1e1,2]", "[\"1\",2]", "[1,2",
    "[-,2]", "[1 2]",
  ]) func leftToTheStrictReader(position: String) {
    compare(Array((order("[1,2]") + order(position) + order("\"West\"")).utf8), scanned: 2)
  }

  @Test func namesAndPositionsInTurn() {
    var random = SplitMix64(seed: 7)
    let forms = ["\"West\"", "[3,4]", "[-3.25,4]", "null", "[0,0]", "[5,-5]", "[1E0,1]", "\"Z\""]
    let lines = (0..<500).map { order(forms[Int.random(in: 0..<8, using: &random)], at: $0) }
    compare(Array(lines.joined().utf8), scanned: 300)
  }
}
