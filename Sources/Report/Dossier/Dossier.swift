import Findings

/// The evidence on one rulebook, on the traces that were checked against it and on the map of its
/// zones: the JSON document `medallion.report/1`, with everything that the page shows.
package struct Dossier: Codable, Sendable {
  /// A file that the evidence rests on.
  package struct File: Codable, Sendable, Hashable {
    /// The part that a file plays.
    package enum Role: String, Codable, Sendable, CaseIterable {
      case rulebook, requirements, trace, map, city, mapping, findings
    }

    package let role: Role
    /// The path as it was given.
    package let path: String
    /// SHA-256 of the file as it is stored, in hexadecimal.
    package let sha256: String

    package init(role: Role, path: String, sha256: String) {
      self.role = role
      self.path = path
      self.sha256 = sha256
    }
  }

  /// A program that the verdicts come from.
  package struct Program: Codable, Sendable, Hashable {
    /// The part that a program plays.
    package enum Role: String, Codable, Sendable, CaseIterable {
      case tool, solver
    }

    package let role: Role
    /// The name with its version: `Medallion 0.2.0`.
    package let name: String
    /// SHA-256 of its file, in hexadecimal; nil: it has no file of its own.
    package let sha256: String?

    package init(role: Role, name: String, sha256: String?) {
      self.role = role
      self.name = name
      self.sha256 = sha256
    }
  }

  /// The name and version of the format.
  package var schema = "medallion.report/1"
  /// The day on which it was made, in UTC: `2027-03-31`.
  package let made: String
  /// The command that gives the same result again, as a shell takes it.
  package let command: String
  /// The command word by word.
  package let arguments: [String]
  /// The version of Medallion.
  package let version: String
  package let files: [File]
  /// The tool and the solver; nil in documents of earlier versions.
  package let programs: [Program]?
  package let verification: Verification
  /// The result of replaying; nil: no trace was given.
  package let replaying: Replaying?
  /// The result about the zones; nil: no map was given.
  package let zoning: Zoning?
  /// The requirements in the order of their table.
  package let requirements: [RequirementEvidence]
  /// The worst first.
  package let findings: [DossierFinding]
  /// The assumptions of the rules, then those of the tool.
  package let assumptions: [DossierAssumption]
  /// The changes since an earlier dossier; nil: there was none to compare with.
  package var changes: DossierChanges?

  /// - Parameters:
  ///   - citations: The requirements, with the rules and properties that state them.
  ///   - exercisable: The rules that a trace can exercise.
  ///   - own: The findings of the user's own.
  package init(
    made: String, arguments: [String], version: String, files: [File],
    programs: [Program], verification: Verification,
    replaying: Replaying?, zoning: Zoning?, citations: CitationMatrix,
    exercisable: [RequirementEvidence.Exercisable], assumptions: [DossierAssumption.Stated],
    own: [DossierFinding]
  ) {
    self.made = made
    self.arguments = arguments
    command = arguments.map(\.quotedForShell).joined(separator: " ")
    self.version = version
    self.files = files
    self.programs = programs
    self.verification = verification
    self.replaying = replaying
    self.zoning = zoning
    let exercised = replaying?.exercised
    requirements = citations.rows.map { row in
      RequirementEvidence(row, verification, replaying, exercised, zoning, exercisable)
    }
    findings =
      (DossierFinding.of(verification) + (replaying.map(DossierFinding.of) ?? [])
      + (zoning.map(DossierFinding.of) ?? []) + own).ranked
    self.assumptions =
      DossierAssumption.ofTheRules(assumptions, verification, replaying)
      + DossierAssumption.ofTheTool(verification, replaying, zoning)
  }

  /// The worst outcome of everything that was checked.
  package var outcome: Outcome {
    [verification.outcome, replaying?.outcome, zoning?.outcome].compactMap(\.self).max()
      ?? .success
  }
}
