import Findings
import Rulebook

/// Mistakes that a comparison could make: tests make them, to see that each is found.
package enum ComparisonMistake: CaseIterable, Sendable {
  case forgetsNewlyPermitted, forgetsNoLongerPermitted, forgetsInstants, forgetsEffects
  case forgetsMessages, forgetsRefusals
  /// Only the first of several places that may differ is asked about.
  case asksOfTheFirstPlace
  /// An invariant is used without its proof.
  case takesClaimsAsProved
  /// Every answer of the solver is taken for "no such state".
  case excludesEverything
  /// Every answer of the solver is taken for "there is such a state".
  case excludesNothing

  /// The kind of difference that is not looked for.
  private var forgotten: String? {
    switch self {
    case .forgetsNewlyPermitted: "newly-permitted"
    case .forgetsNoLongerPermitted: "no-longer-permitted"
    case .forgetsInstants: "deadline"
    case .forgetsEffects: "effect"
    case .forgetsMessages: "message"
    case .forgetsRefusals: "refusal"
    default: nil
    }
  }

  /// The questions that are asked by mistake instead of the right ones.
  func applied(to probes: [Probe]) -> [Probe] {
    probes.compactMap { probe in
      if probe.kind.rawValue == forgotten { return nil }
      guard self == .asksOfTheFirstPlace, probe.kind == .effect, let last = probe.condition.last,
        case .or(let places) = last, let first = places.first
      else { return probe }
      var conditions = probe.condition
      conditions[conditions.count - 1] = first
      return Probe(
        kind: probe.kind, pair: probe.pair, name: probe.name, parameters: probe.parameters,
        condition: conditions, side: probe.side)
    }
  }
}
