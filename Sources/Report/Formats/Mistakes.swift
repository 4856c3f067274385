import Basics
import Findings

/// The mistakes in one file.
package struct Mistakes: Sendable {
  package let source: SourceText
  package let diagnostics: [Diagnostic]

  package init(source: SourceText, diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = diagnostics
  }
}

extension SARIFLog {
  /// A run that ended before it had begun, since files have mistakes: a result for each.
  /// - Parameter version: of the tool.
  package init(_ mistakes: [Mistakes], version: String) {
    var builder = SARIFRunBuilder(version: version)
    for part in mistakes { builder.add(part) }
    self.init([builder.run(.wrongInput)])
  }
}
