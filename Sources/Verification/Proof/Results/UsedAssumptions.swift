import Rulebook

/// The assumptions about the world that each proof needs.
struct UsedAssumptions {
  /// The assumptions that some proof needs, in order: a goal that is not known to need fewer rests
  /// on these.
  private(set) var all: [String] = []
  /// The axioms, which are facts in every query.
  private var axioms: [String] = []
  /// The goals proved without any assumption, and without one of them, by name.
  private var withoutAny: Set<Obligation.Goal> = []
  private var withoutOne: [(name: String, goals: Set<Obligation.Goal>)] = []

  init() {}

  /// Finds the assumptions.
  /// - Parameter whole: The outcome under all assumptions.
  init(_ rules: Core.Rules, _ induction: Induction, _ whole: Induction.Outcome) {
    axioms = rules.properties.filter { $0.kind == .axiom }.map(\.name)
    let needed = Self.needed(induction.set, induction.options, whole.kept).sorted()
    all = (axioms + needed).sorted()
    guard !needed.isEmpty else { return }
    let names = Set(induction.set.obligations.flatMap(\.assumptions).map(\.name))
    withoutAny = Self.proved(induction, whole, without: names)
    guard needed.count > 1 else { return }
    let spared = names.subtracting(needed)
    withoutOne = needed.map { ($0, Self.proved(induction, whole, without: spared.union([$0]))) }
  }

  /// The assumptions under which every event is shown to be defined.
  var forDefinedness: [String] {
    all == axioms.sorted() || withoutAny.isEmpty ? all : axioms.sorted()
  }

  /// Returns assumptions that suffice to prove a goal, together with the claims that need no
  /// others.
  func of(_ goal: Obligation.Goal) -> [String] {
    if withoutAny.contains(goal) { return axioms.sorted() }
    let spared = withoutOne.first { $0.goals.contains(goal) }
    return all.filter { $0 != spared?.name }
  }

  /// Returns assumptions that suffice to prove all kept goals, and none of which can be left out.
  /// Each is left out on trial, together with those found unnecessary, since one may replace
  /// another.
  static func needed(
    _ set: ObligationSet, _ options: ProofOptions, _ kept: [Int]
  ) -> Set<String> {
    let query = ObligationQuery(set: set, options: options)
    let names = Set(set.obligations.flatMap(\.assumptions).map(\.name))
    var spared: Set<String> = []
    for name in names.sorted() {
      let others = spared.union([name])
      let isSpare = set.obligations.allSatisfy { obligation in
        !obligation.assumptions.contains { $0.name == name }
          || query.keepsAll(obligation, kept, without: others)
      }
      if isSpare { spared.insert(name) }
    }
    return names.subtracting(spared)
  }

  /// Returns the goals that are inductive together without these assumptions. If an event is not
  /// defined then, no goal about it has a meaning: the result is empty.
  private static func proved(
    _ induction: Induction, _ whole: Induction.Outcome, without names: Set<String>
  ) -> Set<Obligation.Goal> {
    let outcome = induction.run(keptBy: whole, without: names)
    let isDefined = outcome.open.allSatisfy { failure in
      if case .defined = failure.goal { false } else { true }
    }
    return isDefined ? outcome.proved(of: induction.set) : []
  }
}
