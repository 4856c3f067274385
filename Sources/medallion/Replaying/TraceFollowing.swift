import Basics
import Findings
import Replay
import Report
import Traces

/// Replays a trace that is still being written, and tells findings as they come.
struct TraceFollowing {
  /// The number of findings that are kept, so that their consequences are recognised.
  static let mostFindings = 100_000
  /// The number of findings of each row that are told where `--limit` is absent.
  static let usualLimit = 10_000
  private static let pause: Int32 = 200

  let path: String
  private var stream: FindingStream
  private var told = Told()

  init(_ path: String, _ stream: FindingStream) throws(Failure) {
    guard stream.format == .text || stream.format == .jsonl else {
      throw Failure(.wrongInput, "--follow has the formats text and jsonl")
    }
    self.path = path
    self.stream = stream
  }

  /// Runs until a signal comes, or the pipe is closed. Everything that was read is checked and told
  /// before the result is returned.
  mutating func run(
    _ rulebook: LoadedRulebook, _ options: ReplayOptions, _ reading: TraceReading,
    _ checkpoint: CheckpointFile?
  ) throws(Failure) -> TraceResult {
    Interruption.watch()
    var trace = try FollowedTrace(path)
    // A finding that has been told cannot be revised.
    var session = ReplaySession(path, rulebook, options.lookingBack(behind: 0), reading)
    var keeping: FollowKeeping?
    if let checkpoint {
      keeping = try FollowKeeping(checkpoint, &trace, &session, &told)
    }
    let known = session.lines
    var isAtStart = session.offset == 0
    stream.progress.begin("following \(path)")
    defer { stream.progress.clear() }
    following: while !Interruption.isRequested {
      guard trace.wait(Self.pause) else {
        // The next line may come at any time, or never.
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
        stream.progress.tell(bytes: session.offset, of: nil, lines: session.lines, before: known)
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
      try keeping?.check(trace, &session, told)
    }
    session.settle()
    try tell(session)
    try keeping?.write(trace, &session, told)
    var result = try session.finish(goesOn: keeping != nil)
    try stream.tell(
      path, Array(result.findings.dropFirst(told.findings)), result.rejected, &told)
    result.notes += told.notes
    return result
  }

  private mutating func tell(_ session: borrowing ReplaySession) throws(Failure) {
    try stream.tell(path, session.findings(since: told.findings), session.rejected, &told)
  }
}
