/// One text file as it was read: its name and its bytes, with the line starts found once.
///
/// All places in a file are byte offsets (``SourceSpan``); lines and columns are computed only for
/// display.
package struct SourceText: Sendable {
  /// The path as the user gave it.
  package let path: String
  /// The bytes of the file, valid UTF-8.
  package let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lineStarts: [Int]

  /// Finds the line starts. O(bytes).
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  /// - Parameter path: Under which diagnostics name it; nothing is read from there.
  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The line number, from 1, that holds the byte at `offset`. O(log lines).
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The column, from 1, counted in Unicode scalars, of the byte at `offset`.
  package func column(at offset: Int) -> Int {
    let start = lineStarts[line(at: offset) - 1]
    let end = min(offset, bytes.count)
    return bytes[start..<max(start, end)].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// The offset of the first byte of a line, counted from 1; the length of the text below the last.
  package func start(ofLine line: Int) -> Int {
    lineStarts.indices.contains(line - 1) ? lineStarts[line - 1] : bytes.count
  }

  /// The text of a line, counted from 1, without its line end.
  package func text(ofLine line: Int) -> String {
    guard lineStarts.indices.contains(line - 1) else { return "" }
    let start = lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The text that a span covers.
  package func text(of span: SourceSpan) -> String {
    let upper = min(span.upper, bytes.count)
    return String(decoding: bytes[min(span.lower, upper)..<upper], as: UTF8.self)
  }

  /// The words that a span covers, on one line: a space for blanks, tabs and line ends in a row.
  package func words(of span: SourceSpan) -> String {
    let upper = min(span.upper, bytes.count)
    return bytes[min(span.lower, upper)..<upper].wordsOnOneLine
  }

  /// The number of lines; a text without a line end has one.
  package var lineCount: Int { lineStarts.count }
}

extension Sequence<UInt8> {
  /// The words of a UTF-8 text with one space between any two, in place of all white space.
  package var wordsOnOneLine: String {
    var line: [UInt8] = []
    line.reserveCapacity(underestimatedCount)
    var isBehindWord = false
    for byte in self {
      // Space, and from the tab to the carriage return.
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        isBehindWord = !line.isEmpty
      } else {
        if isBehindWord { line.append(0x20) }
        isBehindWord = false
        line.append(byte)
      }
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// A range of bytes in one ``SourceText``.
package struct SourceSpan: Hashable, Sendable, Comparable {
  /// The offset of the first byte.
  package let lower: Int
  /// The offset behind the last byte; never below ``lower``.
  package let upper: Int

  /// An upper end that is below the lower one is taken as equal to it.
  package init(_ lower: Int, _ upper: Int) {
    self.lower = lower
    self.upper = max(lower, upper)
  }

  /// The smallest span that covers both.
  package func joined(with other: SourceSpan) -> SourceSpan {
    SourceSpan(min(lower, other.lower), max(upper, other.upper))
  }

  /// Orders spans by their beginning, then by their end.
  package static func < (a: SourceSpan, b: SourceSpan) -> Bool {
    (a.lower, a.upper) < (b.lower, b.upper)
  }
}
