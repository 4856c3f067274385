import Basics
import Report

/// The check of an attestation as a person reads it: the answer, then a line for each check.
struct AttestationText {
  let style: Style

  func render(_ check: AttestationCheck) -> String {
    var text = style(check.envelope.escapedForDisplay, .bold) + ": "
    text += check.holds ? style("holds", .green, .bold) : style("does not hold", .red, .bold)
    text += "\n"
    let width = check.checks.map(\.what.count).max() ?? 0
    for one in check.checks {
      let mark =
        one.holds
        ? style("ok   ", .green) : one.isAdvisory ? style("note ", .yellow) : style("wrong", .red)
      text += "  \(mark) \(one.what.padded(to: width)) \(one.name.escapedForDisplay)"
      text += style("  \(one.message.escapedForDisplay)", one.holds ? .dim : .bold) + "\n"
    }
    return text
  }
}
