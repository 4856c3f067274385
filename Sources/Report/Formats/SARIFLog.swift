import Basics
import Findings

/// A log in the Static Analysis Results Interchange Format (SARIF) 2.1.0, as far as we have
/// something to say in it. The names are those of the standard.
package struct SARIFLog: Encodable, Sendable {
  /// One for each rulebook; of very many the last is of several.
  package let runs: [Run]

  package init(_ runs: [Run]) { self.runs = Self.limited(runs) }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("https://json.schemastore.org/sarif-2.1.0.json", forKey: .schema)
    try container.encode("2.1.0", forKey: .version)
    try container.encode(runs, forKey: .runs)
  }

  /// The checks of one rulebook, with its rules and results.
  package struct Run: Encodable, Sendable {
    var tool: Tool
    var invocations: [Invocation]
    var artifacts: [Artifact]
    var results: [Result] = []
    /// The unit that columns count; nil: there are no columns.
    var columnKind: String?
    /// The counts over all results; nil: they are all listed.
    var properties: Summary?

    struct Summary: Encodable, Sendable {
      /// The rows of all traces.
      let rows: [FindingRow]
    }
  }

  struct Tool: Encodable, Sendable {
    struct Driver: Encodable, Sendable {
      let name = "Medallion"
      let version: String
      var rules: [Rule] = []

      enum CodingKeys: CodingKey { case name, version, rules }
    }

    var driver: Driver
  }

  /// A `reportingDescriptor`.
  struct Rule: Encodable, Sendable {
    let id: String
    let shortDescription: Message
    let fullDescription: Message?
    let defaultConfiguration: Configuration
    let properties: Properties

    struct Configuration: Encodable, Sendable { let level: Level }

    struct Properties: Encodable, Sendable {
      /// The ids of the requirements.
      let tags: [String]
    }
  }

  enum Level: String, Encodable, Sendable { case error, warning, note, none }

  struct Invocation: Encodable, Sendable {
    let executionSuccessful: Bool
    let exitCode: Int32
    let exitCodeDescription: String
    var toolExecutionNotifications: [Notification] = []
  }

  struct Notification: Encodable, Sendable {
    struct Descriptor: Encodable, Sendable { let id: String }

    let descriptor: Descriptor?
    let level: Level
    let message: Message
    let locations: [Location]
  }

  struct Artifact: Encodable, Sendable {
    let location: ArtifactLocation
    let roles: [String]
    var hashes: [String: String]?
  }

  struct Result: Encodable, Sendable {
    /// `open` where the evidence does not decide; the level is then `none`.
    enum Kind: String, Encodable, Sendable { case fail, open }

    let ruleId: String
    var ruleIndex: Int
    let kind: Kind
    let level: Level
    let message: Message
    let locations: [Location]
    var relatedLocations: [Location] = []
    /// The steps; nil: there are none.
    var codeFlows: [CodeFlow]?
    var partialFingerprints: [String: String] = [:]
    var properties: [String: Property] = [:]
    /// The suppressions; nil: the result counts.
    var suppressions: [Suppression]?
  }

  /// The reason for which a result does not count.
  struct Suppression: Encodable, Sendable {
    let kind = "external"
    let justification: String

    enum CodingKeys: CodingKey { case kind, justification }
  }

  enum Property: Encodable, Sendable {
    case text(String)
    case number(Int)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  struct Message: Encodable, Sendable {
    let text: String

    /// Braces are doubled, as the standard wants it of those that name no argument. Brackets are
    /// escaped where they would be a link (SARIF 3.11.6).
    init(_ text: String) {
      var shown = text.linesEscapedForDisplay
      if shown.contains("](") {
        shown = shown.replacing("[", with: "\\[").replacing("]", with: "\\]")
      }
      self.text = shown.replacing("{", with: "{{").replacing("}", with: "}}")
    }
  }

  struct Location: Encodable, Sendable {
    let physicalLocation: PhysicalLocation
    var id: Int?
    var message: Message?

    init(
      _ path: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil,
      _ message: String? = nil
    ) {
      physicalLocation = PhysicalLocation(
        artifactLocation: ArtifactLocation(path: path),
        region: line.map {
          Region(startLine: max(1, $0), startColumn: column, byteOffset: offset)
        })
      self.message = message.map { Message($0) }
    }
  }

  struct PhysicalLocation: Encodable, Sendable {
    let artifactLocation: ArtifactLocation
    let region: Region?
  }

  struct Region: Encodable, Sendable {
    /// The first line, from 1.
    let startLine: Int
    /// The first column, from 1.
    let startColumn: Int?
    /// The offset in bytes, from 0, in the unpacked file.
    let byteOffset: Int?
  }
}
