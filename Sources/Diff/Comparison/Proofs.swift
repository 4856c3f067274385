internal import Diagnostics
internal import Proof
internal import Rulebook

/// Shows that a probe can happen in no state that both rulebooks can reach.
///
/// The invariants and lemmas that either rulebook states are candidates. What the refutation of
/// the probe uses is proved of both rulebooks, on demand; what is not proved of both is left out,
/// and the probe asked again.
final class Proofs {
  private let union: Union
  private let options: ProofOptions
  private let candidates: [Core.Property]
  private lazy var old = prover(union.old)
  private lazy var new = prover(union.new)
  private var proved: Set<Core.Claim> = []
  private var unproved: Set<Core.Claim> = []

  init(_ union: Union, _ options: ProofOptions) {
    self.union = union
    self.options = options
    var seen: Set<String> = []
    candidates = (union.old.properties + union.new.properties).filter { property in
      guard [.invariant, .lemma].contains(property.kind), case .always(let formula) = property.body
      else { return false }
      return seen.insert(NormalForm().key(formula)).inserted
    }
  }

  /// The names of the invariants that exclude the probe; nil: it is not excluded.
  func exclusion(
    of probe: Probe, _ span: Core.Event, without names: Set<String> = []
  ) -> [String]? {
    if probe.condition.contains(.false) { return [] }
    var rules = union.old
    rules.events = [probe.event(span)]
    rules.properties = candidates
    guard let prover = try? Prover(rules, options) else { return nil }
    while true {
      let core = prover.exclusion(of: Core.ID(0)) { claim in
        guard !unproved.contains(claim) else { return false }
        if case .always(let index) = claim { return !names.contains(candidates[index].name) }
        return claim.isRange
      }
      guard let core else { return nil }
      let open = core.subtracting(proved)
      if open.isEmpty { return core.compactMap(name).sorted() }
      guard let old, let new else { return nil }
      var missing = old.unproved(of: open)
      missing.formUnion(new.unproved(of: open.subtracting(missing)))
      proved.formUnion(open.subtracting(missing))
      unproved.formUnion(missing)
    }
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
