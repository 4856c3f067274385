import Basics
import Findings
import Semantics

extension Judge {
  var verdict: (TraceResult.Verdict, reason: String?) {
    if counts.violations > 0 { return (.violates, nil) }
    if counts.rejected > 0 {
      let lines = counts.rejected == 1 ? "1 line" : "\(counts.rejected) lines"
      let stop = counts.hasStopped ? "; the replay ended there" : ""
      return (.inconclusive, "\(lines) could not be used\(stop)")
    }
    if counts.unknown > 0 {
      return (.inconclusive, "the evidence does not decide; see the findings")
    }
    if counts.undecided > 0 {
      let lines = counts.undecided == 1 ? "1 line depends" : "\(counts.undecided) lines depend"
      return (.inconclusive, "\(lines) on what was before the trace")
    }
    if result.events == 0, result.inferred.isEmpty { return (.inconclusive, "no event") }
    return (.conforms, nil)
  }

  /// The notes that a reader of the verdict needs besides the findings.
  var closingNotes: [String] {
    var notes: [String] = []
    if counts.rejected > result.rejected.count {
      notes.append("\(counts.rejected - result.rejected.count) more rejected lines are not shown")
    }
    for name in counts.brokenAssumptions.sorted() {
      notes.append("the assumption \(name) does not hold in this trace")
    }
    if counts.lost > 0 {
      notes.append(
        "\(counts.lost) \(counts.lost == 1 ? "line was" : "lines were") passed over, being about "
          + "what an earlier line failed to introduce")
    }
    if let startNote { notes.append(startNote) }
    if let disorderNote { notes.append(disorderNote) }
    let open = openDeadlines
    if open > 0 {
      notes.append(
        "\(open) \(open == 1 ? "obligation is" : "obligations are") still open at the end")
    }
    return notes
  }

  /// The number of first records that tell if a trace begins in mid-stream.
  static let earlyRecords = 1_000
  /// The number of early lines about unknown entities from which they are no ordinary faults.
  private static let fewestStrangers = 3

  /// A hint for a trace that begins in mid-stream; nil: it does not seem to.
  private var startNote: String? {
    guard counts.strangers >= Self.fewestStrangers, world.unseen == nil else { return nil }
    return "\(counts.strangers) of the first \(Self.earlyRecords) lines name somebody whom no line "
      + "has introduced: if the trace begins in mid-stream, replay it with --start unknown"
  }

  private var openDeadlines: Int {
    guard hasStarted, let view = try? world.deadlines() else { return 0 }
    return view.deadlines.count { !world.isSettled($0.cause) && !world.isOpen($0.cause) }
  }
}
