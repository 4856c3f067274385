import Basics

/// Makes lines of a file that consists of JSON documents: each element of an array that is the
/// whole file (or a whole line) becomes a line, and so does each document over several lines.
///
/// Only white space, and commas between elements, are replaced, each by one byte: offsets are those
/// of the file, and memory does not grow with it. Files of lines pass unchanged.
package struct DocumentLines: Sendable {
  enum Form: UInt8, CaseIterable { case unknown, lines, documents }

  /// The open brackets, outside of strings.
  struct Nesting {
    var depth = 0
    /// True if the outermost bracket is that of an array whose elements are lines.
    var isArray = false
  }

  /// The number of bytes at the start of a file that are looked at to tell its form.
  private static let mostBytes = 1 << 16

  var form: Form
  /// True if each file is known to be lines.
  private let isLines: Bool
  /// The bytes that came before the form was known.
  private var start: [UInt8] = []
  private var nesting = Nesting()
  /// The nesting at the start of the latest line that was made.
  private(set) var atLineStart = Nesting()
  private var isInString = false
  private var isEscaped = false

  /// - Parameter isLines: True if the file is known to be lines.
  package init(isLines: Bool) {
    self.isLines = isLines
    form = isLines ? .lines : .unknown
  }

  /// Continues with the start of another file.
  package mutating func beginFile() { self = DocumentLines(isLines: isLines) }

  /// Continues at the start of a line.
  mutating func resume(_ form: Form, at nesting: Nesting) {
    self.form = form
    (self.nesting, atLineStart) = (nesting, nesting)
  }

  /// True if documents were found.
  package var isDocuments: Bool { form == .documents }

  /// True if an array has begun whose elements are lines, and has not ended.
  package var isInArray: Bool { form == .documents && nesting.isArray && nesting.depth > 0 }

  /// Takes the next bytes of the file and hands over the lines. O(bytes).
  package mutating func feed(_ bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    switch form {
    case .lines: body(bytes)
    case .documents: body(unfolded(bytes)[...])
    case .unknown:
      start += bytes
      guard let form = Self.form(of: start) else { return }
      self.form = form
      let held = start
      start = []
      feed(held[...], body)
    }
  }

  /// Says that the file has ended.
  package mutating func finish(_ body: (ArraySlice<UInt8>) -> Void) {
    guard form == .unknown, !start.isEmpty else { return }
    form = .lines
    let held = start
    start = []
    body(held[...])
  }

  /// Returns the form of a file; nil: more bytes are needed.
  private static func form(of start: [UInt8]) -> Form? {
    var rest = start[...]
    if start.count < byteOrderMark.count, byteOrderMark.starts(with: start) { return nil }
    if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(byteOrderMark.count) }
    rest = rest.drop(while: \.isJSONWhiteSpace)
    let isFull = start.count >= mostBytes
    guard let first = rest.first else { return isFull ? .lines : nil }
    if first == UInt8(ascii: "[") {
      // A log may begin with `[INFO]`, or with a time.
      guard let second = rest.dropFirst().first(where: { !$0.isJSONWhiteSpace }) else {
        return isFull ? .lines : nil
      }
      return "{[]".utf8.contains(second) ? .documents : .lines
    }
    guard first == UInt8(ascii: "{") else { return .lines }
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return isFull ? .lines : nil }
    guard let open = openEnd(of: rest[..<end]) else { return .lines }
    return form(behind: open, rest[(end + 1)...]) ?? (isFull ? .lines : nil)
  }

  /// The end of a line that its writer may have cut off, or a document that goes on in the next.
  private struct OpenEnd {
    /// The last character: an opening bracket, a comma or a colon.
    let last: UInt8
    /// True if the innermost open bracket is that of an object.
    let isInObject: Bool
  }

  /// Returns the open end of a line; nil: a document cannot go on behind it.
  private static func openEnd(of line: ArraySlice<UInt8>) -> OpenEnd? {
    guard let last = line.last(where: { !$0.isJSONWhiteSpace }), "{[,:".utf8.contains(last) else {
      return nil
    }
    var open: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in line {
      if isInString {
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
      default: break
      }
    }
    // No string goes on in the next line.
    guard !isInString, let innermost = open.last else { return nil }
    return OpenEnd(last: last, isInObject: innermost == UInt8(ascii: "{"))
  }

  /// Returns the form by what follows an open end; nil: more bytes are needed.
  ///
  /// Where a key must follow, an object is the next line of a file of lines. Where it may be a
  /// value it is one if it is the whole line and another one follows.
  private static func form(behind end: OpenEnd, _ rest: ArraySlice<UInt8>) -> Form? {
    let rest = rest.drop(while: \.isJSONWhiteSpace)
    guard let next = rest.first else { return nil }
    let isKeyNext = end.isInObject && end.last != UInt8(ascii: ":")
    if isKeyNext {
      let isKey =
        next == UInt8(ascii: "\"") || next == UInt8(ascii: "}") && end.last == UInt8(ascii: "{")
      return isKey ? .documents : .lines
    }
    guard next == UInt8(ascii: "{") else { return .documents }
    guard let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let isWhole = rest[..<lineEnd].last { !$0.isJSONWhiteSpace } == UInt8(ascii: "}")
    guard isWhole else { return .documents }
    let third = rest[lineEnd...].first { !$0.isJSONWhiteSpace }
    return third.map { $0 == UInt8(ascii: "{") ? .lines : .documents }
  }

  private mutating func unfolded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = Array(bytes)
    for index in bytes.indices {
      let byte = bytes[index]
      if isInString {
        // A line end in a string is an error, and the string ends with the line.
        if byte == UInt8(ascii: "\n") { isInString = false }
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if nesting.depth == 0 {
          nesting.isArray = byte == UInt8(ascii: "[")
          if nesting.isArray { bytes[index] = UInt8(ascii: " ") }
        }
        nesting.depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        nesting.depth = max(0, nesting.depth - 1)
        if nesting.depth == 0, nesting.isArray, byte == UInt8(ascii: "]") {
          bytes[index] = UInt8(ascii: "\n")
          nesting.isArray = false
        }
      case UInt8(ascii: ","):
        if nesting.depth == 1, nesting.isArray { bytes[index] = UInt8(ascii: "\n") }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if nesting.depth > 0 { bytes[index] = UInt8(ascii: " ") }
      default: break
      }
      if bytes[index] == UInt8(ascii: "\n") { atLineStart = nesting }
    }
    return bytes
  }
}
