/// A decimal number as it was written: `mantissa · 10^-decimals`, no digit lost.
package struct DecimalNumber: Hashable, Sendable {
  /// A reason why a text that is a JSON number cannot be used as a coordinate.
  package enum Problem: Error, Hashable, Sendable {
    /// It has more than ``Grid/mostDecimals`` decimals that are not 0.
    case tooFine
    /// It is beyond any angle in degrees.
    case tooLarge
  }

  /// Bears the sign.
  package let mantissa: Int64
  /// The number of decimals, at least 0; the last decimal is not 0.
  package let decimals: Int

  package static let zero = DecimalNumber(mantissa: 0, decimals: 0)

  private init(mantissa: Int64, decimals: Int) {
    self.mantissa = mantissa
    self.decimals = decimals
  }

  /// Throws ``Problem/tooLarge`` from 1000 on, with either sign.
  package init(_ integer: Int64) throws(Problem) {
    guard integer.magnitude < 1_000 else { throw .tooLarge }
    self.init(mantissa: integer, decimals: 0)
  }

  /// Reads a text that is a JSON number. Linear in its length; allocates nothing.
  package init(_ text: String) throws(Problem) { try self.init(utf8: text.utf8) }

  /// Reads a number from bytes, as ``init(_:)`` does from text.
  package init(utf8 text: some Sequence<UInt8>) throws(Problem) {
    var reader = DecimalReader()
    for byte in text { reader.take(byte) }
    self = try reader.number()
  }

  /// Returns true if the number is within `-limit ... limit`.
  package func isWithin(_ limit: Int64) -> Bool {
    mantissa.magnitude <= limit.magnitude * Grid.power(decimals).magnitude
  }

  /// The number in units of `10^-decimals`; there are at least as many decimals as it has.
  package func scaled(to decimals: Int) -> Int64 {
    mantissa * Grid.power(decimals - self.decimals)
  }

  /// The digits, the sign, the point and the exponent, one byte after the other.
  private struct DecimalReader {
    private var digits: UInt64 = 0
    /// The number of digits that stand behind the point.
    private var fraction = 0
    /// Zeros that have been read, and count only if another digit follows.
    private var zeros = 0
    private var isNegative = false
    private var hasPoint = false
    private var isTooLong = false
    private var exponent = 0
    private var exponentSign: Int?

    mutating func take(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if exponentSign != nil {
          // A greater exponent is beyond every limit anyway.
          exponent = min(exponent * 10 + Int(digit), 1_000_000_000)
        } else if digit == 0 {
          zeros += 1
          if hasPoint { fraction += 1 }
        } else {
          if digits == 0 { zeros = 0 }
          for _ in 0..<min(zeros, 20) { append(0) }
          zeros = 0
          append(UInt64(digit))
          if hasPoint { fraction += 1 }
        }
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "-"):
        if exponentSign == nil { isNegative = true } else { exponentSign = -1 }
      case UInt8(ascii: "+"): break
      default: exponentSign = 1
      }
    }

    private mutating func append(_ digit: UInt64) {
      let (shifted, isOver) = digits.multipliedReportingOverflow(by: 10)
      let (sum, isOverToo) = shifted.addingReportingOverflow(digit)
      if isOver || isOverToo { isTooLong = true } else { digits = sum }
    }

    func number() throws(Problem) -> DecimalNumber {
      if digits == 0 { return .zero }
      let decimals = fraction - zeros - exponent * (exponentSign ?? 1)
      // There are twenty digits: the number is either too fine or too large.
      if decimals > Grid.mostDecimals { throw .tooFine }
      guard !isTooLong, decimals >= -2 else { throw .tooLarge }
      guard var mantissa = Int64(exactly: digits) else { throw .tooLarge }
      if decimals < 0 {
        let (product, isOver) = mantissa.multipliedReportingOverflow(by: Grid.power(-decimals))
        if isOver { throw .tooLarge }
        mantissa = product
      }
      return DecimalNumber(
        mantissa: isNegative ? -mantissa : mantissa, decimals: max(0, decimals))
    }
  }
}
