import Basics
import Synchronization
import Verification

/// The progress of the work, on standard error: one changing line for a person; in CI a new line
/// now and then, so that the job is not taken for stuck; nothing in a pipe.
final class ProgressLine: Sendable {
  private enum Audience {
    case nobody, person, log

    /// The least time between two updates.
    var pause: Duration { self == .log ? .seconds(10) : .milliseconds(100) }
  }

  private struct Work {
    var subject = ""
    var start = ContinuousClock.now
    var done = 0
    /// The description of progress; empty if nothing is known.
    var text = ""
    var latest = ""
    var slowest: (name: String, duration: Duration)?
    var shown = ContinuousClock.now
    var isOver = true
  }

  /// The sequence that goes to the start of the line and clears it.
  static var clearing: StaticString { "\r\u{1B}[K" }

  private let audience: Audience
  private let prefix: String
  private let work = Mutex(Work())
  private let heartbeat = Mutex<Heartbeat?>(nil)

  /// - Parameter prefix: comes before every subject.
  init(isShown: Bool, prefix: String = "") {
    self.prefix = prefix
    if !isShown {
      audience = .nobody
    } else if Console.standardError.takesControls {
      audience = .person
    } else {
      audience = Console.isUnderCI ? .log : .nobody
    }
  }

  /// Begins the progress of another subject.
  func begin(_ subject: String) {
    guard audience != .nobody else { return }
    if audience == .person { Interruption.takeProgressAway() }
    let (audience, prefix, now) = (audience, prefix, ContinuousClock.now)
    work.withLock { work in
      // In a log the pause continues: phases may be short.
      let shown = work.isOver ? now : work.shown
      work = Work()
      (work.subject, work.shown, work.isOver) = (prefix + subject, shown, false)
      if audience == .person { Self.show(&work, audience, at: now) }
    }
    heartbeat.withLock { heartbeat in
      if heartbeat == nil {
        heartbeat = Heartbeat(every: 250_000) { [weak self] in self?.tick() }
      }
    }
  }

  /// Notes that an obligation was proved, on any thread: shows how many are left in this round, and
  /// the time that they will take if they are like those so far.
  func tell(_ progress: ProofProgress) {
    guard audience != .nobody, progress.total > 0 else { return }
    let done = work.withLock { work in
      work.done += 1
      if progress.duration > work.slowest?.duration ?? .zero {
        work.slowest = (progress.obligation, progress.duration)
      }
      return work.done
    }
    let inRound = (done - 1) % progress.total + 1
    let round = (done - 1) / progress.total + 1
    tell(
      done: inRound, of: progress.total,
      "obligations" + (round > 1 ? ", round \(round)" : ""), after: done, progress.obligation)
  }

  /// Counts one more item as done, on any thread.
  func tellOne(of total: Int, _ what: String, _ latest: String) {
    let done = work.withLock { work in
      work.done += 1
      return work.done
    }
    tell(done: done, of: total, what, latest)
  }

  /// Shows the number of items that are done, on any thread.
  ///
  /// - Parameter work: The number of items done since the beginning, if that is another number.
  func tell(
    done: Int, of total: Int, _ what: String, after work: Int? = nil, _ latest: String = ""
  ) {
    note(latest) { start, now in
      let left = (now - start) / (work ?? done) * (total - done)
      return "\(done) of \(total) \(what), about \(left.components.seconds + 1) s left"
    }
  }

  /// Shows progress of which the end is not known.
  func tell(_ text: String) {
    note("") { _, _ in text }
  }

  /// Shows the number of bytes read, of all if that is known, and of lines.
  ///
  /// - Parameter before: The number of these lines that an earlier run has read.
  func tell(bytes: Int, of total: Int?, lines: Int, before: Int = 0) {
    note("") { start, now in
      let seconds = max(0.001, (now - start) / .seconds(1))
      var text = "\(counted(lines, "line")), \(Int(Double(lines - before) / seconds)) a second"
      if let total, total > 0, bytes > 0 {
        let left = seconds / Double(bytes) * Double(max(0, total - bytes))
        text += ", \(100 * bytes / total) %, about \(Int(left) + 1) s left"
      }
      return text
    }
  }

  /// Calls a function that writes to the terminal. The line of progress is cleared before and shown
  /// again after it.
  func aside(_ body: () -> Void) {
    let audience = audience
    work.withLock { work in
      if audience == .person, !work.isOver {
        Console.standardError.write(Self.clearing.description)
      }
      body()
      if audience == .person, !work.isOver { Self.show(&work, audience, at: .now) }
    }
  }

  func clear() {
    heartbeat.withLock { heartbeat in
      heartbeat?.stop()
      heartbeat = nil
    }
    let audience = audience
    work.withLock { work in
      if audience == .person, !work.isOver {
        Console.standardError.write(Self.clearing.description)
        Interruption.showsProgress.store(false, ordering: .relaxed)
      }
      work.isOver = true
    }
  }

  private func note(
    _ latest: String,
    _ text: (_ start: ContinuousClock.Instant, _ now: ContinuousClock.Instant) -> String
  ) {
    guard audience != .nobody else { return }
    let (audience, now) = (audience, ContinuousClock.now)
    work.withLock { work in
      work.text = text(work.start, now)
      work.latest = latest
      if now - work.shown >= audience.pause { Self.show(&work, audience, at: now) }
    }
  }

  /// Shows the elapsed time if there was no update for long.
  private func tick() {
    let (audience, now) = (audience, ContinuousClock.now)
    work.withLock { work in
      let pause = audience == .person ? .seconds(1) : audience.pause
      if !work.isOver, now - work.shown >= pause { Self.show(&work, audience, at: now) }
    }
  }

  private static func show(
    _ work: inout Work, _ audience: Audience, at now: ContinuousClock.Instant
  ) {
    work.shown = now
    var line = work.subject
    if !work.text.isEmpty { line += ": \(work.text)" }
    if !work.latest.isEmpty { line += " (\(work.latest))" }
    if let slowest = work.slowest, slowest.duration >= .milliseconds(100) {
      line += "; slowest \(slowest.name), \(seconds(slowest.duration)) s"
    }
    let elapsed = (now - work.start).components.seconds
    if work.text.isEmpty, elapsed > 0 { line += ", \(elapsed) s" }
    line = line.escapedForDisplay
    switch audience {
    case .nobody: break
    case .log: Console.standardError.write(line + "\n")
    case .person:
      let width = (Console.standardError.width ?? 80) - 1
      Console.standardError.write(Self.clearing.description + line.prefix(width))
    }
  }

  private static func seconds(_ duration: Duration) -> String {
    let tenths = duration / .milliseconds(100)
    return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
  }
}
