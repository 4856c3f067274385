extension JSONParser {
  /// Reads a string; `current` is its opening quote.
  mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    // Set at the first escape; until then the text is the bytes as they stand.
    var decoded: [UInt8]?
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        let content = decoded.map { $0[...] } ?? bytes[start..<position]
        position += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        if decoded == nil { decoded = Array(bytes[start..<position]) }
        decoded?.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20:
        throw error(.controlCharacter)
      case 0x80...:
        guard let length = wellFormedLength() else { throw error(.invalidUTF8, at: position) }
        decoded?.append(contentsOf: bytes[position..<position + length])
        position += length
      default:
        decoded?.append(byte)
        position += 1
      }
    }
    throw error(.unexpectedEnd)
  }

  /// Reads an escape, of a surrogate pair both; `current` is the backslash.
  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let kind = current else { throw error(.unexpectedEnd) }
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw error(.malformedEscape, at: start)
    }
    let first = try codeUnit(escapeAt: start)
    if !UTF16.isSurrogate(first), let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
    let next = position
    guard UTF16.isLeadSurrogate(first) else { throw error(.unpairedSurrogate, at: start) }
    guard bytes[next...].starts(with: "\\u".utf8) else {
      // A pair that is cut off by the end of the text is no lone half.
      if "\\u".utf8.starts(with: bytes[next...]) { throw error(.unexpectedEnd, at: bytes.endIndex) }
      throw error(.unpairedSurrogate, at: start)
    }
    position += 2
    let second = try codeUnit(escapeAt: next)
    let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
    guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(value) else {
      throw error(.unpairedSurrogate, at: start)
    }
    return scalar
  }

  /// Reads the four hexadecimal digits of an escape.
  private mutating func codeUnit(escapeAt start: Int) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw error(.unexpectedEnd) }
      guard let digit = byte.hexadecimalDigit else { throw error(.malformedEscape, at: start) }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  /// The length of the well-formed UTF-8 sequence of several bytes at `position`, if there is one
  /// (Unicode, table 3-7: no overlong forms, no surrogates, nothing beyond U+10FFFF).
  private func wellFormedLength() -> Int? {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[position] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard bytes.endIndex - position >= length, second.contains(bytes[position + 1]) else {
      return nil
    }
    let rest = bytes[position + 2..<position + length]
    return rest.allSatisfy { (0x80...0xBF).contains($0) } ? length : nil
  }
}

extension UInt8 {
  fileprivate var hexadecimalDigit: UInt16? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
