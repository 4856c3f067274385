import Basics
import Findings

/// The lines that a mapping makes of records, for people.
package struct MappingText: Sendable {
  let style: Style

  package init(style: Style) { self.style = style }

  /// Lines of text, each ended by a line end.
  package func render(_ trace: ExplainedTrace) -> String {
    var text = style(trace.path.escapedForDisplay, .bold) + "\n"
    for record in trace.records { text += render(record) }
    if trace.records.isEmpty { text += "  no record\n" }
    return text
  }

  private func render(_ record: ExplainedTrace.Record) -> String {
    var text = "  \(record.place): "
    if let reason = record.passedOver {
      return text + style("passed over", .dim) + ", \(reason.escapedForDisplay)\n"
    }
    if let rejection = record.rejected {
      return ReplayText(style: style).render(rejection)
    }
    let members = record.members ?? []
    text += style("read", .green) + "\n"
    let rows = members.map { ($0.key.escapedForDisplay, $0.value.escapedForDisplay, $0.from) }
    let keyWidth = rows.map(\.0.count).max() ?? 0
    let valueWidth = min(40, rows.map(\.1.count).max() ?? 0)
    for (key, value, origin) in rows {
      text += "    " + style(key.padded(to: keyWidth), .bold) + "  " + value.padded(to: valueWidth)
      text += "  " + style("← " + (origin?.escapedForDisplay ?? "absent"), .dim) + "\n"
    }
    return text
  }
}
