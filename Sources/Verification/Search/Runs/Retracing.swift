import Findings
import Rulebook
import Semantics

/// A search for a run like one that was sighted: depth-first, the same events in the same order,
/// each with the same values first, and with other lengths of time between them where those are not
/// possible any more.
struct Retracing {
  let inquiry: Inquiry
  let scope: Scope
  let sighting: RunSighting
  let target: Target
  /// The number of moves that may still be tried.
  private var left = 500
  private let rules: Core.Rules
  private let instants: WaitingInstants

  init(_ inquiry: Inquiry, _ scope: Scope, _ sighting: RunSighting, _ target: Target) {
    self.inquiry = inquiry
    self.scope = scope
    self.sighting = sighting
    self.target = target
    rules = inquiry.slice.rules
    instants = WaitingInstants(inquiry.evaluator, inquiry.slice)
  }

  /// Returns a run that meets the target; nil: none is like the one that was sighted.
  mutating func run() throws(EvaluationError) -> Script? {
    let evaluator = inquiry.evaluator
    var choices: Choices = [:]
    _ = evaluator.initialState(counts: scope.fixed) { place, type in
      let value = sighting.start[place.word].flatMap { rules.value($0, type) }
      if inquiry.slice.keeps(place), let value,
        value.exists(type, among: { scope.fixed[$0] ?? 0 })
      {
        choices[place] = value
      }
      return .unknown
    }
    let state = evaluator.start(scope, choices)
    guard try evaluator.brokenAxioms(in: state).isEmpty else { return nil }
    let position = Position(state: state, clocks: try evaluator.clocks(startingAt: state))
    let meets = try inquiry.met(by: position).contains(target)
    let moves = meets ? [] : try moves(from: position, sighting.moves[...])
    return moves.map { Script(scope: scope, choices: choices, moves: $0) }
  }

  private mutating func moves(
    from position: Position, _ words: ArraySlice<MoveWord>
  ) throws(EvaluationError) -> [Move]? {
    guard let word = words.first else { return nil }
    for (move, done) in try candidates(word, at: position) {
      guard left > 0 else { return nil }
      left -= 1
      if try inquiry.met(by: done, isNew: true).contains(target) { return [move] }
      if let rest = try moves(from: done.position, words.dropFirst()) { return [move] + rest }
    }
    return nil
  }

  /// Returns the moves that a word may stand for, the likeliest first.
  private func candidates(
    _ word: MoveWord, at position: Position
  ) throws(EvaluationError) -> [(Move, Done)] {
    var candidates: [(Move, Done)] = []
    let evaluator = inquiry.evaluator
    let likeliest = likeliest(word, at: position)
    if let likeliest,
      case .success(let done)? = try evaluator.attempt(
        likeliest, at: position, caps: scope.counts)
    {
      candidates.append((likeliest, done))
    }
    guard case .event(let name, _, _) = word else {
      for instant in try instants.worthWaitingFor(at: position) {
        guard let done = try evaluator.passed(to: instant, from: position) else { continue }
        candidates.append((.passage(to: instant), done))
      }
      return candidates
    }
    let events = inquiry.slice.events.filter { rules[$0].name == name }
    let generator = MoveGenerator(
      evaluator, inquiry.slice.with(only: Set(events)), caps: scope.counts)
    _ = try generator.forEach(at: position) { move, attempt in
      if case .success(let done) = attempt, done.step != nil, move != likeliest {
        candidates.append((move, done))
      }
      return candidates.count < left
    }
    return candidates
  }

  /// Returns the move that a word says; nil: these rules have none such.
  private func likeliest(_ word: MoveWord, at position: Position) -> Move? {
    switch word {
    case .passage(let length):
      let (instant, overflow) = position.state.now.addingReportingOverflow(length)
      return overflow ? nil : .passage(to: instant)
    case .event(let name, let words, let openings):
      guard let event = inquiry.slice.events.first(where: { rules[$0].name == name }) else {
        return nil
      }
      let rule = rules[event]
      let types = rule.parameters.map(\.type) + rule.results.map(\.variable.type)
      guard types.count == words.count else { return nil }
      let isNew = rule.parameters.map { _ in false } + rule.results.map(\.isNew)
      var values: [Value] = []
      for (index, word) in words.enumerated() {
        guard let value = isNew[index] ? Value.none : rules.value(word, types[index]) else {
          return nil
        }
        values.append(value)
      }
      let count = rule.parameters.count
      return .event(
        event, arguments: Array(values[..<count]), results: Array(values[count...]),
        openings: fieldChoices(openings, in: position.state))
    }
  }

  private func fieldChoices(_ words: [String: String], in state: State) -> [FieldChoice] {
    words.compactMap { place, word in
      let parts = place.split(separator: ".").compactMap { Int($0) }
      guard parts.count == 2, rules.fields.indices.contains(parts[0]), parts[1] >= 0 else {
        return nil
      }
      let field = Core.ID<Core.Field>(parts[0])
      guard inquiry.slice.keeps(.field(field, of: 0)), case .value(let type) = rules[field].kind,
        let value = rules.value(word, type), value.exists(type, among: state.count)
      else { return nil }
      return FieldChoice(field: field, position: parts[1], value: value)
    }
    .sorted { ($0.field.index, $0.position) < ($1.field.index, $1.position) }
  }
}

extension Searcher {
  /// Returns a run that satisfies a `reach` property (by its position) and is like another; nil:
  /// none is.
  /// - Parameter digest: Of the rules and limits of this search.
  func witness(
    of property: Int, like sighting: RunSighting, digest: String
  ) throws(Fault) -> FoundRun? {
    guard let scope = try? Scope(parsing: sighting.scope, rules),
      budget.scope == nil || budget.scope == scope, sighting.moves.count <= budget.steps
    else { return nil }
    let target = Target.witness(property: property)
    let script = try guarded { () throws(EvaluationError) in
      let inquiry = Inquiry(rules, [target], in: scope)
      return try unlessUndefined { () throws(EvaluationError) in
        var retracing = Retracing(inquiry, scope, sighting, target)
        return try retracing.run()
      }
    }
    guard let script else { return nil }
    let isShortest =
      sighting.shortestFor == digest && script.moves.count == sighting.moves.count
    guard case .run(let run) = try told(script, target, isShortest: isShortest) else { return nil }
    return run
  }
}
