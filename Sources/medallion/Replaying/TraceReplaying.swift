import Basics
import Findings
import Replay
import Rulebook
import Traces

/// The settings for reading traces.
struct TraceReading {
  var mapping: Mapping?
  var order = TraceOrder.Options()
  /// The entities that positions stand for; nil: a trace has no positions.
  var positions: PositionNames?
  /// The sharding; nil: the trace is replayed in one piece.
  var sharding: Sharding?
  /// True if results identify their inputs by digests.
  var isDigested = false

  /// Returns the chain of the lines of a file that is read with these settings.
  /// - Parameter isPart: True if other files may hold the lines before its first one.
  func chain(_ rules: Core.Rules, _ options: ReplayOptions, isPart: Bool = false) -> LineChain {
    let chain = LineChain(of: rules, options, isPart: isPart)
    guard mapping != nil, !chain.isOff else { return chain }
    return LineChain(notShown: "a mapping makes the lines")
  }
}

/// Replays one trace block by block, in memory that does not grow with it.
enum TraceReplaying {
  /// Replays a trace. A file is read again if only then the steps to the first fault can be shown,
  /// because remembering them from the start takes time; for an input that cannot be read again
  /// they are remembered.
  /// - Parameters:
  ///   - path: A file, or `-` for standard input.
  ///   - checkpoint: The file that keeps the progress of the replay.
  static func replay(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions,
    reading: TraceReading = TraceReading(), progress: ProgressLine? = nil,
    checkpoint: CheckpointFile? = nil, stream: FindingStream? = nil
  ) throws(Failure) -> TraceResult {
    defer { progress?.clear() }
    var options = options
    var telling = stream.map { Telling(stream: $0, path: path) }
    while true {
      switch try read(path, rulebook, options, reading, progress, checkpoint, &telling) {
      case .toItsEnd(let result): return result
      case .toAFault(let lines):
        options = options.lookingBack(behind: max(0, lines - Replayer.leadingLines))
      }
    }
  }

  /// Tells the findings in one trace. Findings that were told before the trace is read again are
  /// not repeated.
  private struct Telling {
    var stream: FindingStream
    let path: String
    var told = Told()

    mutating func tell(_ session: borrowing ReplaySession) throws(Failure) {
      try stream.tell(path, session.findings(since: told.findings), session.rejected, &told)
    }

    mutating func tell(_ result: TraceResult) throws(Failure) {
      let rest = Array(result.findings.dropFirst(told.findings))
      try stream.tell(path, rest, result.rejected, &told)
    }
  }

  /// The point up to which a trace was read.
  private enum Reached {
    case toItsEnd(TraceResult)
    /// A fault that one of the lines before may explain, if these were kept.
    case toAFault(lines: Int)
  }

  private static func read(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions,
    _ reading: TraceReading, _ progress: ProgressLine?, _ checkpoint: CheckpointFile?,
    _ telling: inout Telling?
  ) throws(Failure) -> Reached {
    var input = try TraceInput(path, isDigested: reading.isDigested)
    let isReadOnce = !input.canBeReadAgain || checkpoint != nil || reading.sharding != nil
    var session = ReplaySession(
      path, rulebook, isReadOnce ? options.lookingBack(behind: 0) : options, reading)
    var keeping = try checkpoint.map { file throws(Failure) in
      try TraceKeeping(file, path, &input, &session)
    }
    let known = session.lines
    progress?.begin("replaying \(path)")
    // Piece by piece: a block of a packed file may unpack to a thousand times as much.
    while try input.read({ keeping.feed($0, to: &session) }) {
      try session.check()
      try keeping?.check(&session, progress)
      progress?.tell(
        bytes: input.position, of: input.size, lines: session.lines, before: known)
      if let lines = session.lacksLinesAt { return .toAFault(lines: lines) }
      try telling?.tell(session)
    }
    try keeping?.end(&session)
    var result = try session.finish()
    if let lines = session.lacksLinesAt { return .toAFault(lines: lines) }
    try telling?.tell(result)
    result.digest = input.digest?.text
    return .toItsEnd(result)
  }
}

extension TraceKeeping? {
  /// Feeds the bytes that were not checked before.
  fileprivate mutating func feed(_ bytes: ArraySlice<UInt8>, to session: inout ReplaySession) {
    guard let rest = self?.mark.pass(bytes) else { return session.feed(bytes) }
    if !rest.isEmpty { session.feed(rest) }
  }
}
