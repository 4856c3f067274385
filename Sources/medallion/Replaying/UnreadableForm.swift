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

  private static let utf16 = "it is UTF-16: \(piped("iconv -f UTF-16 -t UTF-8 FILE"))"

  private static func piped(_ command: String) -> String {
    "\(command) | medallion replay RULEBOOK -"
  }

  private static func encoding(_ start: ArraySlice<UInt8>) -> String? {
    let text = start.prefix(256)
    // ASCII in UTF-16: every other byte is 0.
    let zeros = [0, 1].map { odd in
      text.indices.count { ($0 - text.startIndex) % 2 == odd && text[$0] == 0 }
    }
    if text.count >= 8, zeros.contains(where: { $0 > text.count / 3 }), zeros.contains(0) {
      return utf16
    }
    return isLatin(start)
      ? "it is not UTF-8 but, it seems, Latin-1: \(piped("iconv -f LATIN1 -t UTF-8 FILE"))"
      : nil
  }

  /// True if letters beyond ASCII stand alone, between ASCII, on more than one line, and no
  /// character of UTF-8 is there: one damaged line makes no other encoding.
  private static func isLatin(_ start: ArraySlice<UInt8>) -> Bool {
    var lines = 0
    var isCounted = false
    var rest = start
    while let index = rest.firstIndex(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\n") }) {
      let byte = start[index]
      rest = start[(index + 1)...]
      if byte == UInt8(ascii: "\n") {
        isCounted = false
        continue
      }
      guard byte >= 0xA0, let next = rest.first else { return lines > 1 && rest.isEmpty }
      if next >= 0x80 { return false }
      if !isCounted { lines += 1 }
      isCounted = true
    }
    return lines > 1
  }

  private static func markup(_ start: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: start.prefix(4_096), as: UTF8.self).drop(while: \.isWhitespace)
    guard text.hasPrefix("<") || text.hasPrefix("\u{FEFF}<") else { return nil }
    guard text.contains("<log") else { return nil }
    return "it is XES; make CSV of it, with pm4py: "
      + "pm4py.convert_to_dataframe(pm4py.read_xes(FILE)).to_csv(…)"
  }
}
