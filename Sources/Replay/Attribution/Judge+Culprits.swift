import Findings
import Rulebook

/// The findings from which later ones follow.
extension Judge {
  /// Returns the finding about an entity because of which a guard does not hold, if events
  /// introduced it: it may be in that state only because of the finding. A broken property is a
  /// statement about the state, and changes nothing.
  func causeOfWitness(_ kind: Finding.Kind) -> Int? {
    guard kind == .wronglyAccepted || kind == .forbidden else { return nil }
    let cause = culprit(line.involved.lazy.filter { rules[$0.sort].isIntroduced })
    guard let cause, findings.indices.contains(cause) else { return cause }
    return findings[cause].kind == .property ? nil : cause
  }

  /// Returns the finding because of which the state of some of these is unknown: no line tells all
  /// about an entity that a refused or missing line should have introduced.
  func causeOfIgnorance(_ concerned: [EntityKey]) -> Int? {
    world.unseen == nil ? culprit(concerned.lazy.filter { rules[$0.sort].isIntroduced }) : nil
  }

  /// Returns the finding about the refusal because of which a name is unknown.
  func causeOfAbsence(_ kind: Finding.Kind) -> Int? {
    kind == .identity ? line.unborn?.finding : nil
  }

  /// The finding that a broken property of these entities follows from: rules that are proved
  /// break in no other way.
  func culprit(_ subject: Subject) -> Int? { culprit(subject.entities) }

  /// Returns the first finding about any of these, taken in their order; for newcomers it is the
  /// next finding.
  func culprit(_ keys: some Sequence<EntityKey>) -> Int? {
    aftermath.culprit(keys)
      ?? (keys.contains(where: newcomers.contains) ? findings.count : nil)
  }
}
