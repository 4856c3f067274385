import Basics
import Findings
import Report

/// The document `medallion.attestation/1`: whether an attestation holds, check by check.
struct AttestationCheck: Encodable {
  struct Check: Encodable {
    /// `envelope`, `signature`, `statement`, a role such as `trace`, or `rerun`.
    let what: String
    /// The file or program that it is about.
    let name: String
    let holds: Bool
    /// The result in words, for a person.
    let message: String
    /// True if the attestation holds without it.
    var isAdvisory = false
  }

  let schema = "medallion.attestation/1"
  let envelope: String
  private(set) var holds = true
  private(set) var checks: [Check] = []

  init(envelope: String) { self.envelope = envelope }

  mutating func add(
    _ what: String, _ name: String, _ holds: Bool, _ message: String, isAdvisory: Bool = false
  ) {
    checks.append(
      Check(what: what, name: name, holds: holds, message: message, isAdvisory: isAdvisory))
    if !holds, !isAdvisory { self.holds = false }
  }

  var outcome: Outcome { holds ? .success : .violation }
}

extension AttestationCheck {
  /// Checks an envelope, and everything that it binds, by paths relative to the current folder.
  /// - Parameters:
  ///   - bytes: The bytes of the envelope.
  ///   - rerun: Makes the dossier again and returns the differences; nil: it is not made again.
  mutating func run(
    _ bytes: [UInt8], by key: VerifyingKey, rerun: ((Dossier) throws(Failure) -> [String])?
  ) throws(Failure) {
    let path = envelope
    guard let envelope = try? Envelope(bytes) else {
      return add("envelope", path, false, "it is no DSSE envelope")
    }
    let canonical = (try? envelope.bytes()) ?? []
    let place = zip(bytes, canonical).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    add(
      "envelope", path, bytes == canonical && envelope.isNamed(key),
      bytes == canonical
        ? envelope.isNamed(key) ? "in its canonical form" : "it names another key"
        : "altered at byte \(place ?? min(bytes.count, canonical.count))")
    let isSigned = envelope.isSigned(by: key)
    add(
      "signature", path, isSigned,
      isSigned ? "by the key \(key.id)" : "it does not fit: payload, signature or key is another")
    // An unsigned statement proves nothing about files.
    guard isSigned else { return }
    guard let statement = try? InTotoStatement(envelope.content),
      (try? statement.bytes()) == envelope.content
    else {
      return add("statement", path, false, "the payload is no statement of test results")
    }
    for resource in statement.subject { check(resource) }
    for resource in statement.predicate.configuration {
      Attesting.programRoles.contains(resource.role) ? checkProgram(resource) : check(resource)
    }
    try checkVerdicts(statement, rerun)
  }

  private mutating func check(_ resource: InTotoStatement.Resource) {
    do throws(Failure) {
      let found = try Attesting.digest(of: resource.name, what: resource.role)
      add(
        resource.role, resource.name, found == resource.sha256,
        found == resource.sha256
          ? "sha256:\(found)" : "altered: its SHA-256 is \(found), not \(resource.sha256)")
    } catch {
      add(resource.role, resource.name, false, error.message)
    }
  }

  /// Checks the program that made the dossier. Another build gives the same verdicts, so a
  /// difference is only noted.
  private mutating func checkProgram(_ resource: InTotoStatement.Resource) {
    let isSame = Attesting.programDigest(resource.role) == resource.sha256
    add(
      resource.role, resource.name, isSame,
      isSame ? "the same as here" : "another file than here: sha256:\(resource.sha256)",
      isAdvisory: true)
  }

  /// The verdicts of the statement are those of the data that it binds, and with `rerun` those that
  /// are found now.
  private mutating func checkVerdicts(
    _ statement: InTotoStatement, _ rerun: ((Dossier) throws(Failure) -> [String])?
  ) throws(Failure) {
    guard let data = statement.subject.first(where: { $0.role == "verdicts" }) else {
      return add("statement", envelope, false, "it binds no verdicts")
    }
    guard !checks.contains(where: { $0.what == "verdicts" && !$0.holds }) else { return }
    let dossier = try DossierData.load(data.name, for: "attest").dossier
    let page = statement.subject.first { $0.role == "dossier" }
    let rebuilt = InTotoStatement(
      dossier, documents: [data] + (page.map { [$0] } ?? []),
      programs: statement.predicate.configuration.filter {
        Attesting.programRoles.contains($0.role)
      })
    add(
      "statement", envelope, rebuilt == statement,
      rebuilt == statement
        ? "\(statement.predicate.result.rawValue), as the verdicts say"
        : "it says something else than the verdicts that it binds")
    guard let rerun else { return }
    let differences = try rerun(dossier)
    add(
      "rerun", data.name, differences.isEmpty,
      differences.isEmpty
        ? "the same verdicts again" : "other verdicts now: " + differences.joined(separator: "; "))
  }
}
