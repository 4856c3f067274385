import Basics
import Findings
import Rulebook

/// Shows that a probe can happen in no state that both rulebooks can reach.
///
/// The invariants and lemmas that either rulebook states are candidates. Those that the refutation
/// of the probe uses are proved of both rulebooks, on demand; those not proved of both are left
/// out, and the probe is asked again.
final class Proofs {
  private let union: Union
  private let options: ProofOptions
  private let mistake: ComparisonMistake?
  private let candidates: [Core.Property]
  private lazy var old = prover(union.old)
  private lazy var new = prover(union.new)
  private var proved: Set<Core.Claim> = []
  private var unproved: Set<Core.Claim> = []

  init(_ union: Union, _ options: ProofOptions, _ mistake: ComparisonMistake? = nil) {
    self.mistake = mistake
    self.union = union
    self.options = options
    var seen: Set<String> = []
    candidates = (union.old.properties + union.new.properties).filter { property in
      guard let formula = property.stateClaim else { return false }
      return seen.insert(NormalForm().key(formula)).inserted
    }
  }

  /// The names of the invariants that exclude the probe; nil: it is not excluded.
  func exclusion(of probe: Probe, _ span: Core.Event) -> [String]? {
    if mistake == .excludesEverything || probe.condition.contains(.false) { return [] }
    if mistake == .excludesNothing { return nil }
    guard let prover = prover(probe, span) else { return nil }
    while true {
      guard let core = prover.exclusion(of: Core.ID(0), where: mayUse) else { return nil }
      let open = mistake == .takesClaimsAsProved ? [] : core.subtracting(proved)
      if open.isEmpty { return core.compactMap(name).sorted() }
      guard let old, let new else { return nil }
      var missing = old.unproved(of: open)
      missing.formUnion(new.unproved(of: open.subtracting(missing)))
      proved.formUnion(open.subtracting(missing))
      unproved.formUnion(missing)
    }
  }

  /// A state in which the probe can happen as far as the solver knows, a line for each place.
  func state(of probe: Probe, _ span: Core.Event) -> [String]? {
    prover(probe, span)?.state(before: Core.ID(0), where: mayUse)
  }

  private func mayUse(_ claim: Core.Claim) -> Bool {
    guard !unproved.contains(claim) else { return false }
    if case .always = claim { return true }
    return claim.isRange
  }

  /// True if one formula implies another in every state at all, without any invariant.
  func implies(_ first: Core.Expression, _ second: Core.Expression, _ span: SourceSpan) -> Bool {
    let probe = Probe(
      kind: .propertyChanged, pair: nil, name: "", parameters: [],
      condition: [first, .negation(of: second)], side: .old)
    return prover(probe, .nothing(span))?.exclusion(of: Core.ID(0)) { _ in false } != nil
  }

  /// The probe as the only event, with the candidates as claims.
  private func prover(_ probe: Probe, _ span: Core.Event) -> Prover? {
    var rules = union.old
    rules.events = [probe.event(span)]
    rules.properties = candidates
    return try? Prover(rules, options)
  }

  private func name(_ claim: Core.Claim) -> String? {
    if case .always(let index) = claim { candidates[index].name } else { nil }
  }

  /// The rules of one side, with the candidates at the same positions.
  private func prover(_ side: Core.Rules) -> Prover? {
    var rules = side
    rules.properties =
      candidates + side.properties.filter { [.axiom, .prompt].contains($0.kind) }
    return try? Prover(rules, options)
  }
}

extension Core.Claim {
  fileprivate var isRange: Bool { if case .inRange = self { true } else { false } }
}
