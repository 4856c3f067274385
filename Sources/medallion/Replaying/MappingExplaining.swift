import Findings
import Replay
import Rulebook
import Traces

/// Shows the lines that a mapping makes of the first records of a trace.
enum MappingExplaining {
  private static let mostRecords = 10

  static func explain(
    _ path: String, _ rules: Core.Rules, _ reading: TraceReading
  ) throws(Failure) -> ExplainedTrace {
    guard let mapping = reading.mapping else { return ExplainedTrace(path: path, records: []) }
    var input = try TraceInput(path)
    var explainer = MappingExplainer(
      rules: rules, mapping: mapping, positions: reading.positions, limit: mostRecords)
    var documents = DocumentLines(isLines: mapping.isOfLines)
    while !explainer.isDone {
      guard try input.read({ documents.feed($0) { explainer.feed($0) } }) else {
        documents.finish { explainer.feed($0) }
        explainer.finish()
        break
      }
    }
    return ExplainedTrace(path: path, records: explainer.records.map(record))
  }

  private static func record(_ record: MappingExplainer.Record) -> ExplainedTrace.Record {
    var explained = ExplainedTrace.Record(line: record.line, record: record.record)
    switch record.result {
    case .line(let members):
      explained.members = members.map {
        // An instant in milliseconds tells a person nothing.
        let instant = $0.key == "at" ? Int64($0.value).map(Instants.timestamp) : nil
        return ExplainedTrace.Member(key: $0.key, value: instant ?? $0.value, from: $0.origin)
      }
    case .rejected(let rejection):
      explained.rejected = TraceResult.Rejection(rejection)
    case .passedOver(let reason): explained.passedOver = reason
    case .torn: explained.passedOver = "the line is torn"
    }
    return explained
  }
}
