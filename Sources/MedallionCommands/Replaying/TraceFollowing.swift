internal import Decompression
internal import Diagnostics
internal import Findings
internal import Replay
internal import Report
internal import Traces

/// Replays a trace that is still being written, and tells findings as they come.
struct TraceFollowing {
  /// Findings kept, so that what follows from them is known; beyond that they are only counted.
  static let mostFindings = 100_000
  private static let pause: Int32 = 200

  let path: String
  let format: ReplayFormat
  let style: Style
  let quiet: Bool
  let limits: ReplayText.Limits
  let strict: Bool
  let progress: ProgressLine

  private var told = Told()

  init(
    _ path: String, format: ReplayFormat, style: Style, quiet: Bool, limits: ReplayText.Limits,
    strict: Bool, progress: ProgressLine
  ) throws(Failure) {
    guard format == .text || format == .jsonl else {
      throw Failure(.wrongInput, "--follow has the formats text and jsonl")
    }
    self.path = path
    self.format = format
    self.style = style
    self.quiet = quiet
    self.limits = limits
    self.strict = strict
    self.progress = progress
  }

  /// Goes on until a signal comes, or the pipe is closed. Everything that was read is judged and
  /// told before the result is returned.
  mutating func run(
    _ rulebook: LoadedRulebook, _ options: ReplayOptions, _ reading: TraceReading,
    _ checkpoint: CheckpointFile?
  ) throws(Failure) -> TraceResult {
    Interruption.watch()
    var trace = try FollowedTrace(path)
    // What has been told cannot be told otherwise.
    var session = ReplaySession(path, rulebook, options.lookingBack(behind: 0), reading)
    var keeping: FollowKeeping?
    if let checkpoint {
      keeping = try FollowKeeping(checkpoint, &trace, &session, &told)
    }
    let known = session.lines
    var isAtStart = session.offset == 0
    progress.begin("following \(path)")
    defer { progress.clear() }
    following: while !Interruption.isRequested {
      guard trace.wait(Self.pause) else {
        // Nobody knows when the next line comes.
        session.settle()
        try tell(session)
        continue
      }
      switch try trace.read() {
      case .bytes(let count):
        let block = trace.block[..<count]
        if isAtStart, CompressionFormat(magic: block) != nil {
          throw Failure(.wrongInput, "cannot follow the trace '\(path)': it is packed")
        }
        isAtStart = false
        session.feed(block)
        keeping?.note(block)
        try session.check()
        try tell(session)
        progress.tell(bytes: session.offset, of: nil, lines: session.lines, before: known)
      case .nothing:
        session.settle()
        try tell(session)
        FollowedTrace.pause(Self.pause)
      case .rotated:
        session.beginFile()
        keeping?.beginFile()
        isAtStart = true
        told.rotations.append(session.next.line)
        try tell(session)
      case .ended: break following
      }
      try keeping?.check(trace, session, told)
    }
    session.settle()
    try tell(session)
    try keeping?.write(trace, session, told)
    var result = try session.finish(goesOn: keeping != nil)
    try tell(result.findings, result.rejected)
    result.notes += told.notes
    return result
  }

  private mutating func tell(_ session: borrowing ReplaySession) throws(Failure) {
    try tell(session.findings, session.rejected)
  }

  private mutating func tell(
    _ findings: [Finding], _ rejected: [TraceResult.Rejection]
  ) throws(Failure) {
    var text = ""
    let rendering = ReplayText(style: style)
    for finding in findings[told.findings...] {
      if format == .jsonl {
        text += try JSONText.line(ReplayLine.finding(finding, trace: path))
      } else if told.findings < limits.findings {
        text += rendering.render(finding)
      }
      told.findings += 1
    }
    var end: Failure?
    for rejection in rejected[told.rejected...] where end == nil {
      if strict {
        end = Failure(.wrongInput, "\(path):\(rejection.line): \(rejection.message)")
        continue
      }
      if format == .jsonl {
        text += try JSONText.line(ReplayLine.rejected(rejection, trace: path))
      } else if told.rejected < limits.rejected {
        text += rendering.render(rejection)
      }
      told.rejected += 1
    }
    if !text.isEmpty, !quiet {
      progress.clear()
      try Console.show(text)
    }
    if let end { throw end }
  }
}
