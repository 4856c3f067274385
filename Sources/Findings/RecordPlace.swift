/// What stands at a line of a trace, and may be one of several records of that line.
public protocol RecordPlace {
  /// Counted from 1.
  var line: Int { get }
  /// Which record of its line it is, from 1; nil: the line has one.
  var record: Int? { get }
}

extension RecordPlace {
  /// Where it stands, for the user: `line 4`, or `line 4, record 37`.
  public var place: String { recordPlace }

  fileprivate var recordPlace: String {
    record.map { "line \(line), record \($0)" } ?? "line \(line)"
  }
}

extension Finding: RecordPlace {}
extension TraceResult.Rejection: RecordPlace {
  /// `line 4, byte 17`.
  public var place: String { byte.map { "line \(line), byte \($0)" } ?? recordPlace }
}
extension ExplainedTrace.Record: RecordPlace {}
