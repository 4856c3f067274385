/// Functions on UTF-8 and on invisible characters for the lexer.
enum Scalars {
  /// Returns the offset of the first byte that is not part of valid UTF-8; nil if all is valid.
  /// O(n).
  static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] < 0x80 {
        offset += 1
      } else if let length = length(ofScalarAt: offset, in: bytes) {
        offset += length
      } else {
        return offset
      }
    }
    return nil
  }

  /// Returns the length of the well-formed sequence of several bytes at `offset` (Unicode, table
  /// 3-7).
  private static func length(ofScalarAt offset: Int, in bytes: [UInt8]) -> Int? {
    let lead = bytes[offset]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return nil
    }
    guard offset + length <= bytes.count, second ~= bytes[offset + 1] else { return nil }
    for next in bytes[(offset + 2)..<(offset + length)] where next & 0xC0 != 0x80 { return nil }
    return length
  }

  /// Returns the scalar at `offset` of valid UTF-8, and its length in bytes.
  static func scalar(at offset: Int, in bytes: [UInt8]) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = UInt32(bytes[offset])
    if lead < 0x80 { return (Unicode.Scalar(UInt8(lead)), 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = lead & (0x7F >> UInt32(length))
    for next in bytes[(offset + 1)..<min(offset + length, bytes.count)] {
      value = value << 6 | UInt32(next & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}

extension Unicode.Scalar {
  /// True if the character could make a text look different from what it says: bidirectional
  /// controls (CVE-2021-42574), invisible characters, tags, line separators that are no line end
  /// here, control characters. Joiners are allowed: some scripts cannot be written without them.
  var isHidden: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x00AD, 0x200B, 0x2028, 0x2029, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// A letter or `_`.
  var beginsName: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
      || self == UInt8(ascii: "_")
  }

  var continuesName: Bool { beginsName || isDigit }

  /// True if the byte may stand in the id of a requirement.
  var continuesID: Bool {
    continuesName || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
