extension ZoneLocator {
  /// The place of a position in decimal degrees, written as JSON numbers are; nil if one of them
  /// is no such number, or beyond ±180 or ±90 degrees. Allocates nothing.
  @inlinable
  public func place(
    longitude: some Sequence<UInt8>, latitude: some Sequence<UInt8>
  ) -> Place? {
    guard let x = Self.units(longitude, limit: 180), let y = Self.units(latitude, limit: 90) else {
      return nil
    }
    return place(longitude: x, latitude: y)
  }

  /// A decimal number of degrees in units of ``decimals``, further decimals cut off.
  @inlinable
  public static func units(_ text: some Sequence<UInt8>, limit: Int64) -> Int64? {
    var value: Int64 = 0
    var digits = 0
    var fraction = -1
    var isNegative = false
    for byte in text {
      if byte >= 0x30, byte <= 0x39 {
        digits += 1
        if fraction >= 0 {
          fraction += 1
          if fraction > 16 { continue }
        } else if value > limit {
          return nil
        }
        let (shifted, isOver) = value.multipliedReportingOverflow(by: 10)
        let (sum, isOverToo) = shifted.addingReportingOverflow(Int64(byte - 0x30))
        if isOver || isOverToo { return nil }
        value = sum
      } else if byte == 0x2E, fraction < 0, digits > 0 {
        fraction = 0
      } else if byte == 0x2D, digits == 0, fraction < 0, !isNegative {
        isNegative = true
      } else {
        return exponential(Array(text), limit: limit)
      }
    }
    guard digits > 0, fraction != 0 else { return nil }
    let (units, isOver) = value.multipliedReportingOverflow(
      by: power(16 - min(max(fraction, 0), 16)))
    if isOver || units > limit * power(16) { return nil }
    return isNegative ? -units : units
  }

  @usableFromInline
  static func power(_ exponent: Int) -> Int64 { Grid.power(exponent) }

  /// The rare form with an exponent, through a copy.
  @usableFromInline
  static func exponential(_ text: [UInt8], limit: Int64) -> Int64? {
    let isNumber = text.allSatisfy {
      $0 >= 0x30 && $0 <= 0x39 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    guard isNumber, let real = Double(String(decoding: text, as: UTF8.self)), real.isFinite,
      let number = try? DecimalNumber(utf8: text), number.isWithin(limit)
    else { return nil }
    return number.scaled(to: decimals)
  }
}
