import Findings
import Rulebook

extension Results {
  /// Weakens verdicts whose conditions fail: without definedness events mean nothing, and if time
  /// may stop, verdicts that depend on time concern only runs in which it passes.
  func degrade(_ results: inout [Verification.PropertyResult]) {
    let undefined = results.filter { $0.kind == .defined && $0.verdict != .proved }.map(\.name)
    let stuck = results.filter {
      ($0.kind == .progress || $0.kind == .zeno) && $0.verdict != .proved
    }.map(\.name)
    if start != .exists { return degradeAll(&results) }
    for index in results.indices
    where results[index].verdict == .proved || results[index].verdict == .unreachable {
      if !undefined.isEmpty, results[index].kind != .defined {
        results[index].verdict = .undecided
        results[index].reason =
          "proved only if these events are defined: \(undefined.joined(separator: ", "))"
        results[index].restsOn = undefined
        results[index].isConsequence = true
      } else if !stuck.isEmpty, restsOnTime(index, results[index]) {
        results[index].verdict = .undecided
        results[index].reason = "proved if time passes; not shown: \(stuck.joined(separator: ", "))"
        results[index].restsOn = stuck
        results[index].isConsequence = true
      }
    }
  }

  private func degradeAll(_ results: inout [Verification.PropertyResult]) {
    let axioms = rules.properties.filter { $0.kind == .axiom }.map(\.name)
    let names = axioms.prefix(4).joined(separator: ", ") + (axioms.count > 4 ? ", …" : "")
    let reason =
      switch (start, axioms.isEmpty) {
      case (.notFound, true): "no start is found"
      case (.notFound, false): "no start is found that satisfies the axioms: \(names)"
      case (_, true): "the rules allow no start"
      case (_, false): "no start satisfies the axioms: \(names)"
      }
    for index in results.indices where results[index].verdict != .assumed {
      results[index].verdict = .undecided
      results[index].reason = "it says nothing: \(reason)"
    }
  }

  /// Returns true if the result is not proved without the limits of time. A property that names
  /// time concerns only runs in which it passes, proved or not.
  private func restsOnTime(_ index: Int, _ result: Verification.PropertyResult) -> Bool {
    switch result.kind {
    case .reach, .bounded, .toolMade: return true
    case .step: return !provedWithoutLimits.contains(.step(index)) || namesTime(result)
    case .invariant, .lemma:
      guard let claim = set.claims.firstIndex(where: { $0.property == index }) else { return true }
      return !provedWithoutLimits.contains(.claim(claim)) || namesTime(result)
    default: return false
    }
  }

  private func namesTime(_ result: Verification.PropertyResult) -> Bool {
    guard let property = rules.properties.first(where: { $0.name == result.name }) else {
      return false
    }
    return property.body.formulas.contains { formula in
      formula.contains { node in
        switch node {
        case .now: true
        case .less(let a, _), .atMost(let a, _):
          rules.type(of: a).scalar == .time || rules.type(of: a).scalar == .duration
        default: false
        }
      }
    }
  }
}
