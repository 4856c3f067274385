public import Diagnostics
internal import Findings

/// The mistakes in one file.
public struct Mistakes: Sendable {
  public let source: SourceText
  public let diagnostics: [Diagnostic]

  public init(source: SourceText, diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = diagnostics
  }
}

extension SARIFLog {
  /// A run that ended before it had begun, since files have mistakes: a result for each.
  /// - Parameter version: of the tool.
  public init(_ mistakes: [Mistakes], version: String) {
    var builder = SARIFRunBuilder(version: version)
    for part in mistakes { builder.add(part) }
    self.init([builder.run(.wrongInput)])
  }
}
