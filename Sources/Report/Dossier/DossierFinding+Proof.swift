import Findings

extension DossierFinding {
  /// The properties that do not hold, that are open, and that say nothing.
  static func of(_ verification: Verification) -> [DossierFinding] {
    verification.properties.compactMap(Self.init)
      + verification.events.filter { $0.possibility == .impossible }.map { event in
        DossierFinding(
          source: .proof, harm: .medium, title: "\(event.name) can never happen",
          statement: event.reason ?? "Its guards exclude each other.", who: "",
          evidence: ["The solver showed that no state allows it."],
          recommendation: "Correct a guard of \(event.name), or take the event out.",
          requirements: [], rule: event.name)
      }
  }

  private init?(_ property: Verification.PropertyResult) {
    let (harm, what, recommendation): (Harm, String, String)
    switch property.verdict {
    case .refuted:
      (harm, what) = (.high, "is broken")
      recommendation = "Change the rules so that the run cannot happen, or the property."
    case .unreachable:
      (harm, what) = (.high, "can never be reached")
      recommendation = "Find the guard that excludes it; what the service promises cannot happen."
    case .notInductive:
      (harm, what) = (.medium, "is neither proved nor refuted")
      recommendation = "State the lemma that it lacks; `verify --suggest-lemmas` looks for one."
    case .undecided:
      (harm, what) = (.medium, "is not decided")
      recommendation = "Give the solver more (`--limit`), or state the property in simpler words."
    case .proved, .reached, .unneeded, .assumed:
      guard property.isVacuous else { return nil }
      (harm, what) = (.low, "says nothing: its condition never holds")
      recommendation = "Correct the condition, or take the property out."
    }
    var evidence: [String] = []
    if let run = property.run {
      evidence.append(
        "A run of \(run.steps.count) steps from the start, done step by step by the evaluator"
          + (run.isShortest ? "; no shorter one does." : "."))
    }
    if let reason = property.reason { evidence.append(reason) }
    if property.run == nil, let scope = property.scope {
      evidence.append("No run was found with \(scope).")
    }
    let actors = Set(property.run?.steps.compactMap(\.source) ?? []).sorted()
    self.init(
      source: .proof, harm: harm, title: "\(property.name) \(what)",
      statement: property.statement, who: actors.joined(separator: ", "), evidence: evidence,
      recommendation: recommendation, requirements: property.requirements, rule: property.name)
  }
}
