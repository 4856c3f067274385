/// A scanner that follows the quotes of CSV byte by byte, to tell line ends that are text.
///
/// A quote opens only at the beginning of a cell. Elsewhere it is a mistake, and must not turn all
/// the lines that follow into text.
struct CSVQuotes: Hashable, Sendable {
  enum Place: Hashable, Sendable { case cellStart, plain, quoted, quoteInQuoted }

  let separator: UInt8
  private(set) var place = Place.cellStart

  init(separator: UInt8) { self.separator = separator }

  var isInside: Bool { place == .quoted }

  mutating func pass(_ byte: UInt8) {
    switch (place, byte) {
    case (.cellStart, UInt8(ascii: "\"")): place = .quoted
    case (.quoted, UInt8(ascii: "\"")): place = .quoteInQuoted
    case (.quoteInQuoted, UInt8(ascii: "\"")): place = .quoted
    case (.quoted, _): break
    case (_, separator), (_, UInt8(ascii: "\n")): place = .cellStart
    default: place = .plain
    }
  }
}
