import Basics
import Lockstep

/// The result of comparing the service with a rulebook, for people.
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
    // The seed has no use where every sequence is tried.
    if let positions = result.positions { return text + ", \(counted(positions, "position"))\n" }
    return text + ", seed \(result.seed)\n"
  }
}
