/// A whole number of 256 bits: exactly as much as the predicates on crossing points need.
struct WideInteger {
  private let high: Int128
  private let low: UInt128

  private init(high: Int128, low: UInt128) {
    self.high = high
    self.low = low
  }

  /// The product of two numbers.
  init(_ a: Int128, times b: Int128) {
    let (high, low) = a.multipliedFullWidth(by: b)
    self.init(high: high, low: low)
  }

  /// The sum; every sum that the predicates form is far from the limit.
  static func + (a: WideInteger, b: WideInteger) -> WideInteger {
    let (low, carry) = a.low.addingReportingOverflow(b.low)
    return WideInteger(high: a.high &+ b.high &+ (carry ? 1 : 0), low: low)
  }

  static func - (a: WideInteger, b: WideInteger) -> WideInteger {
    let (low, borrow) = a.low.subtractingReportingOverflow(b.low)
    return WideInteger(high: a.high &- b.high &- (borrow ? 1 : 0), low: low)
  }

  var signum: Int { high < 0 ? -1 : high == 0 && low == 0 ? 0 : 1 }
}
