/// How a trace is replayed.
public struct ReplayOptions: Sendable, Hashable {
  /// By how many milliseconds a recorded instant may be off. Lateness, and earliness of
  /// obligations, up to it is counted and is no finding; guards are judged by the instant that
  /// remains. From 0 to ten years; taken as the nearest of these.
  public let tolerance: Int64
  /// Whether the first line that cannot be used ends the replay.
  public let isStrict: Bool
  /// How many findings, and how many rejected lines, are kept; more are only counted.
  public let mostFindings: Int

  /// Whether every line is judged by the evaluator alone: much slower, with the same result.
  public let usesEvaluator: Bool

  public init(
    tolerance: Int64 = 0, strict: Bool = false, mostFindings: Int = 10_000, evaluator: Bool = false
  ) {
    self.tolerance = min(max(0, tolerance), 10 * 366 * 86_400_000)
    isStrict = strict
    usesEvaluator = evaluator
    self.mostFindings = max(1, mostFindings)
  }
}
