import Basics
import Findings

/// An assumption of the evidence, and the obligation that discharges it.
package struct DossierAssumption: Codable, Sendable, Hashable {
  /// An assumption as a rulebook states it.
  package struct Stated: Sendable {
    package let name: String
    package let sentence: String
    /// The events of the world that it is about; empty: it is an axiom about every state.
    package let events: [String]

    package init(name: String, sentence: String, events: [String]) {
      self.name = name
      self.sentence = sentence
      self.events = events
    }
  }

  /// True if the rulebook states it, false if the tool makes it.
  package let isOfTheRules: Bool
  package let name: String
  package let sentence: String
  /// The check that was done here to find out whether it holds.
  package let discharged: String
  /// True if nothing was done to find out.
  package let isOpen: Bool
  /// The number of proofs that may use it; nil: it concerns all evidence.
  package let proofs: Int?

  static func ofTheRules(
    _ stated: [Stated], _ verification: Verification, _ replaying: Replaying?
  ) -> [DossierAssumption] {
    let proofs = Dictionary(
      verification.assumptions.map { ($0.name, $0.proofs) }, uniquingKeysWith: +)
    let exercised = replaying?.exercised ?? [:]
    return stated.map { assumption in
      let times = assumption.events.reduce(0) { $0 + (exercised["event \($1)"]?.times ?? 0) }
      let broken = (replaying?.summary.rows ?? []).filter {
        $0.how == .assumptionBroken && $0.rule == assumption.name
      }.reduce(0) { $0 + $1.count }
      let discharged: String
      if assumption.events.isEmpty {
        discharged = "nothing: it is taken for granted of every state"
      } else if times == 0 {
        discharged = "nothing: no trace has \(assumption.events.joined(separator: " or "))"
      } else if broken > 0 {
        discharged = "traces: broken \(counted(broken, "time")) in \(counted(times, "occasion"))"
      } else {
        discharged =
          "traces: it held on \(times == 1 ? "the one occasion" : "all \(times) occasions")"
      }
      return DossierAssumption(
        isOfTheRules: true, name: assumption.name, sentence: assumption.sentence,
        discharged: discharged, isOpen: times == 0, proofs: proofs[assumption.name] ?? 0)
    }
  }

  static func ofTheTool(
    _ verification: Verification, _ replaying: Replaying?, _ zoning: Zoning?
  ) -> [DossierAssumption] {
    func make(_ name: String, _ sentence: String, _ discharged: String?) -> DossierAssumption {
      DossierAssumption(
        isOfTheRules: false, name: name, sentence: sentence, discharged: discharged ?? "nothing",
        isOpen: discharged == nil, proofs: nil)
    }
    let queries = verification.properties.reduce(0) { $0 + $1.queries }
    let confirmed = verification.properties.reduce(0) { $0 + $1.confirmed }
    var all = [
      make(
        "solver", "The solver's answers are right.",
        queries == 0
          ? "there was nothing to ask"
          : "ground instances confirm \(confirmed) of \(queries) answers; `certify` asks another "
            + "solver"),
      make(
        "translation", "What the solver is asked is what the rules mean.",
        "the evaluator, which knows no solver, did every run that is shown, and evaluated every "
          + "proved property on real random runs"),
      make(
        "rules", "The rulebook says what its sources say.",
        "nothing but reading: the matrix of requirements has each sentence beside its rules"),
    ]
    if let replaying {
      all += [
        make(
          "machine", "Traces are checked by a fast program that means what the evaluator means.",
          "differential tests of the tool hold it against the evaluator, which checks again whatever "
            + "it does not find right"),
        make(
          "completeness", "The traces have everything that happened.",
          completeness(of: replaying)),
        make("clocks", "The instants in the traces are those at which things happened.", nil),
      ]
    }
    if let zoning {
      all.append(
        make(
          "geometry", "The arrangement of the zones is right.",
          zoning.crossCheck.map {
            "exact arithmetic; the solver confirmed \($0.faults) of \($0.faultsAsked) faults and "
              + "answered at \($0.nearPlaces + $0.randomPlaces) other places, "
              + "\($0.disagreements.count) otherwise"
          } ?? "exact arithmetic; the solver was not asked"))
    }
    return all
  }

  /// The check by which it is known that no line is missing; nil: of some trace it is not.
  private static func completeness(of replaying: Replaying) -> String? {
    let answers = replaying.traces.map(\.completeness)
    guard replaying.unread == nil, answers.allSatisfy({ $0?.status == .complete }) else {
      return nil
    }
    return answers.allSatisfy { $0?.isChained == true }
      ? "the numbers of the lines, up to the last one, and the digest of the line before in each"
      : "the numbers of the lines, up to the last one"
  }
}
