extension Rulebook {
  /// Replays a recorded trace against the rules, while its lines come.
  ///
  /// The lines are those of a JSON Lines trace (`Documentation/Traces.md`), without their line
  /// ends, in the order of their instants. Each costs time in the number of rules that it concerns,
  /// and some microseconds if it is right. Memory grows with the entities that are not over, and
  /// not with the lines.
  ///
  /// The lines behind a finding show its cause: it is handed over once there are ten thousand, or
  /// there are no more.
  public func replay<Lines: AsyncSequence>(
    lines: Lines, _ options: ReplayOptions = ReplayOptions()
  ) -> ReplayResults<Lines> where Lines.Element == String {
    ReplayResults(rulebook: self, lines: lines, options: options)
  }

  /// Replays a recorded trace against the rules, and returns the summary.
  ///
  /// - Parameters:
  ///   - lines: The lines, as for the replay of an asynchronous sequence.
  ///   - options: How the lines are read and judged.
  ///   - body: Called with each finding and each line that cannot be read, as they come. The
  ///     summary is returned and not handed over.
  @discardableResult
  public func replay(
    lines: some Sequence<String>, _ options: ReplayOptions = ReplayOptions(),
    _ body: (ReplayResult) -> Void = { _ in }
  ) -> ReplaySummary {
    let replay = LineReplay(self, options)
    for line in lines { replay.take(line).forEach(body) }
    let (rest, summary) = replay.finish()
    rest.forEach(body)
    return summary
  }
}

/// The results of a replay as they come: findings, lines that could not be read, and at the end one
/// summary.
///
/// The iteration takes as many lines as the next result needs. It throws the errors of the lines,
/// and a `CancellationError` if its task is cancelled; there is no summary then.
public struct ReplayResults<Lines: AsyncSequence>: AsyncSequence where Lines.Element == String {
  let rulebook: Rulebook
  let lines: Lines
  let options: ReplayOptions

  /// One replay in progress.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var lines: Lines.AsyncIterator
    let replay: LineReplay
    /// The results that are not handed over yet, the next one last.
    var ready: [ReplayResult] = []
    var isOver = false

    /// Takes lines until there is a result; nil: the summary was told.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> ReplayResult? {
      while ready.isEmpty, !isOver {
        try Task.checkCancellation()
        if let line = try await lines.next(isolation: actor) {
          ready = replay.take(line).reversed()
        } else {
          // A sequence of lines may end because the task is cancelled.
          try Task.checkCancellation()
          isOver = true
          let (rest, summary) = replay.finish()
          ready = [.summary(summary)] + rest.reversed()
        }
      }
      return ready.popLast()
    }
  }

  /// Starts a replay.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(lines: lines.makeAsyncIterator(), replay: LineReplay(rulebook, options))
  }
}

extension ReplayResults: Sendable where Lines: Sendable {}
