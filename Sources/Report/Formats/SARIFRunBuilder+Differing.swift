import Basics
import Findings

extension SARIFRunBuilder {
  /// Adds a result for each difference, at the line of the new rules; if they no longer have it, at
  /// that of the old ones.
  /// - Parameters:
  ///   - kinds: The kinds of differences that count; others are notes.
  ///   - place: Returns the place of an event of a run, in the old or the new rules.
  package mutating func add(
    _ differing: Differing, counting kinds: Set<Differing.Kind>,
    place: (String) -> (isOld: Bool, line: Int)?
  ) {
    let places = DifferingPlaces(differing)
    if let old = places.oldPath {
      artifacts.append(
        SARIFLog.Artifact(
          location: SARIFLog.ArtifactLocation(path: old), roles: ["analysisTarget"],
          hashes: ["sha-256": differing.old.digest]))
    }
    func flow(_ run: Run) -> [SARIFLog.CodeFlow]? {
      SARIFLog.CodeFlow(run) { event in
        guard let event, let place = place(event) else { return (differing.new.path, 1) }
        return places.place(place.line, isOld: place.isOld)
      }.map { [$0] }
    }
    for row in differing.rows where row.status == .different || row.status == .open {
      var result = result(
        row.subject, row.kind.rawValue, isOpen: row.status == .open,
        level: kinds.contains(row.kind) ? .error : .note, requirements: row.requirements,
        message: row.message + places.note(row), at: places.location(row))
      if let line = row.oldLine, row.newLine != nil, let old = places.oldPath {
        result.relatedLocations.append(SARIFLog.Location(old, line: line, "the old rule"))
        result.numberRelatedLocations()
      }
      result.codeFlows = row.run.flatMap(flow)
      result.partialFingerprints["difference/v1"] = identity([row.sha256])
      result.suppressions = row.accepted.map { [SARIFLog.Suppression(justification: $0)] }
      results.append(result)
    }
    for consequence in differing.consequences ?? [] where consequence.change != .holds {
      let counts = consequence.change == .breaks && kinds.contains(.propertyBroken)
      var result = result(
        consequence.name, consequence.change.rawValue, isOpen: consequence.change == .opens,
        level: counts ? .error : .note, message: "\(consequence.name): \(consequence.words)",
        at: SARIFLog.Location(differing.new.path, line: consequence.line ?? 1))
      result.codeFlows = consequence.run.flatMap(flow)
      result.partialFingerprints["consequence/v1"] = identity([
        consequence.name, consequence.change.rawValue,
      ])
      results.append(result)
    }
    for trace in differing.traces ?? [] {
      let findings = trace.findings.map { "\($0.side): \($0.text)" }.joined(separator: "; ")
      var result = result(
        "traces", Differing.Kind.trace.rawValue, isOpen: false,
        level: kinds.contains(.trace) ? .error : .note, message: "\(trace.words); \(findings)",
        at: SARIFLog.Location(trace.path, line: trace.line))
      result.partialFingerprints["trace/v1"] = identity([trace.path])
      results.append(result)
    }
  }

  private mutating func result(
    _ subject: String, _ kind: String, isOpen: Bool, level: SARIFLog.Level,
    requirements: [String] = [], message: String, at location: SARIFLog.Location
  ) -> SARIFLog.Result {
    let id = "\(subject)/\(kind)"
    let level = isOpen ? .none : level
    let index = index(of: id, "\(subject): \(kind)", "", level, requirements)
    return SARIFLog.Result(
      ruleId: id, ruleIndex: index, kind: isOpen ? .open : .fail, level: level,
      message: SARIFLog.Message(message), locations: [location])
  }
}

/// The places of lines in both rulebooks. If both have one path, the old file no longer exists, and
/// its lines have no place.
private struct DifferingPlaces {
  private let new: String
  /// The path of the old rulebook; nil: the same path.
  let oldPath: String?

  init(_ differing: Differing) {
    new = differing.new.path
    oldPath = differing.old.path == new ? nil : differing.old.path
  }

  func place(_ line: Int, isOld: Bool) -> (path: String, line: Int?) {
    guard isOld else { return (new, line) }
    return oldPath.map { ($0, line) } ?? (new, nil)
  }

  func location(_ row: Differing.Row) -> SARIFLog.Location {
    let (path, line) = place(
      row.newLine ?? row.oldLine ?? 1, isOld: row.newLine == nil && row.oldLine != nil)
    return SARIFLog.Location(path, line: line)
  }

  /// The line that has no place.
  func note(_ row: Differing.Row) -> String {
    guard oldPath == nil, let line = row.oldLine else { return "" }
    return " (line \(line) of the old rulebook)"
  }
}

extension Differing.Row {
  /// `enter: newly-permitted; shown by a run of 4 steps`
  fileprivate var message: String {
    var parts = ["\(subject): \(words)"] + details
    if let run { parts.append("shown by a run of \(counted(run.steps.count, "step"))") }
    return parts.joined(separator: "; ")
  }
}
