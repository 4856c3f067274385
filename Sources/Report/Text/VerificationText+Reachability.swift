import Basics
import Findings

extension VerificationText {
  /// Returns the outcome of a search for a run from the start that breaks the property, if it found
  /// none.
  func searched(_ property: Verification.PropertyResult) -> String? {
    guard property.run == nil, let entities = property.scope else { return nil }
    let scope = entities.isEmpty ? "" : " with \(entities)"
    if let sampled = property.onlySomeOf {
      let length = property.steps.map { " of up to \(counted($0, "step"))" } ?? ""
      return "none of the runs\(length) tried\(scope) breaks it; of \(sampled.words) "
        + "only some were tried"
    }
    guard let steps = property.steps else {
      return "no reachable state\(scope) breaks it: all were looked at"
    }
    return "no run of up to \(counted(steps, "step"))\(scope) breaks it"
  }

  /// Returns the answer of the other engine.
  func told(_ opinion: SecondOpinion) -> String {
    let engine = opinion.engine.escapedForDisplay
    let said =
      switch opinion.answer {
      case .unbroken: "no run breaks it"
      case .broken: "some run breaks it"
      case .undecided: "no answer in time"
      case .notAsked: "not asked: the rules have something for which it is given no form"
      }
    return "second opinion (\(engine), \(opinion.scope)): \(said)"
  }
}
