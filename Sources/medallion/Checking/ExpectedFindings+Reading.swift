import Basics
import Findings

extension ExpectedFindings {
  private static let largestFile = 16 << 20

  /// Reads the file; none if there is no such file.
  static func load(_ path: String) throws(Failure) -> ExpectedFindings? {
    guard Files.exists(path) else { return nil }
    return try Files.readDocument(path, limit: largestFile, what: "expected findings") {
      json throws(Diagnostic) in try ExpectedFindings(json)
    }
  }

  private init(_ json: JSONValue) throws(Diagnostic) {
    let members = try DocumentMembers(
      json, "the findings of a trace", ["findings"], maybe: ["rejected"])
    findings = try members.list("findings").map { json throws(Diagnostic) in
      let item = try DocumentMembers(json, "a finding", ["line", "kind", "rule"])
      return Item(
        line: try item.line(), kind: try item.name("kind", "unknown-kind", "kind of finding"),
        rule: try item.text("rule"))
    }
    rejected = try members.list("rejected").map { json throws(Diagnostic) in
      let item = try DocumentMembers(json, "a rejected line", ["line", "id"])
      return Rejected(line: try item.line(), id: try item.text("id"))
    }
  }
}

extension DocumentMembers {
  fileprivate func line() throws(Diagnostic) -> Int {
    let value = try value("line")
    guard case .integer(let number) = value.content, number > 0, let line = Int(exactly: number)
    else { throw .wrong("no-line", "'line': expected a whole number from 1, found", value) }
    return line
  }
}
