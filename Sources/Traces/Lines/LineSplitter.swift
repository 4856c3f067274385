import Basics

/// Cuts a file, fed in blocks of any size, into its lines, in memory that does not grow with it.
///
/// A line ends in LF or CRLF; a byte order mark at the start of the file is no part of its first
/// line. A line beyond the limit is named, and its bytes are dropped as they come. Of CSV a line is
/// a row: line ends between quotes are text.
package struct LineSplitter: Sendable {
  /// One line, without its end.
  package struct Line: Sendable {
    /// The place of the first byte; a byte order mark at the start of a file is not part of the
    /// line.
    package let place: TracePlace
    /// The bytes without the line end. nil: the line is longer than the limit.
    package let bytes: ArraySlice<UInt8>?
    /// The number of bytes that it may have.
    package let limit: Int
    /// False only for the last line of a file, where it has no line end.
    package let isTerminated: Bool
  }

  /// The number of bytes that a line may have where nothing else is said.
  package static let usualLimit = 1 << 20

  /// The number of JSON values that a line may have: a line of the usual limit cannot have more.
  static let mostValues = 1 << 20

  /// The number of bytes that a line may have, without its end.
  package let limit: Int
  /// The bytes of a line whose end has not come yet.
  private var partial: [UInt8] = []
  /// True if `partial` was dropped because the line is too long.
  private var isTooLong = false
  /// The line that comes next, or is unfinished.
  private(set) var place = TracePlace(line: 1, offset: 0)
  /// The number of bytes that have been fed.
  private var fed = 0
  /// The state of quotes in a CSV file; nil: the file is not CSV.
  private var quotes: CSVQuotes?
  /// The number of line ends between quotes in the row that is being read.
  private var innerEnds = 0

  /// - Parameters:
  ///   - limit: From 0 to 1 GiB; taken as the nearest of these.
  ///   - separator: The separator of cells, if the file is CSV.
  package init(limit: Int = Self.usualLimit, csvSeparator separator: UInt8? = nil) {
    self.limit = min(max(0, limit), 1 << 30)
    quotes = separator.map { CSVQuotes(separator: $0) }
  }

  /// Sets the place of the first line that will be fed. To be called before anything is fed.
  package mutating func begin(at place: TracePlace) {
    self.place = place
    fed = place.offset
  }

  /// The memory held for an unfinished line, in bytes.
  package var bufferCapacity: Int { partial.capacity }

  /// Takes the next bytes of the file and hands over the lines that end in them.
  /// O(bytes), however they are cut into blocks.
  package mutating func feed(_ block: ArraySlice<UInt8>, _ body: (Line) -> Void) {
    var start = block.startIndex
    while let end = lineEnd(in: block[start...]) {
      if partial.isEmpty, !isTooLong {
        body(line(of: block[start..<end], isTerminated: true))
      } else {
        hold(block[start..<end])
        body(line(of: partial[...], isTerminated: true))
      }
      start = end + 1
      beginLine(at: fed + (start - block.startIndex))
    }
    hold(block[start...])
    fed += block.count
  }

  /// Hands over the text behind the last line end, if there is any.
  package mutating func finish(_ body: (Line) -> Void) {
    if fed > place.offset { body(line(of: partial[...], isTerminated: false)) }
    beginLine(at: fed)
  }

  private mutating func lineEnd(in bytes: ArraySlice<UInt8>) -> Int? {
    guard var quotes else { return bytes.firstIndex(of: UInt8(ascii: "\n")) }
    defer { self.quotes = quotes }
    for index in bytes.indices {
      let byte = bytes[index]
      let isEnd = byte == UInt8(ascii: "\n")
      if isEnd, !quotes.isInside {
        quotes.pass(byte)
        return index
      }
      if isEnd { innerEnds += 1 }
      quotes.pass(byte)
    }
    return nil
  }

  private mutating func beginLine(at offset: Int) {
    partial.removeAll(keepingCapacity: true)
    isTooLong = false
    place = TracePlace(line: place.line + 1 + innerEnds, offset: offset)
    innerEnds = 0
  }

  /// Keeps bytes of an unfinished line, but never more than decide that it is too long.
  private mutating func hold(_ bytes: ArraySlice<UInt8>) {
    // A byte order mark and a CR may have to be taken off before the line is measured.
    let most = limit + byteOrderMark.count + 1
    if isTooLong || partial.count + bytes.count > most {
      isTooLong = true
      partial = []
    } else {
      partial.append(contentsOf: bytes)
    }
  }

  private func line(of bytes: ArraySlice<UInt8>, isTerminated: Bool) -> Line {
    if isTooLong { return Line(place: place, bytes: nil, limit: limit, isTerminated: isTerminated) }
    return Self.line(of: bytes, at: place, isTerminated: isTerminated, limit: limit)
  }

  /// A line without its end, and without the byte order mark at the start of a file.
  static func line(
    of bytes: ArraySlice<UInt8>, at start: TracePlace, isTerminated: Bool, limit: Int
  ) -> Line {
    var bytes = bytes
    var place = start
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if place.offset == 0, bytes.starts(with: byteOrderMark) {
      bytes.removeFirst(byteOrderMark.count)
      place = TracePlace(line: place.line, offset: byteOrderMark.count)
    }
    guard bytes.count <= limit else {
      return Line(place: start, bytes: nil, limit: limit, isTerminated: isTerminated)
    }
    return Line(place: place, bytes: bytes, limit: limit, isTerminated: isTerminated)
  }
}
