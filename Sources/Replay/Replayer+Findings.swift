public import Findings

/// What is known before the end, for those who cannot wait for it.
extension Replayer {
  /// All that were found so far, oldest first, as far as they are kept. Of those of the latest
  /// lines not everything may be known yet.
  public var findings: [Finding] { result.findings }

  /// The lines that could not be used so far, as far as they are kept.
  public var rejected: [TraceResult.Rejection] { result.rejected }

  /// How many lines were taken.
  public var lines: Int { result.lines }
}
