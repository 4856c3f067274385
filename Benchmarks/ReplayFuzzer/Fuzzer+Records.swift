import Basics
import Rulebook
import Traces

/// Records that the scanner reads by itself: what is found must be as by the mapper.
extension Fuzzer {
  /// The keys of a trace's own lines: these are the records.
  static let flat = """
    event event
    time at
    outcome outcome
    id id
    notified notified
    observe observe
    ignore crc
    arguments .
    """

  /// The lines are texts in records.
  private static let strings = """
    only topic is not "probes"
    event value.event
    time value.at
    outcome value.outcome
    id value.id
    notified value.notified
    observe value.observe
    ignore value.crc
    arguments value
    """

  mutating func record(
    _ bytes: [UInt8], _ book: Corpus.Book, _ random: inout SplitMix64
  ) throws {
    let isInStrings = random.below(2) == 0
    let source = SourceText(path: "m.mapping", text: isInStrings ? Self.strings : Self.flat)
    guard let mapping = MappingParser.parse(source, rules: book.rules).mapping,
      let records = ScannedRecords(mapping, book.rules)
    else { throw Difference(description: "the mapping of records is none for the scanner") }
    var bytes = bytes
    if isInStrings {
      bytes = Self.quoted(bytes)
      if random.below(2) == 0 { Damage.apply(&bytes, &random) }
    }
    let options = options(book, &random)
    fed = (bytes, options)
    tally.recorded += 1
    try compare(
      result(of: bytes, book, options, random.below(3_000) + 1, records: records),
      strictResult(of: bytes, book, options, mapping: mapping), "records scanned and mapped", book)
  }

  private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var quoted: [UInt8] = []
    for (number, line) in bytes.split(separator: 10).enumerated() {
      quoted += Array(#"{"topic":"t","offset":\#(number),"value":""#.utf8)
      for byte in line {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          quoted.append(UInt8(ascii: "\\"))
        }
        quoted.append(byte)
      }
      quoted += Array("\"}\n".utf8)
    }
    return quoted
  }
}
