import Basics

/// A form of files that no mapping reads, known by its first bytes.
enum UnreadableForm {
  /// The form and the way to read it, as a part of a sentence; nil: it may be a trace.
  /// - Parameter start: the first bytes of the file, unpacked.
  static func explanation(_ start: ArraySlice<UInt8>) -> String? {
    for (magic, offset, text) in magics
    where start.dropFirst(offset).starts(with: magic) {
      return text
    }
    return encoding(start) ?? markup(start)
  }

  private static let magics: [(magic: [UInt8], offset: Int, text: String)] = [
    (
      Array("PK\u{3}\u{4}".utf8), 0,
      "it is a zip archive, or a spreadsheet: \(piped("unzip -p FILE")); save a spreadsheet as CSV"
    ),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], 0, "it is packed by xz: \(piped("xz -dc FILE"))"),
    (Array("BZh".utf8), 0, "it is packed by bzip2: \(piped("bzip2 -dc FILE"))"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0, "it is a 7z archive: \(piped("7z x -so FILE"))"),
    ([0x04, 0x22, 0x4D, 0x18], 0, "it is packed by lz4: \(piped("lz4 -dc FILE"))"),
    (
      Array("ustar".utf8), 257,
      "it is a tar archive: \(piped("tar -xOf FILE")), or unpack it and give its files"
    ),
    (
      Array("PAR1".utf8), 0,
      "it is Parquet: "
        + piped("duckdb -c \"COPY (FROM 'FILE') TO '/dev/stdout' (FORMAT json)\"")
    ),
    (Array("ARROW1".utf8), 0, "it is Arrow; write it as JSON Lines or CSV"),
    (Array("Obj\u{1}".utf8), 0, "it is Avro: \(piped("avro-tools tojson FILE"))"),
    (
      Array("SQLite format 3".utf8), 0,
      "it is an SQLite database: \(piped("sqlite3 -csv -header FILE 'SELECT …'"))"
    ),
    ([0xFF, 0xFE], 0, utf16), ([0xFE, 0xFF], 0, utf16),
  ]

  private static let fromUTF16 = "iconv -f UTF-16 -t UTF-8 FILE"
  private static let utf16 = "it is UTF-16: \(piped(fromUTF16))"

  /// The explanation of a file that has to be UTF-8 and is UTF-16; nil: it is not UTF-16.
  /// - Parameter start: The first bytes of the file.
  static func utf16Explanation(_ start: ArraySlice<UInt8>) -> String? {
    let isMarked = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
    return isMarked || hasEveryOtherZero(start) ? "it is UTF-16: \(fromUTF16) > UTF-8-FILE" : nil
  }

  private static func piped(_ command: String) -> String {
    "\(command) | medallion replay RULEBOOK -"
  }

  private static func encoding(_ start: ArraySlice<UInt8>) -> String? {
    if hasEveryOtherZero(start) { return utf16 }
    return isLatin(start)
      ? "it is not UTF-8 but, it seems, Latin-1: \(piped("iconv -f LATIN1 -t UTF-8 FILE"))"
      : nil
  }

  /// True if every other byte is 0, as in ASCII in UTF-16.
  private static func hasEveryOtherZero(_ start: ArraySlice<UInt8>) -> Bool {
    let text = start.prefix(256)
    let zeros = [0, 1].map { odd in
      text.indices.count { ($0 - text.startIndex) % 2 == odd && text[$0] == 0 }
    }
    return text.count >= 8 && zeros.contains { $0 > text.count / 3 } && zeros.contains(0)
  }

  /// The lines of which a text in Latin-1 has at least one in this many with a letter beyond ASCII.
  private static let linesForALetter = 10

  /// True if letters beyond ASCII stand alone, between ASCII, on more than one line and on many,
  /// and no character of UTF-8 is there: some damaged lines make no other encoding. Lines with
  /// control characters are no text.
  private static func isLatin(_ start: ArraySlice<UInt8>) -> Bool {
    guard start.contains(where: { $0 >= 0x80 }) else { return false }
    var (lines, lettered) = (0, 0)
    for line in start.split(separator: UInt8(ascii: "\n")) where !line.contains(where: isControl) {
      let others = line.indices.filter { line[$0] >= 0x80 }
      // Two beside each other are a character of UTF-8.
      if zip(others, others.dropFirst()).contains(where: { $1 == $0 + 1 }) { return false }
      // Latin-1 has control characters here.
      if others.contains(where: { line[$0] < 0xA0 }) { continue }
      lines += 1
      if !others.isEmpty { lettered += 1 }
    }
    return lettered > 1 && lettered * linesForALetter >= lines
  }

  /// True for the control characters of ASCII, white space excepted.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !byte.isJSONWhiteSpace || byte == 0x7F
  }

  private static func markup(_ start: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: start.prefix(4_096), as: UTF8.self).drop(while: \.isWhitespace)
    guard text.hasPrefix("<") || text.hasPrefix("\u{FEFF}<") else { return nil }
    guard text.contains("<log") else { return nil }
    return "it is XES; make CSV of it, with pm4py: "
      + "pm4py.convert_to_dataframe(pm4py.read_xes(FILE)).to_csv(…)"
  }
}
