import Basics
import TestSupport
import Testing
import Zones

@Suite("Exact numbers")
struct ExactTests {
  @Test(
    "Decimals are read without loss",
    arguments: [
      ("0.1", 1, 1), ("-74.0505081", -740_505_081, 7), ("1.50", 15, 1), ("100.0", 100, 0),
      ("1e2", 100, 0), ("12.5e1", 125, 0), ("1.25e-2", 125, 4), ("-0.0", 0, 0),
      ("0e999999999999", 0, 0),
      ("0.0000000000000001", 1, 16), ("179.9999999999999999", 1_799_999_999_999_999_999, 16),
    ])
  func decimals(text: String, mantissa: Int64, decimals: Int) throws {
    let number = try DecimalNumber(text)
    #expect(number.mantissa == mantissa)
    #expect(number.decimals == decimals)
  }

  @Test(
    "What does not fit is refused",
    arguments: [
      ("1e3", DecimalNumber.Problem.tooLarge), ("1e99", .tooLarge),
      ("0.12345678901234567", .tooFine), ("1e-17", .tooFine),
      ("999.99999999999999999999999999", .tooFine), ("12345678901234567890.5", .tooLarge),
    ])
  func refused(text: String, problem: DecimalNumber.Problem) {
    #expect(throws: problem) { try DecimalNumber(text) }
  }

  @Test("Degrees are written as they were read")
  func text() throws {
    let grid = Grid(decimals: 7)
    for text in ["-74.0505081", "0.0000001", "-0.5", "12", "180", "-179.9999999"] {
      let number = try text.contains(".") ? DecimalNumber(text) : DecimalNumber(Int64(text) ?? 0)
      #expect(grid.longitudeText(number.scaled(to: 7)) == text)
    }
  }

  @Test("Numbers of any size")
  func bigIntegers() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2_000 {
      let a = Int64(truncatingIfNeeded: random.next()) >> Int.random(in: 0...62, using: &random)
      let b = Int64(truncatingIfNeeded: random.next()) >> Int.random(in: 0...62, using: &random)
      let (x, y) = (BigInteger(a), BigInteger(b))
      #expect((x * y).description == (Int128(a) * Int128(b)).description)
      #expect((x + y).description == (Int128(a) + Int128(b)).description)
      #expect((x - y).description == (Int128(a) - Int128(b)).description)
      #expect((x < y) == (a < b))
      #expect(x.asInt64 == a)
      if b > 0 {
        let floor = BigInteger.floorQuotient(x * x * x, y)
        let rest = x * x * x - floor * y
        #expect(rest.signum >= 0)
        #expect(rest < y)
      }
    }
  }

  @Test("At the limits of the grid nothing overflows")
  func limits() {
    let far = 180 * Grid.power(16)
    let ring = { (a: Int64, b: Int64, c: Int64, d: Int64) in
      ZoneMap.Ring(
        points: [GridPoint(a, b), GridPoint(c, b), GridPoint(c, d), GridPoint(a, d)], isHole: false)
    }
    let world = ring(-far, -far / 2, far, far / 2)
    let diamond = ZoneMap.Ring(
      points: [
        GridPoint(-far, 1), GridPoint(-7, -far / 2), GridPoint(far, -3), GridPoint(5, far / 2),
      ], isHole: false)
    let turned = ZoneMap.Ring(
      points: [
        GridPoint(-far + 3, -far / 2), GridPoint(far, far / 2 - 5), GridPoint(-far, far / 2),
      ], isHole: false)
    let layers = [[world], [diamond], [turned]]
    let pieces = SlowOverlay.pieces(of: Arrangement(layers: layers))
    #expect(Set(pieces) == SlowOverlay(layers).pieces)
    #expect(pieces.count > 12)
  }
}
