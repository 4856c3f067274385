internal import Proof
internal import Synchronization

/// One line on standard error that says what is going on; only where a person watches.
final class ProgressLine: Sendable {
  private struct Count {
    var done = 0
    let start = ContinuousClock.now
    var shown: ContinuousClock.Instant?
  }

  private static let interval = Duration.milliseconds(100)

  private let isShown: Bool
  private let name: Mutex<String>
  private let count = Mutex(Count())

  init(isShown: Bool) {
    self.isShown = isShown && Console.standardError.isTerminal
    name = Mutex("")
  }

  /// What the following is about.
  func begin(_ subject: String) {
    guard isShown else { return }
    name.withLock { $0 = subject }
    count.withLock { $0 = Count() }
    show("")
  }

  func show(_ text: String) {
    guard isShown else { return }
    let width = (Console.standardError.width ?? 80) - 1
    let line = name.withLock { $0 } + text
    Console.standardError.write("\r\u{1B}[K" + line.prefix(width))
  }

  /// An obligation has been asked, on whatever thread: how many are left in this round, and how
  /// long that takes if they are like those so far.
  func tell(_ progress: ProofProgress) {
    guard isShown, progress.total > 0 else { return }
    let done = count.withLock { count in
      count.done += 1
      return count.done
    }
    let inRound = (done - 1) % progress.total + 1
    let round = (done - 1) / progress.total + 1
    tell(
      done: inRound, of: progress.total,
      "obligations" + (round > 1 ? ", round \(round)" : ""), after: done, progress.obligation)
  }

  /// One more is done, on whatever thread.
  func tellOne(of total: Int, _ what: String, _ latest: String) {
    let done = count.withLock { count in
      count.done += 1
      return count.done
    }
    tell(done: done, of: total, what, latest)
  }

  /// So many are done, on whatever thread.
  ///
  /// - Parameter work: how many were done since the beginning, if that is another number.
  func tell(
    done: Int, of total: Int, _ what: String, after work: Int? = nil, _ latest: String? = nil
  ) {
    guard isShown else { return }
    let now = ContinuousClock.now
    let text: String? = count.withLock { count in
      if let shown = count.shown, now - shown < Self.interval { return nil }
      count.shown = now
      let left = (now - count.start) / (work ?? done) * (total - done)
      return ": \(done) of \(total) \(what), about \(left.components.seconds + 1) s left"
        + (latest.map { " (\($0))" } ?? "")
    }
    if let text { show(text) }
  }

  /// So many bytes are read, of as many as there are if that is known, with so many lines.
  func tell(bytes: Int, of total: Int?, lines: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    let text: String? = count.withLock { count in
      if let shown = count.shown, now - shown < Self.interval { return nil }
      count.shown = now
      let seconds = max(0.001, (now - count.start) / .seconds(1))
      var text = ": \(lines) lines, \(Int(Double(lines) / seconds)) a second"
      if let total, total > 0, bytes > 0 {
        let left = seconds / Double(bytes) * Double(max(0, total - bytes))
        text += ", \(100 * bytes / total) %, about \(Int(left) + 1) s left"
      }
      return text
    }
    if let text { show(text) }
  }

  func clear() {
    if isShown { Console.standardError.write("\r\u{1B}[K") }
  }
}
