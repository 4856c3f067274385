/// A whole number of any size, for values that are computed once a fault and not once an edge.
package struct BigInteger: Hashable, Sendable {
  private let isNegative: Bool
  /// 32 bits a word, least first, no 0 at the end.
  private let words: [UInt32]

  private init(isNegative: Bool, words: [UInt32]) {
    var words = words
    while words.last == 0 { words.removeLast() }
    self.words = words
    self.isNegative = isNegative && !words.isEmpty
  }

  package init(_ value: some BinaryInteger) {
    var words: [UInt32] = []
    var rest = UInt128(value.magnitude)
    while rest > 0 {
      words.append(UInt32(truncatingIfNeeded: rest))
      rest >>= 32
    }
    self.init(isNegative: value < 0, words: words)
  }

  package static func power(ofTen exponent: Int) -> BigInteger {
    (0..<exponent).reduce(BigInteger(1)) { power, _ in power * BigInteger(10) }
  }

  package var signum: Int { words.isEmpty ? 0 : isNegative ? -1 : 1 }

  package static prefix func - (a: BigInteger) -> BigInteger {
    BigInteger(isNegative: !a.isNegative, words: a.words)
  }

  package static func + (a: BigInteger, b: BigInteger) -> BigInteger {
    if a.isNegative == b.isNegative {
      return BigInteger(isNegative: a.isNegative, words: sum(a.words, b.words))
    }
    return isLess(a.words, b.words)
      ? BigInteger(isNegative: b.isNegative, words: difference(b.words, a.words))
      : BigInteger(isNegative: a.isNegative, words: difference(a.words, b.words))
  }

  package static func - (a: BigInteger, b: BigInteger) -> BigInteger { a + -b }

  package static func * (a: BigInteger, b: BigInteger) -> BigInteger {
    var words = [UInt32](repeating: 0, count: a.words.count + b.words.count)
    for (i, x) in a.words.enumerated() {
      var carry: UInt64 = 0
      for (j, y) in b.words.enumerated() {
        carry += UInt64(x) * UInt64(y) + UInt64(words[i + j])
        words[i + j] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      words[i + b.words.count] = UInt32(carry)
    }
    return BigInteger(isNegative: a.isNegative != b.isNegative, words: words)
  }

  /// The greatest whole number that is not above `a / b`; `b` is above 0.
  package static func floorQuotient(_ a: BigInteger, _ b: BigInteger) -> BigInteger {
    var quotient = [UInt32](repeating: 0, count: a.words.count)
    var rest: [UInt32] = []
    for bit in (0..<a.words.count * 32).reversed() {
      var carry = a.words[bit / 32] >> UInt32(bit % 32) & 1
      for index in rest.indices {
        let next = rest[index] >> 31
        rest[index] = rest[index] << 1 | carry
        carry = next
      }
      if carry > 0 { rest.append(carry) }
      if !isLess(rest, b.words) {
        rest = difference(rest, b.words)
        while rest.last == 0 { rest.removeLast() }
        quotient[bit / 32] |= 1 << UInt32(bit % 32)
      }
    }
    let magnitude = BigInteger(isNegative: false, words: quotient)
    if !a.isNegative { return magnitude }
    return rest.isEmpty ? -magnitude : -magnitude - BigInteger(1)
  }

  private static func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var carry: UInt64 = 0
    for index in 0..<max(a.count, b.count) {
      carry += index < a.count ? UInt64(a[index]) : 0
      carry += index < b.count ? UInt64(b[index]) : 0
      result.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return carry > 0 ? result + [UInt32(carry)] : result
  }

  /// `a` is not less than `b`.
  private static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var borrow: Int64 = 0
    for index in a.indices {
      borrow += Int64(a[index]) - (index < b.count ? Int64(b[index]) : 0)
      result.append(UInt32(truncatingIfNeeded: borrow))
      borrow >>= 32
    }
    return result
  }

  /// Compares two magnitudes; neither has a 0 at its end.
  private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    if a.count != b.count { return a.count < b.count }
    for index in a.indices.reversed() where a[index] != b[index] { return a[index] < b[index] }
    return false
  }
}

extension BigInteger: Comparable {
  package static func < (a: BigInteger, b: BigInteger) -> Bool { (a - b).signum < 0 }
}

extension BigInteger: CustomStringConvertible {
  package var description: String {
    if words.isEmpty { return "0" }
    let billion: UInt64 = 1_000_000_000
    var rest = words
    var groups: [String] = []
    while !rest.isEmpty {
      var remainder: UInt64 = 0
      for index in rest.indices.reversed() {
        let value = remainder << 32 | UInt64(rest[index])
        rest[index] = UInt32(value / billion)
        remainder = value % billion
      }
      while rest.last == 0 { rest.removeLast() }
      let group = String(remainder)
      groups.append(rest.isEmpty ? group : String(repeating: "0", count: 9 - group.count) + group)
    }
    return (isNegative ? "-" : "") + groups.reversed().joined()
  }

  /// The number as an `Int64`, if it fits.
  package var asInt64: Int64? {
    guard words.count <= 2 else { return nil }
    let magnitude = words.reversed().reduce(UInt64(0)) { $0 << 32 | UInt64($1) }
    if isNegative { return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int64(exactly: magnitude)
  }
}
