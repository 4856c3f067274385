extension JSONParser {
  /// Reads a number; `current` is a digit or a minus sign.
  mutating func number() throws(JSONError) -> JSONValue.Content {
    let start = position
    if current == UInt8(ascii: "-") {
      position += 1
      if current == UInt8(ascii: "I") { throw error(.notFinite, at: start) }
    }
    let firstDigit = position
    try digits()
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw error(.leadingZero, at: firstDigit)
    }
    var isInteger = true
    var hasExponent = false
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      hasExponent = true
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    // Without an exponent, 300 digits are far from the greatest double: no need to convert.
    if hasExponent || text.utf8.count > 300 {
      guard let real = Double(text), real.isFinite else { throw error(.hugeNumber, at: start) }
    }
    return .number(text)
  }

  /// Skips one digit or more.
  private mutating func digits() throws(JSONError) {
    guard let first = current, first.isDigit else { throw error(.malformedNumber) }
    while let byte = current, byte.isDigit { position += 1 }
  }

  /// Reads `true`, `false` or `null`.
  mutating func word() throws(JSONError) -> JSONValue.Content {
    let start = position
    while let byte = current, byte.isLetter { position += 1 }
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "NaN", "nan", "Infinity", "Inf", "inf": throw error(.notFinite, at: start)
    case let other:
      let isCut = current == nil && ["true", "false", "null"].contains { $0.hasPrefix(other) }
      if isCut { throw error(.unexpectedEnd, at: position) }
      position = start
      throw error(.expectedValue)
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }
}
