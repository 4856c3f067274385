import Basics
import Findings
import Report

/// The results of `doctor`; the JSON document `medallion.doctor/1`.
struct DoctorDocument: Encodable {
  enum Status: String, Encodable {
    case ok
    /// Something optional is missing.
    case note
    case wrong
  }

  struct Check: Encodable {
    let name: String
    let status: Status
    /// The state that was found, such as a version.
    let value: String
    /// The advice to the user; nil if there is nothing to do.
    let advice: String?

    init(_ name: String, _ value: String, _ status: Status = .ok, advice: String? = nil) {
      self.name = name
      self.status = status
      self.value = value
      self.advice = advice
    }

    /// Checks something optional; nil if it is missing.
    init(_ name: String, _ found: String?, orElse advice: String) {
      if let found {
        self.init(name, found)
      } else {
        self.init(name, "none", .note, advice: advice)
      }
    }
  }

  let schema = "medallion.doctor/1"
  let checks: [Check]

  var outcome: Outcome { checks.contains { $0.status == .wrong } ? .violation : .success }

  /// The checks as text, a line each.
  func text(_ style: Style) -> String {
    var table = TextTable([.left, .left, .left])
    for check in checks {
      let mark: Style.Mark =
        switch check.status {
        case .ok: .green
        case .note: .yellow
        case .wrong: .red
        }
      table.add([
        TextTable.Cell(check.status.rawValue, mark), TextTable.Cell(check.name),
        TextTable.Cell(check.value + (check.advice.map { "; \($0)" } ?? "")),
      ])
    }
    return table.render(style)
  }
}
