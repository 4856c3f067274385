import Basics
import Findings
import Report

/// The file of findings that a user adds to a dossier.
enum OwnFindings {
  private static let largestFile = 4 << 20
  private static let keys = ["title", "harm", "statement", "recommendation"]
  private static let others = ["who", "evidence", "requirements", "count"]

  /// - Returns: the findings in the order of the file.
  static func load(_ path: String) throws(Failure) -> [DossierFinding] {
    try Files.readDocument(path, limit: largestFile, what: "findings") {
      (json) throws(Diagnostic) in
      let members = try DocumentMembers(json, "the file of findings", ["findings"])
      var findings: [DossierFinding] = []
      for element in try members.list("findings") { findings.append(try finding(element)) }
      return findings
    }
  }

  private static func finding(_ json: JSONValue) throws(Diagnostic) -> DossierFinding {
    let members = try DocumentMembers(json, "a finding", keys, maybe: others)
    return DossierFinding(
      source: .own,
      harm: try members.name("harm", "unknown-harm", "harm"), title: try members.text("title"),
      statement: try members.text("statement"),
      who: members["who"] == nil ? "" : try members.text("who"),
      evidence: try texts("evidence", members),
      recommendation: try members.text("recommendation"),
      requirements: try texts("requirements", members), count: try count(members))
  }

  private static func texts(
    _ key: String, _ members: DocumentMembers
  ) throws(Diagnostic) -> [String] {
    var texts: [String] = []
    for element in try members.list(key) {
      guard case .string(let text) = element.content else {
        throw .wrong("not-a-string", "'\(key)': expected strings, found", element)
      }
      texts.append(text)
    }
    return texts
  }

  private static func count(_ members: DocumentMembers) throws(Diagnostic) -> Int {
    guard let value = members["count"] else { return 1 }
    guard case .integer(let number) = value.content, let count = Int(exactly: number), count > 0
    else {
      throw .wrong("not-a-count", "'count': expected a number from 1, found", value)
    }
    return count
  }
}
