import Rulebook

extension Evaluator {
  /// Returns the candidate argument tuples for which the event is enabled, in order. Partial tuples
  /// are tested as soon as a condition can be.
  package func enabledArguments(
    of event: Core.ID<Core.Event>, in state: State
  ) throws(EvaluationError) -> [[Value]] {
    try enabledArguments(
      of: event, in: state, among: candidateArguments(of: event, in: state).lists)
  }

  /// Returns the same for tuples made of the candidates given for each parameter.
  package func enabledArguments(
    of event: Core.ID<Core.Event>, in state: State, among candidates: [[Value]]
  ) throws(EvaluationError) -> [[Value]] {
    var evaluation = Evaluation(tables, Context(here: state))
    var found: [[Value]] = []
    var budget = Int.max
    try evaluation.findInstances(
      of: tables.legality[event.index], candidates: candidates, atMost: .max, budget: &budget,
      into: &found)
    return found
  }
}
