/// A strict reader of one JSON text (RFC 8259): accepts exactly the standard's grammar, except for
/// duplicate keys, numbers beyond the range of a binary64, and deep nesting.
///
/// Time is linear in the length of the text; recursion is limited by ``depthLimit``, and memory, if
/// wanted, by the number of values.
package struct JSONParser {
  /// The largest depth of nested arrays and objects.
  package static let depthLimit = 64

  let bytes: ArraySlice<UInt8>
  var position: Int
  /// The number of further values that are allowed.
  private var remaining: Int
  /// The difference between a position in `bytes` and the offset as the caller counts it.
  let shift: Int

  private init(_ bytes: ArraySlice<UInt8>, offset: Int, mostValues: Int) {
    self.bytes = bytes
    remaining = mostValues
    position = bytes.startIndex
    shift = offset - bytes.startIndex
  }

  /// Reads bytes that are one JSON value with white space around it.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte, to which all spans and errors refer.
  ///   - mostValues: The number of values that the text may have at all depths. One takes some 140
  ///     bytes of memory, and may take only two of the text.
  package static func parse(
    _ bytes: ArraySlice<UInt8>, offset: Int = 0, mostValues: Int = .max
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes, offset: offset, mostValues: mostValues)
    parser.skipWhiteSpace()
    let value = try parser.value(depth: 0)
    parser.skipWhiteSpace()
    if parser.current != nil { throw parser.error(.trailingGarbage) }
    return value
  }

  /// Reads an array of bytes as ``parse(_:offset:mostValues:)-(ArraySlice<UInt8>,_,_)`` does.
  package static func parse(
    _ bytes: [UInt8], offset: Int = 0, mostValues: Int = .max
  ) throws(JSONError) -> JSONValue {
    try parse(bytes[...], offset: offset, mostValues: mostValues)
  }

  /// The byte to be read next; nil at the end.
  var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// Returns an error at the next byte. A byte order mark outside a string is always called by its
  /// name, and an end of the text is always reported as such.
  func error(_ reason: JSONError.Reason) -> JSONError {
    if current == nil { return error(.unexpectedEnd, at: position) }
    let rest = bytes[position...]
    return error(rest.starts(with: byteOrderMark) ? .byteOrderMark : reason, at: position)
  }

  func error(_ reason: JSONError.Reason, at place: Int) -> JSONError {
    JSONError(reason, at: place + shift)
  }

  func span(from start: Int) -> SourceSpan {
    SourceSpan(start + shift, position + shift)
  }

  mutating func skipWhiteSpace() {
    while let byte = current, byte.isJSONWhiteSpace { position += 1 }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    let start = position
    if remaining == 0 { throw error(.tooMany) }
    remaining -= 1
    let content: JSONValue.Content
    switch current {
    case UInt8(ascii: "{"): content = .object(try members(depth: depth + 1))
    case UInt8(ascii: "["): content = .array(try elements(depth: depth + 1))
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "-"): content = try number()
    case let byte?: content = byte.isDigit ? try number() : try word()
    case nil: throw error(.unexpectedEnd)
    }
    return JSONValue(content, at: span(from: start))
  }

  private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
    if depth > Self.depthLimit { throw error(.tooDeep) }
    position += 1
    var elements: [JSONValue] = []
    skipWhiteSpace()
    if take("]") { return elements }
    while true {
      elements.append(try value(depth: depth))
      if try !takeComma(orEnd: "]") { return elements }
    }
  }

  private mutating func members(depth: Int) throws(JSONError) -> [JSONValue.Member] {
    if depth > Self.depthLimit { throw error(.tooDeep) }
    position += 1
    var members: [JSONValue.Member] = []
    var keys: Set<ExactText> = []
    skipWhiteSpace()
    if take("}") { return members }
    while true {
      let start = position
      guard current == UInt8(ascii: "\"") else { throw error(.expectedKey) }
      let key = try string()
      let keySpan = span(from: start)
      guard keys.insert(ExactText(key)).inserted else {
        throw JSONError(.duplicateKey, at: keySpan.lower, key: depth == 1 ? key : nil)
      }
      skipWhiteSpace()
      guard take(":") else { throw error(.expectedColon) }
      skipWhiteSpace()
      members.append(JSONValue.Member(key: key, keySpan: keySpan, value: try value(depth: depth)))
      if try !takeComma(orEnd: "}") { return members }
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Takes the text behind an element: a comma (true) or the end (false).
  private mutating func takeComma(orEnd end: Unicode.Scalar) throws(JSONError) -> Bool {
    skipWhiteSpace()
    if take(end) { return false }
    let comma = position
    guard take(",") else { throw error(.expectedComma) }
    skipWhiteSpace()
    if current == UInt8(ascii: end) { throw error(.trailingComma, at: comma) }
    return true
  }
}

/// U+FEFF in UTF-8.
package let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension UInt8 {
  /// Space, tab, line feed, carriage return.
  package var isJSONWhiteSpace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }

  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
