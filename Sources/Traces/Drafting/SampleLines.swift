import Basics

/// The first lines of a file in a form that was recognized, as JSON values.
struct SampleLines {
  let values: [JSONValue]
  /// The statements of a mapping that tell the form of the lines.
  let statements: [String]
  /// True if each is a record: lists of records are only in JSON.
  let isFlat: Bool

  private static let mostLines = 500
  /// The least share of lines that must be of a form, in percent.
  private static let share = 50

  /// Recognizes JSON, JSON behind a text, CSV and `key=value`.
  /// - Returns: nil: it is something else, or empty.
  init?(_ bytes: [UInt8]) {
    guard
      let found = Self.json(bytes) ?? Self.prefixed(bytes) ?? Self.csv(bytes)
        ?? Self.logfmt(bytes)
    else { return nil }
    self = found
  }

  private init(_ values: [JSONValue], _ statements: [String], isFlat: Bool) {
    (self.values, self.statements, self.isFlat) = (values, statements, isFlat)
  }

  private static func json(_ bytes: [UInt8]) -> SampleLines? {
    let lines = lines(bytes, isOfLines: false)
    let values = lines.compactMap(object)
    return isMost(values.count, of: lines.count) ? SampleLines(values, [], isFlat: false) : nil
  }

  private static func isMost(_ count: Int, of all: Int) -> Bool {
    count > 0 && 100 * count >= share * all
  }

  private static func lines(
    _ bytes: [UInt8], isOfLines: Bool, csv separator: UInt8? = nil
  ) -> [ArraySlice<UInt8>] {
    var documents = DocumentLines(isLines: isOfLines)
    var splitter = LineSplitter(
      limit: 16 * LineSplitter.usualLimit, csvSeparator: separator)
    var lines: [ArraySlice<UInt8>] = []
    func take(_ line: LineSplitter.Line) {
      guard lines.count < mostLines, let bytes = line.bytes,
        !bytes.allSatisfy(\.isJSONWhiteSpace)
      else { return }
      lines.append(ArraySlice(Array(bytes)))
    }
    var start = 0
    while start < bytes.count, lines.count < mostLines {
      let end = min(bytes.count, start + 1 << 16)
      documents.feed(bytes[start..<end]) { splitter.feed($0, take) }
      start = end
    }
    documents.finish { splitter.feed($0, take) }
    splitter.finish(take)
    return lines
  }

  private static func object(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    guard
      let value = try? JSONParser.parse(
        bytes, offset: bytes.startIndex, mostValues: LineSplitter.mostValues),
      case .object(let members) = value.content, !members.isEmpty
    else { return nil }
    return value
  }

  // MARK: - JSON behind a text

  private static func prefixed(_ bytes: [UInt8]) -> SampleLines? {
    let lines = lines(bytes, isOfLines: true)
    var values: [JSONValue] = []
    var prefixes: [ArraySlice<UInt8>] = []
    for line in lines {
      let starts = line.indices.lazy.filter { line[$0] == UInt8(ascii: "{") }.prefix(4)
      for start in starts {
        guard let value = object(line[start...]) else { continue }
        values.append(value)
        prefixes.append(line[..<start])
        break
      }
    }
    guard isMost(values.count, of: lines.count), let text = separator(of: prefixes) else {
      return nil
    }
    return SampleLines(values, ["after \(MappingLine.quoted(text))"], isFlat: false)
  }

  /// The shortest end of all prefixes that is at no other place in them; better two characters
  /// than one.
  private static func separator(of prefixes: [ArraySlice<UInt8>]) -> String? {
    guard let first = prefixes.first else { return nil }
    var candidate: String?
    for length in 1...max(1, min(first.count, 64)) where length <= first.count {
      let end = first.suffix(length)
      guard prefixes.allSatisfy({ $0.suffix(length).elementsEqual(end) }) else { break }
      guard let text = String(validating: end, as: UTF8.self), text.isWritable,
        prefixes.allSatisfy({ !contains($0.dropLast(), end) })
      else { continue }
      candidate = text
      if length > 1 { break }
    }
    return candidate
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ part: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  // MARK: - Rows and pairs

  private static func csv(_ bytes: [UInt8]) -> SampleLines? {
    let separators: [(byte: UInt8, statement: String)] = [
      (UInt8(ascii: ","), "format csv"), (UInt8(ascii: ";"), "format csv \";\""),
      (UInt8(ascii: "\t"), "format csv \"tab\""), (UInt8(ascii: "|"), "format csv \"|\""),
    ]
    for (separator, statement) in separators {
      let rows = lines(bytes, isOfLines: true, csv: separator)
      guard let first = rows.first,
        let row = try? CSVRow(first, offset: 0, separator: separator),
        let header = try? CSVHeader(row), header.names.count > 1,
        !header.names.contains(where: { $0.contains("=") || $0.contains("{") })
      else { continue }
      let values = rows.dropFirst().compactMap { bytes -> JSONValue? in
        guard let row = try? CSVRow(bytes, offset: 0, separator: separator) else { return nil }
        return try? header.object(row)
      }
      guard isMost(values.count, of: rows.count - 1) else { continue }
      return SampleLines(values, [statement], isFlat: true)
    }
    return nil
  }

  private static func logfmt(_ bytes: [UInt8]) -> SampleLines? {
    let lines = lines(bytes, isOfLines: true)
    let values = lines.compactMap { line -> JSONValue? in
      guard let value = try? Logfmt.object(line, offset: 0),
        case .object(let members) = value.content, members.count > 1
      else { return nil }
      return value
    }
    guard isMost(values.count, of: lines.count) else { return nil }
    return SampleLines(values, ["format logfmt"], isFlat: true)
  }
}

extension String {
  /// True if a mapping can have it between quotes, and a person read it there.
  var isWritable: Bool { utf8.count <= 200 && escapedForDisplay == self }
}
