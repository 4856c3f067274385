public import Rulebook

extension Evaluator {
  /// Whether a claim about states holds in this one; what is not known to hold does not.
  /// O(bindings of the claim's quantifiers).
  public func holds(
    _ claim: Core.Claim, in state: State, _ clocks: Clocks
  ) throws(EvaluationError) -> Bool {
    switch claim {
    case .always(let index):
      let property = rules.properties[index]
      guard case .always(let formula) = property.body else { throw EvaluationError(.illTyped) }
      return try truth(of: formula, in: Context(here: state), property) == true
    case .lastsNoLonger(let index):
      guard case .lasts(let lasting) = rules.properties[index].body else {
        throw EvaluationError(.illTyped)
      }
      return clocks.readings(ofProperty: index).allSatisfy { reading in
        let (end, overflow) = reading.since.addingReportingOverflow(lasting.limit)
        return reading.since <= state.now && (overflow || state.now <= end)
      }
    case .clockReads(let index, let field):
      return clocks.readings(ofProperty: index).allSatisfy { reading in
        guard case .entity(let owner)? = reading.binding.first else { return false }
        return state[field, of: Int(owner)] == .number(reading.since)
      }
    case .inRange(let field):
      guard case .value(let type) = rules[field].kind, case .range(let id) = type.scalar else {
        throw EvaluationError(.illTyped)
      }
      let range = rules[id].lower...rules[id].upper
      return (0..<state.count(of: rules[field].owner)).allSatisfy { owner in
        if case .number(let number) = state[field, of: owner] {
          range.contains(number)
        } else {
          true
        }
      }
    }
  }
}
