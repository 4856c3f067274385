import Basics
import Findings

/// One run as a file for people: its steps, then the exchange of messages.
package struct RunFileText: Sendable {
  private let property: Verification.PropertyResult

  package init(_ property: Verification.PropertyResult) { self.property = property }

  /// Empty if the property has no run.
  package var text: String {
    guard let run = property.run else { return "" }
    var lines = ["\(property.verdict.rawValue) \(property.name)".escapedForDisplay]
    lines += RunText(style: .plain, form: .steps).lines(run)
    lines += [Self.sentence(property, .plain), ""]
    lines += SequenceText(RunSequence(run)).lines(.plain)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The sentence of the property with the requirements that it cites.
  static func sentence(_ property: Verification.PropertyResult, _ style: Style) -> String {
    let ids = property.requirements.joined(separator: " ")
    return property.statement.escapedForDisplay + (ids.isEmpty ? "" : style("  [\(ids)]", .cyan))
  }
}
