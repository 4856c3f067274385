public import Diagnostics
public import Findings
public import Rulebook
public import Traces
public struct ReplayOptions: Sendable { public init(tolerance: Int64 = 0) {} }
public struct Replayer {
  public init(_ rules: Core.Rules, path: String, source: SourceText, options: ReplayOptions) {}
  public mutating func take(_ item: TraceReader.Item) {}
  public mutating func finish() -> TraceResult { TraceResult(path: "") }
}
