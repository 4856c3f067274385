/// How a trace is judged.
public struct ReplayOptions: Sendable {
  /// How far a logged instant may be from the true one, in milliseconds.
  public var tolerance: Int64
  /// After so many findings of a trace, the rest are only counted.
  public var mostFindings: Int

  public init(tolerance: Int64 = 0, mostFindings: Int = 10_000) {
    self.tolerance = tolerance
    self.mostFindings = mostFindings
  }
}
