import Findings

/// Suggests the option for the form of a trace where it was forgotten, instead of a thousand
/// messages that a line is no JSON.
enum FormHint {
  /// The number of bytes of a trace that are looked at.
  static let mostBytes = 4_096

  /// - Parameter head: the first bytes of a trace without a mapping.
  static func notes(_ head: [UInt8], _ result: TraceResult) -> [String] {
    guard result.events == 0, !result.rejected.isEmpty else { return [] }
    return hint(head, result.rejected).map { [$0] } ?? []
  }

  /// - Returns: nil: nothing is known of the form.
  static func hint(_ head: [UInt8], _ rejected: [TraceResult.Rejection]) -> String? {
    let line = head.prefix { $0 != UInt8(ascii: "\n") }
    guard line.allSatisfy({ $0 >= 0x20 || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") })
    else { return nil }
    if rejected.allSatisfy({ $0.id.hasPrefix("json-") }) { return hint(line) }
    guard rejected.allSatisfy({ $0.id == "no-event" }) else { return nil }
    let isInside = String(decoding: line, as: UTF8.self).contains("{\\\"")
    return isInside
      ? "the records hold JSON in a string: a mapping reads it, with paths such as `value.event`"
      : "the lines are records of another kind: --mapping says what in them is the event and its time"
  }

  private static func hint(_ line: ArraySlice<UInt8>) -> String? {
    if isHeader(line) {
      return "the first line looks like the names of columns: --mapping csv reads CSV"
    }
    if let start = line.firstIndex(of: UInt8(ascii: "{")), start > line.startIndex,
      line.contains(UInt8(ascii: "}"))
    {
      return "the first line has text before its JSON: a mapping with `after \"…\"` reads it"
    }
    let pairs = line.split(separator: UInt8(ascii: " ")).prefix(8)
    guard pairs.count > 1, pairs.count(where: { $0.contains(UInt8(ascii: "=")) }) > 1 else {
      return nil
    }
    return "the first line looks like pairs: a mapping with `format logfmt` reads `key=value`"
  }

  /// Returns true if the first line consists of several names, separated by commas.
  private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return cells.count > 1 && cells.allSatisfy { !$0.isEmpty && $0.allSatisfy(isOfName) }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
      true
    default: " _-.\"\r".utf8.contains(byte)
    }
  }
}
