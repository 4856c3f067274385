import Findings
import FoundationEssentials

/// A statement of in-toto (Statement v1, with the predicate of test results v0.1): that files with
/// these digests were checked, with which tools, and with which results.
package struct InTotoStatement: Codable, Sendable, Equatable {
  /// A `ResourceDescriptor`.
  package struct Resource: Codable, Sendable, Hashable {
    package let name: String
    /// The digests by algorithm: `sha256`.
    package let digest: [String: String]
    /// The part that it plays: `role`.
    package let annotations: [String: String]

    package init(_ name: String, sha256: String, role: String, more: [String: String] = [:]) {
      self.name = name
      digest = ["sha256": sha256]
      annotations = more.merging(["role": role]) { $1 }
    }

    package var role: String { annotations["role"] ?? "" }
    package var sha256: String { digest["sha256"] ?? "" }
  }

  /// The predicate of test results.
  package struct TestResult: Codable, Sendable, Equatable {
    package enum Result: String, Codable, Sendable {
      case passed = "PASSED"
      case warned = "WARNED"
      case failed = "FAILED"
    }

    package let result: Result
    /// The tools with their settings.
    package let configuration: [Resource]
    package let passedTests: [String]
    /// The tests whose result is neither success nor failure.
    package let warnedTests: [String]
    package let failedTests: [String]
  }

  package static let type = "https://in-toto.io/Statement/v1"
  package static let predicateType = "https://in-toto.io/attestation/test-result/v0.1"

  package let type: String
  package let subject: [Resource]
  package let predicateType: String
  package let predicate: TestResult

  private enum CodingKeys: String, CodingKey {
    case type = "_type"
    case subject, predicateType, predicate
  }

  /// - Parameters:
  ///   - dossier: the verdicts.
  ///   - documents: the files that hold them, with their digests: the data, and the page.
  ///   - programs: the tool and the solver, with their digests.
  package init(_ dossier: Dossier, documents: [Resource], programs: [Resource]) {
    type = Self.type
    predicateType = Self.predicateType
    let files = dossier.files.map { Resource($0.path, sha256: $0.sha256, role: $0.role.rawValue) }
    let isTested: (Resource) -> Bool = { !["mapping", "findings"].contains($0.role) }
    subject = files.filter(isTested) + documents
    let tests = dossier.tests
    func names(_ wanted: (Outcome) -> Bool) -> [String] {
      tests.filter { wanted($0.outcome) }.map(\.name)
    }
    let isFailed: (Outcome) -> Bool = { $0 != .success && $0 != .open }
    predicate = TestResult(
      result: isFailed(dossier.outcome) ? .failed : dossier.outcome == .open ? .warned : .passed,
      configuration: programs + files.filter { !isTested($0) },
      passedTests: names { $0 == .success }, warnedTests: names { $0 == .open },
      failedTests: names(isFailed))
  }

  /// The statement as the one text of JSON that says it.
  package func bytes() throws -> [UInt8] { try CanonicalJSON.bytes(self) }

  package init(_ bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(InTotoStatement.self, from: Data(bytes))
  }
}

extension Dossier {
  /// The tests of the dossier, with their outcomes.
  fileprivate var tests: [(name: String, outcome: Outcome)] {
    let properties = verification.properties.map {
      ("property \($0.name): \($0.verdict.rawValue)", $0.verdict.outcome)
    }
    let traces = (replaying?.traces ?? []).map {
      ("trace \($0.path): \($0.verdict.rawValue)", $0.outcome)
    }
    let unread = (replaying?.unread ?? []).map {
      ("trace \($0.path): not read", Outcome.wrongInput)
    }
    let zones = zoning.map { ("zones \($0.path): \($0.verdict.rawValue)", $0.outcome) }
    return properties + traces + unread + (zones.map { [$0] } ?? [])
  }
}
