internal import Diagnostics
internal import Proof
internal import Synchronization

/// What is going on, on standard error: one line that changes where a person watches; in CI, so
/// that nobody takes it for stuck, a line of its own now and then; nothing in a pipe.
final class ProgressLine: Sendable {
  private enum Audience {
    case nobody, person, log

    /// How long what was shown stays as it is.
    var pause: Duration { self == .log ? .seconds(10) : .milliseconds(100) }
  }

  private struct Work {
    var subject = ""
    var start = ContinuousClock.now
    var done = 0
    /// How far it is, and the rest that is known of it; empty if nothing is.
    var text = ""
    var latest = ""
    var slowest: (name: String, duration: Duration)?
    var shown = ContinuousClock.now
    var isOver = true
  }

  /// To the start of the line, and nothing in it.
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

  /// What the following is about.
  func begin(_ subject: String) {
    guard audience != .nobody else { return }
    if audience == .person { Interruption.takeProgressAway() }
    let (audience, prefix, now) = (audience, prefix, ContinuousClock.now)
    work.withLock { work in
      // In a log the pause goes on: phases may be short.
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

  /// An obligation has been asked, on whatever thread: how many are left in this round, and how
  /// long that takes if they are like those so far.
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

  /// One more is done, on whatever thread.
  func tellOne(of total: Int, _ what: String, _ latest: String) {
    let done = work.withLock { work in
      work.done += 1
      return work.done
    }
    tell(done: done, of: total, what, latest)
  }

  /// So many are done, on whatever thread.
  ///
  /// - Parameter work: how many were done since the beginning, if that is another number.
  func tell(
    done: Int, of total: Int, _ what: String, after work: Int? = nil, _ latest: String = ""
  ) {
    note(latest) { start, now in
      let left = (now - start) / (work ?? done) * (total - done)
      return "\(done) of \(total) \(what), about \(left.components.seconds + 1) s left"
    }
  }

  /// How far it is, where nobody knows how far it will go.
  func tell(_ text: String) {
    note("") { _, _ in text }
  }

  /// So many bytes are read, of as many as there are if that is known, with so many lines.
  ///
  /// - Parameter before: how many of these an earlier run has read.
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

  /// Does what writes to the terminal where the line stands, which comes back after that.
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

  /// Where nothing is told for long, at least time goes on.
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
