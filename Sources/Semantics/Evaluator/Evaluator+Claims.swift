import Rulebook

extension Evaluator {
  /// Returns true if a claim about states is known to hold in this one. O(bindings of the claim's
  /// quantifiers).
  package func holds(
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
    case .clockReads(let index, let instant):
      guard case .lasts(let lasting) = rules.properties[index].body else {
        throw EvaluationError(.illTyped)
      }
      for reading in clocks.readings(ofProperty: index) {
        var evaluation = Evaluation(tables, Context(here: state))
        evaluation.context.environment = Environment(
          lasting.binders.map(\.variable), reading.binding)
        guard try evaluation.value(of: instant) == .number(reading.since) else { return false }
      }
      return true
    case .isInTime(let event):
      return try obligations(of: event, first: nil, in: state).allSatisfy { $0.due >= state.now }
    case .inRange(let field):
      guard case .value(let type) = rules[field].kind else { throw EvaluationError(.illTyped) }
      for owner in 0..<state.count(of: rules[field].owner) {
        guard try isInRange(state[field, of: owner], type) else { return false }
      }
      return true
    case .stateInRange(let global):
      return try isInRange(state[global], rules[global].type)
    }
  }

  private func isInRange(_ value: Value, _ type: Core.ValueType) throws(EvaluationError) -> Bool {
    guard case .range(let id) = type.scalar else { throw EvaluationError(.illTyped) }
    guard case .number(let number) = value else { return true }
    return (rules[id].lower...rules[id].upper).contains(number)
  }
}
