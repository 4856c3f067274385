public import Diagnostics
public import Findings

/// Verdicts as rows of a table whose columns are known before the verdicts are.
public struct VerdictTable: Sendable {
  /// The property that a row is about.
  public struct Row: Hashable, Sendable {
    let kind: Verification.Kind
    let name: String

    public init(_ result: Verification.PropertyResult) {
      kind = result.kind
      name = result.name
    }
  }

  private let style: Style
  private let verdict: Int
  private let kind: Int
  private let name: Int
  private let requirements: Int

  /// - Parameter results: All that will be told, with any verdicts.
  public init(_ results: [Verification.PropertyResult], _ style: Style) {
    self.style = style
    func width(_ text: (Verification.PropertyResult) -> String) -> Int {
      results.map { text($0).count }.max() ?? 0
    }
    verdict = width(\.widestVerdict.rawValue)
    kind = width(\.kind.rawValue)
    name = width(\.name.escapedForDisplay)
    requirements = results.contains { $0.isCached == true } ? width(\.ids) : 0
  }

  /// One line, ended by a line end.
  public func row(_ result: Verification.PropertyResult) -> String {
    func column(_ text: String, _ width: Int, _ mark: Style.Mark? = nil) -> String {
      (mark.map { style(text, $0) } ?? text)
        + String(repeating: " ", count: max(0, width - text.count))
    }
    var columns = [
      column(result.verdict.rawValue, verdict, result.verdict.mark),
      column(result.kind.rawValue, kind, .dim), column(result.name.escapedForDisplay, name),
      column(result.ids, requirements, .cyan),
    ]
    if result.isCached == true { columns.append(style("cached", .dim)) }
    let line = columns.joined(separator: "  ")
    return "  \(line)".trimmingBlanks + "\n"
  }
}

extension Verification.PropertyResult {
  fileprivate var ids: String { requirements.joined(separator: " ").escapedForDisplay }

  /// True if its verdict is known once the proof is done: no run can change it.
  public var isSettledByProof: Bool {
    switch verdict {
    case .proved, .unneeded, .assumed: true
    case .reached, .refuted, .unreachable, .notInductive, .undecided: false
    }
  }

  /// The widest word that its verdict is likely to become.
  fileprivate var widestVerdict: Verdict {
    isSettledByProof ? verdict : kind == .reach ? .reached : .notInductive
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var copy = self
    while copy.last == " " { copy.removeLast() }
    return copy
  }
}
