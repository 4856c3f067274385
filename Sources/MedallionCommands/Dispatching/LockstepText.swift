internal import Diagnostics
internal import Lockstep

/// What holding the service against a rulebook found, for people.
enum LockstepText {
  static func render(_ result: LockstepResult, _ style: Style) -> String {
    var text = ""
    if let found = result.disagreement {
      let citations =
        found.requirements.isEmpty ? "" : " [\(found.requirements.joined(separator: " "))]"
      text += style("differs", .red, .bold) + "  \(found.kind): \(found.rule)\(citations)\n"
      text += "  rulebook  \(found.expected.escapedForDisplay)\n"
      text += "  service   \(found.observed.escapedForDisplay)\n"
      text += "  after\n"
      for line in found.run { text += "    \(line.escapedForDisplay)\n" }
    } else {
      text += style("agrees", .green, .bold) + "\n"
    }
    text += counted(result.steps, "step")
    text += ", " + counted(result.fullComparisons, "full comparison")
    // Whoever tries every sequence has no use for a seed.
    if let positions = result.positions { return text + ", \(counted(positions, "position"))\n" }
    return text + ", seed \(result.seed)\n"
  }
}
