import Basics
import Findings
import Traces

/// Notes on the treatment of lines before they were checked, as a part of the result.
extension TraceResult {
  /// Adds notes on the records that were passed over.
  package mutating func add(_ tally: TraceReader.Tally) {
    if tally.passedOver > 0 {
      notes.append("the mapping passes over \(counted(tally.passedOver, "record"))")
    }
    if tally.empty > 0 {
      notes.append("\(counted(tally.empty, "line")) without a record")
    }
  }

  /// Adds the numbers of lines that were put right.
  package mutating func add(_ tally: TraceOrder.Tally, _ options: TraceOrder.Options) {
    if tally.late > 0 {
      tolerated["reorder"] = Tolerated(times: tally.late, most: tally.mostLate)
    }
    if tally.slightlyLate > 0 {
      tolerated["less than 1 ms"] = Tolerated(times: tally.slightlyLate)
    }
    if tally.doubled > 0 { tolerated["doubled"] = Tolerated(times: tally.doubled) }
    for (source, count) in tally.corrected {
      let offset = options.clockOffsets[source].map { abs($0) }
      tolerated["clock \(source)"] = Tolerated(times: count, most: offset)
    }
    if let line = tally.firstDoubled {
      notes.append(
        "\(counted(tally.doubled, "line")) recorded twice and left out, the first is line \(line)"
      )
    }
    if let line = tally.firstConflicting {
      notes.append(
        "\(counted(tally.conflicting, "line")) under the id of an earlier line "
          + "\(tally.conflicting == 1 ? "says" : "say") something else, the first is line \(line)")
    }
    for source in options.clockOffsets.keys.sorted() where tally.corrected[source] == nil {
      notes.append("no line is from '\(source)', for which a clock offset is given")
    }
  }
}
