import Rulebook
import Semantics

/// The values chosen at the start of a run.
typealias Choices = [Place: Value]

/// The starts of the runs of a scope: every choice of the open values.
struct Starts {
  private let evaluator: Evaluator
  private let scope: Scope
  private let slice: Slice

  /// The greatest number of starts that are made.
  private static let most = 20_000

  init(_ evaluator: Evaluator, _ scope: Scope, _ slice: Slice) {
    self.evaluator = evaluator
    self.scope = scope
    self.slice = slice
  }

  /// Returns the starts that satisfy the axioms, in the order of choices.
  ///
  /// - Returns: nil if they are too many to be listed, or an axiom has no value in one.
  func all() throws(EvaluationError) -> [(choices: Choices, state: State)]? {
    var starts: [(choices: Choices, state: State)] = []
    let isWhole = try forEach { choices, state in
      starts.append((choices, state))
      return true
    }
    return isWhole ? starts : nil
  }

  /// Returns true if one of the first starts that can be listed satisfies the axioms.
  func first() throws(EvaluationError) -> Bool {
    var isFound = false
    _ = try forEach { _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Visits the starts that satisfy the axioms, until `visit` returns false.
  ///
  /// - Returns: false if they are too many to be listed, or an axiom has no value in one.
  private func forEach(
    _ visit: (Choices, State) -> Bool
  ) throws(EvaluationError) -> Bool {
    let plain = evaluator.initialState(counts: scope.fixed)
    var open: [(place: Place, values: [Value])] = []
    _ = evaluator.initialState(counts: scope.fixed) { place, type in
      if slice.keeps(place) {
        let field: Core.ID<Core.Field>? = if case .field(let id, _) = place { id } else { nil }
        open.append((place, Openings.choices(type, of: field, in: plain, evaluator)))
      }
      return .unknown
    }
    var number = 1
    for (_, values) in open {
      let (product, overflow) = number.multipliedReportingOverflow(by: values.count)
      guard !overflow, product <= Self.most else { return false }
      number = product
    }
    for tuple in Tuples(lists: open.map(\.values)) {
      var choices: Choices = [:]
      for (place, value) in zip(open.map(\.place), tuple) { choices[place] = value }
      let state = evaluator.start(scope, choices)
      let broken = try unlessUndefined { () throws(EvaluationError) in
        try evaluator.brokenAxioms(in: state)
      }
      guard let broken else { return false }
      if broken.isEmpty, !visit(choices, state) { return true }
    }
    return true
  }
}

extension Evaluator {
  /// Returns the state at the start, with `unknown` where nothing is chosen.
  func start(_ scope: Scope, _ choices: Choices) -> State {
    initialState(counts: scope.fixed) { place, _ in choices[place] ?? .unknown }
  }

  /// Returns the choices, completed with the first possible value where nothing is chosen.
  func completed(_ choices: Choices, _ scope: Scope) -> Choices {
    let plain = initialState(counts: scope.fixed)
    var all = choices
    _ = initialState(counts: scope.fixed) { place, type in
      if all[place] == nil { all[place] = Openings.choices(type, in: plain, self).first }
      return .unknown
    }
    return all
  }
}
