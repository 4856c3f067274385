import Basics

/// A line of `key=value` pairs, values perhaps between quotes: logfmt.
enum Logfmt {
  /// The pairs as an object of texts, empty values left out; a word without `=` is passed over.
  static func object(
    _ bytes: ArraySlice<UInt8>, offset: Int
  ) throws(InterpretationError) -> JSONValue {
    let shift = offset - bytes.startIndex
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    var position = bytes.startIndex
    while true {
      while position < bytes.endIndex, bytes[position].isJSONWhiteSpace { position += 1 }
      if position == bytes.endIndex { break }
      let start = position
      while position < bytes.endIndex, !bytes[position].isJSONWhiteSpace,
        bytes[position] != UInt8(ascii: "=")
      { position += 1 }
      let key = bytes[start..<position]
      guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "=") else { continue }
      position += 1
      let valueStart = position
      let value = try value(bytes, &position, shift)
      guard let key = String(validating: key, as: UTF8.self),
        let text = String(validating: value, as: UTF8.self)
      else {
        throw InterpretationError(.csvEncoding, at: start + shift, "this is not valid UTF-8")
      }
      guard keys.insert(key).inserted else {
        throw InterpretationError(
          .repeatedMember, at: start + shift,
          "the line has `\(key.shortenedForDisplay())` twice")
      }
      if text.isEmpty { continue }
      let span = SourceSpan(valueStart + shift, position + shift)
      members.append(
        JSONValue.Member(key: key, keySpan: span, value: JSONValue(.string(text), at: span)))
    }
    return JSONValue(.object(members), at: SourceSpan(offset, offset + bytes.count))
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): UInt8(ascii: "\n"), UInt8(ascii: "t"): UInt8(ascii: "\t"),
    UInt8(ascii: "r"): UInt8(ascii: "\r"),
  ]

  private static func value(
    _ bytes: ArraySlice<UInt8>, _ position: inout Int, _ shift: Int
  ) throws(InterpretationError) -> [UInt8] {
    let start = position
    var content: [UInt8] = []
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else {
      while position < bytes.endIndex, !bytes[position].isJSONWhiteSpace {
        content.append(bytes[position])
        position += 1
      }
      return content
    }
    position += 1
    while position < bytes.endIndex {
      var byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return content }
      if byte == UInt8(ascii: "\\"), position < bytes.endIndex {
        byte = escapes[bytes[position]] ?? bytes[position]
        position += 1
      }
      content.append(byte)
    }
    throw InterpretationError(
      .csvQuote, at: start + shift, "the quote that opens this value is never closed")
  }
}
