extension ZoneLocator {
  /// A decimal number as it is written in JSON.
  package typealias Digits = UnsafeBufferPointer<UInt8>

  /// The place of a position in decimal degrees, written as JSON numbers are; nil if one of them
  /// is no such number, or beyond ±180 or ±90 degrees. Allocates nothing.
  package func place(longitude: Digits, latitude: Digits) -> Place? {
    guard let x = Self.units(longitude, limit: 180), let y = Self.units(latitude, limit: 90) else {
      return nil
    }
    return place(longitude: x, latitude: y)
  }

  /// Finds a place as ``place(longitude:latitude:)-(Digits,_)`` does, from texts.
  package func place(longitude: String, latitude: String) -> Place? {
    var (longitude, latitude) = (longitude, latitude)
    return longitude.withUTF8 { longitude in
      latitude.withUTF8 { latitude in place(longitude: longitude, latitude: latitude) }
    }
  }

  /// A decimal number of degrees in units of ``decimals``, further decimals cut off.
  private static func units(_ text: Digits, limit: UInt64) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    // Three digits before the point and 16 behind it are less than 10^19.
    var value: UInt64 = 0
    let whole = takeDigits(of: text, &index, atMost: 3, into: &value)
    var fraction = 0
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      fraction = takeDigits(of: text, &index, atMost: decimals, into: &value)
      if fraction == 0 { return nil }
    }
    guard whole > 0 else { return nil }
    guard index == text.count else { return exponential(text, limit: Int64(limit)) }
    let units = value * UInt64(Grid.power(decimals - min(fraction, decimals)))
    guard whole <= 3, units <= limit * UInt64(Grid.power(decimals)) else { return nil }
    return isNegative ? -Int64(units) : Int64(units)
  }

  /// Takes all digits that follow, and appends at most `most` of them to a number.
  /// - Returns: The number of digits taken.
  @inline(__always)
  private static func takeDigits(
    of text: Digits, _ index: inout Int, atMost most: Int, into value: inout UInt64
  ) -> Int {
    let (start, end) = (index, text.count)
    let last = start &+ most
    while index < end {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      if index < last { value = value &* 10 &+ UInt64(digit) }
      index &+= 1
    }
    return index &- start
  }

  /// The rare form with an exponent.
  private static func exponential(_ text: Digits, limit: Int64) -> Int64? {
    let isNumber = text.allSatisfy {
      $0 >= 0x30 && $0 <= 0x39 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    guard isNumber, let real = Double(String(decoding: text, as: UTF8.self)), real.isFinite,
      let number = try? DecimalNumber(utf8: text), number.isWithin(limit)
    else { return nil }
    return number.scaled(to: decimals)
  }
}
