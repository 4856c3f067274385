import Findings

/// The result of a replay as JSON Lines: a line for each finding, as soon as it is known, one for
/// each line that was rejected, and one that closes each trace, or says that it cannot be read.
package enum ReplayLine: Encodable, Sendable {
  case finding(Finding, trace: String)
  case rejected(TraceResult.Rejection, trace: String)
  /// The end of one trace, with the whole result that it is a part of.
  case closing(TraceResult, of: Replaying)
  case unread(Replaying.Unread)
  /// The last line of all, over several traces.
  case summary(Replaying.Summary)

  private enum CodingKeys: CodingKey { case type, trace, message }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .finding(let finding, let trace):
      try finding.encode(to: encoder)
      try container.encode("finding", forKey: .type)
      try container.encode(trace, forKey: .trace)
    case .rejected(let rejection, let trace):
      try rejection.encode(to: encoder)
      try container.encode("rejected", forKey: .type)
      try container.encode(trace, forKey: .trace)
    case .closing(let result, let document):
      try Closing(result, document).encode(to: encoder)
      try container.encode("trace", forKey: .type)
      try container.encode(result.path, forKey: .trace)
    case .summary(let summary):
      try summary.encode(to: encoder)
      try container.encode("summary", forKey: .type)
    case .unread(let trace):
      try container.encode("unread", forKey: .type)
      try container.encode(trace.path, forKey: .trace)
      try container.encode(trace.message, forKey: .message)
    }
  }

  /// The parts of a result that have no lines of their own.
  private struct Closing: Encodable {
    let schema = "medallion.replay.lines/2"
    let rulebook: String
    let digest: String
    let options: [String]
    let traceDigest: String?
    let verdict: TraceResult.Verdict
    let reason: String?
    let events: Int
    let lines: Int
    /// All, whether they have lines of their own or not.
    let findings: Int
    let rows: [FindingRow]
    let rejected: Int
    /// The number of consequences of all findings.
    let downstream: Int
    let entities: [String: Int]
    let exercised: [String: TraceResult.Exercise]
    let unexercised: [String]?
    let notes: [String]
    let tolerance: Int64?
    let tolerated: [String: TraceResult.Tolerated]
    let inferred: [String: Int]
    let undecided: [String: TraceResult.Undecided]
    let completeness: Completeness?

    init(_ result: TraceResult, _ document: Replaying) {
      rulebook = document.rulebook
      digest = document.digest
      options = document.options
      traceDigest = result.digest
      unexercised = document.unexercised
      verdict = result.verdict
      reason = result.reason
      events = result.events
      lines = result.lines
      findings = result.rows.total
      rows = result.rows
      rejected = result.rejected.count
      downstream = result.findings.reduce(0) { $0 + $1.downstream }
      entities = result.entities
      exercised = result.exercised
      notes = result.notes
      tolerance = result.tolerance
      tolerated = result.tolerated
      inferred = result.inferred
      undecided = result.undecided
      completeness = result.completeness
    }

    enum CodingKeys: CodingKey {
      case schema, rulebook, digest, options, traceDigest, verdict, reason, events, lines, findings,
        rows, rejected,
        downstream, entities
      case exercised, unexercised, notes, tolerance, tolerated, inferred, undecided,
        completeness
    }
  }
}
