import Rulebook
import Traces

/// The lines of a trace in memory, as they were written; read again whenever they are needed.
package struct RecordedLines: Sendable {
  /// An error: the input is no trace that can be changed.
  package struct Unusable: Error, Sendable {
    /// The number of the line, counted from 1.
    package let line: Int
    /// The fault of the line, for the user.
    package let message: String
  }

  private let bytes: [UInt8]
  /// The offset at which each line begins, and the end.
  private let starts: [Int]
  private let reader: TraceReader

  /// Finds the beginnings of lines; their content is read later. O(bytes).
  package init(_ bytes: [UInt8], rules: Core.Rules) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    if starts[starts.count - 1] != bytes.count { starts.append(bytes.count) }
    self.starts = starts
    reader = TraceReader(rules: rules)
  }

  /// The number of lines, blank ones included; the last need not have a line end.
  package var count: Int { starts.count - 1 }

  /// The bytes of a line, by its position from 0, with its line end.
  package func bytes(of position: Int) -> ArraySlice<UInt8> {
    bytes[starts[position]..<starts[position + 1]]
  }

  /// Returns the content of a line; nil: it is blank.
  package func line(_ position: Int) throws(Unusable) -> TraceLine? {
    var reader = reader
    let items = reader.feed(bytes(of: position)) + reader.finish()
    switch items.first {
    case .line(let line): return line
    case nil: return nil
    case .rejected(let rejection):
      throw Unusable(line: position + 1, message: rejection.message)
    case .torn: throw Unusable(line: position + 1, message: "the line is torn")
    }
  }
}
