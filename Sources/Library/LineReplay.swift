import Findings
import Replay
import Rulebook
import Traces

/// A replay that is given one line after the other.
final class LineReplay {
  private var replayer: Replayer
  private var order = TraceOrder()
  private var chain: LineChain
  private var toldFindings = 0
  private var toldRejected = 0

  init(_ rulebook: Rulebook, _ options: ReplayOptions) {
    // Lines cannot be read again, so the changes of all of them are kept.
    let options = Replay.ReplayOptions(
      tolerance: options.tolerance.wholeMilliseconds, startsUnknown: options.startsUnknown
    ).lookingBack(behind: 0)
    replayer = Replayer(
      rulebook.rules, path: "", source: rulebook.source, options: options)
    chain = LineChain(of: rulebook.rules, options)
  }

  /// Checks the next line, and returns what is known since the last call.
  func take(_ line: String) -> [ReplayResult] {
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    chain.feed(bytes[...])
    replayer.feed(bytes[...], in: &order)
    return news()
  }

  /// Ends the trace, and returns the rest of the results, without the summary.
  func finish() -> (rest: [ReplayResult], summary: ReplaySummary) {
    replayer.endOfTrace(in: &order)
    var result = replayer.finish()
    result.take(chain.finish())
    result.add(replayer.tally)
    result.add(order.tally, TraceOrder.Options())
    return (news(), ReplaySummary(result, rejectedLines: replayer.rejectedCount))
  }

  private func news() -> [ReplayResult] {
    guard replayer.findingCount > toldFindings || replayer.rejectedCount > toldRejected else {
      return []
    }
    let findings = replayer.findings(since: toldFindings)
    let rejected = replayer.rejected.dropFirst(toldRejected)
    toldFindings += findings.count
    toldRejected += rejected.count
    return rejected.map {
      .rejected(RejectedLine(line: $0.line, id: $0.id, message: $0.message))
    } + findings.map { .finding(Finding($0)) }
  }
}

extension Duration {
  /// The duration in milliseconds, rounded down; the greatest number if it is longer.
  fileprivate var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isOver) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, isOverToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return isOver || isOverToo ? (seconds < 0 ? .min : .max) : sum
  }
}
