/// The members `seq` and `prev` of a line, found without reading the rest of it.
struct ChainMembers: Equatable {
  enum Sequence: Equatable {
    case absent
    case number(Int64)
    /// The value is no number of a line.
    case other
  }

  var sequence = Sequence.absent
  /// True if there is a `prev` that is not null.
  var hasPrevious = false
  /// The place of a `prev` of 64 characters within the line.
  var previous: Range<Int>?

  /// True if the line carries neither.
  var isEmpty: Bool { sequence == .absent && !hasPrevious }

  /// Reads a line without its end. If the line is no JSON object, or has a key with an escape, only
  /// the members before that are read. O(bytes).
  init(_ line: ArraySlice<UInt8>) {
    line.withUnsafeBufferPointer { bytes in
      var cursor = Cursor(bytes: bytes)
      cursor.skipWhiteSpace()
      guard cursor.take(UInt8(ascii: "{")) else { return }
      repeat {
        cursor.skipWhiteSpace()
        guard let key = cursor.text() else { return }
        cursor.skipWhiteSpace()
        guard cursor.take(UInt8(ascii: ":")) else { return }
        cursor.skipWhiteSpace()
        guard let value = cursor.value() else { return }
        if key.isSame("seq", bytes) {
          sequence = Self.number(bytes, value)
        } else if key.isSame("prev", bytes) {
          note(previous: value, bytes)
        }
        cursor.skipWhiteSpace()
      } while cursor.take(UInt8(ascii: ","))
    }
  }

  private mutating func note(previous value: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
    hasPrevious = !value.isSame("null", bytes)
    let isText = bytes[value.lowerBound] == UInt8(ascii: "\"")
    previous = isText && value.count == 66 ? value.dropFirst().dropLast() : nil
  }

  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Sequence {
    var value: Int64 = 0
    for index in range {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10, value < .max / 10 - 1 else { return .other }
      value = value * 10 + Int64(digit)
    }
    return .number(value)
  }
}

extension Range<Int> {
  fileprivate func isSame(_ text: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where bytes[lowerBound + index] != text.utf8Start[index] { return false }
    return true
  }
}

/// A place in a line of JSON.
private struct Cursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  mutating func skipWhiteSpace() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
  }

  /// The content of a string without escapes.
  mutating func text() -> Range<Int>? {
    let start = position + 1
    guard take(UInt8(ascii: "\"")), skipString(allowingEscapes: false) else { return nil }
    return start..<(position - 1)
  }

  /// A value, with its quotes if it is a string.
  mutating func value() -> Range<Int>? {
    let start = position
    switch current {
    case UInt8(ascii: "\""):
      position += 1
      guard skipString() else { return nil }
    case UInt8(ascii: "{"), UInt8(ascii: "["): guard skipNested() else { return nil }
    default:
      while let byte = current, byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") {
        position += 1
      }
    }
    return position > start ? start..<position : nil
  }

  /// Goes behind the closing quote; false: there is none.
  private mutating func skipString(allowingEscapes: Bool = true) -> Bool {
    while let byte = current {
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
      guard byte == UInt8(ascii: "\\") else { continue }
      guard allowingEscapes else { return false }
      position += 1
    }
    return false
  }

  private mutating func skipNested() -> Bool {
    var depth = 0
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): guard skipString() else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return true }
      default: break
      }
    }
    return false
  }
}
