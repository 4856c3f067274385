import Findings
import Rulebook
import Semantics

/// The choices of which a search in a scope tries only some. The answer may include choices that
/// make no difference: a search that is wrongly called incomplete costs only words; the opposite
/// never happens.
///
/// Values: an open place, argument or chosen result that matters is a number, a length of time or
/// an instant, or of a range that is not tried completely. Instants: ``Timekeeping``.
struct Thoroughness {
  private let evaluator: Evaluator
  private let slice: Slice
  private let scope: Scope

  init(_ evaluator: Evaluator, _ slice: Slice, _ scope: Scope) {
    self.evaluator = evaluator
    self.slice = slice
    self.scope = scope
  }

  var sampled: Set<Sampled> {
    var sampled: Set<Sampled> = []
    if samplesOpenings || slice.events.contains(where: samplesChoices) { sampled.insert(.values) }
    if !Timekeeping(slice, scope).isThorough { sampled.insert(.instants) }
    return sampled
  }

  private var rules: Core.Rules { slice.rules }

  /// True if ``Openings`` leaves some value out.
  private var samplesOpenings: Bool {
    slice.fields.contains { id in
      let field = rules[id]
      guard case .value(let type) = field.kind, field.initial == .any else { return false }
      return scope.counts[field.owner.index] > 0 && samplesOpening(type.scalar)
    }
      || slice.globals.contains {
        rules[$0].initial == .any && samplesOpening(rules[$0].type.scalar)
      }
  }

  private func samplesOpening(_ scalar: Core.Scalar) -> Bool {
    switch scalar {
    case .bool, .enumeration, .entity: return false
    case .range(let id): return rules[id].whole == nil
    case .int, .unit, .time, .duration: return true
    }
  }

  /// Returns true if some arguments, or choices of the server, are left out.
  private func samplesChoices(_ id: Core.ID<Core.Event>) -> Bool {
    let event = rules[id]
    guard !event.guards.contains(where: { $0.condition == .false }) else { return false }
    let used = rules.variables(usedBy: id)
    let chosen = event.parameters + event.results.filter { !$0.isNew }.map(\.variable)
    return chosen.contains { used.contains($0.id) && samplesChoice($0.type.scalar, id) }
  }

  private func samplesChoice(_ scalar: Core.Scalar, _ event: Core.ID<Core.Event>) -> Bool {
    guard samplesOpening(scalar), case .range(let id) = scalar else {
      return samplesOpening(scalar)
    }
    let tried = evaluator.numbersOfRules(scalar, event).fixed
    let range = rules[id]
    let (distance, overflow) = range.upper.subtractingReportingOverflow(range.lower)
    guard !overflow, distance < tried.count else { return true }
    return !(range.lower...range.upper).allSatisfy(tried.contains)
  }
}
