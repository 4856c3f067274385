/// A place in a trace: a line, or one of several records of a line.
package protocol RecordPlace {
  /// The line, counted from 1.
  var line: Int { get }
  /// The position of the record in its line, from 1; nil: the line has one.
  var record: Int? { get }
}

extension RecordPlace {
  /// The place as text for the user: `line 4`, or `line 4, record 37`.
  package var place: String { recordPlace }

  fileprivate var recordPlace: String { placeText(line, record) }
}

/// Returns the place of a line, or of one of its records, as text for the user: `line 4`, or
/// `line 4, record 37`.
package func placeText(_ line: Int, _ record: Int?) -> String {
  record.map { "line \(line), record \($0)" } ?? "line \(line)"
}

extension Finding: RecordPlace {}
extension TraceResult.Rejection: RecordPlace {
  /// `line 4, byte 17`.
  package var place: String { byte.map { "line \(line), byte \($0)" } ?? recordPlace }
}
extension ExplainedTrace.Record: RecordPlace {}
