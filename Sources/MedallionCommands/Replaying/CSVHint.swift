internal import Findings

/// Tells whoever forgot to say it that a trace is CSV, and not a thousand times that it is no JSON.
enum CSVHint {
  /// How much of a trace is looked at.
  static let mostBytes = 1_024

  /// - Parameter head: the first bytes of the trace.
  static func notes(_ head: [UInt8], _ result: TraceResult) -> [String] {
    guard result.events == 0, !result.rejected.isEmpty,
      result.rejected.allSatisfy({ $0.id.hasPrefix("json-") }), let hint = hint(head)
    else { return [] }
    return [hint]
  }

  /// - Returns: nil: the first line is none of CSV.
  static func hint(_ head: [UInt8]) -> String? {
    isHeader(head)
      ? "the first line looks like the names of columns: --mapping csv reads CSV" : nil
  }

  /// Whether the first line is several names, separated by commas.
  private static func isHeader(_ head: [UInt8]) -> Bool {
    let end = head.firstIndex(of: UInt8(ascii: "\n")) ?? head.endIndex
    let cells = head[..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
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
