import Findings

/// The difference between a dossier and an earlier one of the same service.
package struct DossierChanges: Codable, Sendable {
  /// An item that both have, with its two values.
  package struct Change: Codable, Sendable, Hashable {
    package let name: String
    package let before: String
    package let after: String
  }

  /// The day of the earlier dossier.
  package let since: String
  /// The files that are others, or new, or gone.
  package let files: [Change]
  package let properties: [Change]
  package let requirements: [Change]
  /// The titles of findings that the earlier dossier does not have.
  package let newFindings: [String]
  /// The titles of findings that only the earlier dossier has.
  package let goneFindings: [String]
  /// Findings that occur more or less often.
  package let counts: [Change]

  package init(from old: Dossier, to new: Dossier) {
    since = old.made
    files = Self.changes(
      old.files.map { ("\($0.role.rawValue) \($0.path)", String($0.sha256.prefix(12))) },
      new.files.map { ("\($0.role.rawValue) \($0.path)", String($0.sha256.prefix(12))) })
    properties = Self.changes(
      old.verification.properties.map { ($0.name, $0.verdict.rawValue) },
      new.verification.properties.map { ($0.name, $0.verdict.rawValue) })
    requirements = Self.changes(
      old.requirements.map { ($0.id, $0.assurance.title) },
      new.requirements.map { ($0.id, $0.assurance.title) })
    let (before, after) = (Set(old.findings.map(\.key)), Set(new.findings.map(\.key)))
    newFindings = new.findings.filter { !before.contains($0.key) }.map(\.title)
    goneFindings = old.findings.filter { !after.contains($0.key) }.map(\.title)
    counts = Self.changes(
      old.findings.filter { after.contains($0.key) }.map { ($0.title, "\($0.count)") },
      new.findings.filter { before.contains($0.key) }.map { ($0.title, "\($0.count)") })
  }

  /// True if nothing is different.
  package var isEmpty: Bool {
    files.isEmpty && properties.isEmpty && requirements.isEmpty && newFindings.isEmpty
      && goneFindings.isEmpty && counts.isEmpty
  }

  /// All differences, each a part of a sentence.
  package var sentences: [String] {
    func sentences(_ what: String, _ rows: [Change]) -> [String] {
      rows.map { "\(what)\($0.name) was \($0.before), is \($0.after)" }
    }
    return sentences("", files) + sentences("property ", properties)
      + sentences("requirement ", requirements) + newFindings.map { "new: \($0)" }
      + goneFindings.map { "gone: \($0)" } + sentences("the number of: ", counts)
  }

  /// The names with other values, in the order of the new ones, then those that are gone.
  private static func changes(
    _ old: [(String, String)], _ new: [(String, String)]
  ) -> [Change] {
    let before = Dictionary(old, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new, uniquingKeysWith: { first, _ in first })
    return new.filter { before[$0.0] != $0.1 }.map {
      Change(name: $0.0, before: before[$0.0] ?? "none", after: $0.1)
    } + old.filter { after[$0.0] == nil }.map { Change(name: $0.0, before: $0.1, after: "none") }
  }
}
