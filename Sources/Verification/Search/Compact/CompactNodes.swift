import Rulebook
import Semantics

/// The first path to each position: its predecessor, and the move from there, as words.
struct CompactNodes {
  /// The predecessors; for a start its position among the starts, as -1 - position.
  private var parents: [Int32] = []
  /// The event of each move; -1 for a passage of time.
  private var events: [Int32] = []
  /// The beginning of the words of each move: arguments, results and open fields, or the instant.
  private var beginnings: [Int] = []
  private var words: [Int64] = []

  private static let passage: Int32 = -1

  mutating func append(parent: Int) -> Int32 {
    append(Int32(clamping: parent), Self.passage, [])
  }

  mutating func append(
    _ parent: Int32, _ event: Core.ID<Core.Event>, _ values: [Int64]
  ) -> Int32 {
    append(parent, Int32(clamping: event.index), values)
  }

  mutating func append(_ parent: Int32, passingTo instant: Int64) -> Int32 {
    append(parent, Self.passage, [instant])
  }

  private mutating func append(_ parent: Int32, _ event: Int32, _ values: [Int64]) -> Int32 {
    parents.append(parent)
    events.append(event)
    beginnings.append(words.count)
    words += values
    return Int32(clamping: parents.count - 1)
  }

  /// Returns the words of a move; nil: it has none.
  static func words(of move: Move) -> [Int64]? {
    switch move {
    case .passage(let instant): return [instant]
    case .event(_, let arguments, let results, let openings):
      let all = arguments + results + openings.map(\.value)
      let words = all.compactMap(Word.encode)
      return words.count == all.count ? words : nil
    }
  }

  /// Returns the number of the start and the moves by which a node was reached.
  ///
  /// - Parameter openings: The fields that are open, by event.
  func path(
    to node: Int32, _ rules: Core.Rules, _ openings: [[Core.ID<Core.Field>]]
  ) -> (start: Int, moves: [Move]) {
    var moves: [Move] = []
    var current = Int(node)
    while parents[current] >= 0 {
      moves.append(move(to: current, rules, openings))
      current = Int(parents[current])
    }
    return (-1 - Int(parents[current]), moves.reversed())
  }

  private func move(
    to node: Int, _ rules: Core.Rules, _ openings: [[Core.ID<Core.Field>]]
  ) -> Move {
    let begin = beginnings[node]
    guard events[node] != Self.passage else { return .passage(to: words[begin]) }
    let id = Core.ID<Core.Event>(Int(events[node]))
    let event = rules[id]
    var next = begin
    func values(_ variables: [Core.Variable]) -> [Value] {
      variables.map { variable in
        defer { next += 1 }
        return Word.decode(words[next], variable.type.scalar)
      }
    }
    let arguments = values(event.parameters)
    let results = values(event.results.map(\.variable))
    let choices = openings[id.index].map { field -> FieldChoice in
      defer { next += 1 }
      guard case .value(let type) = rules[field].kind else {
        return FieldChoice(field: field, position: 0, value: .unknown)
      }
      return FieldChoice(field: field, position: 0, value: Word.decode(words[next], type.scalar))
    }
    return .event(id, arguments: arguments, results: results, openings: choices)
  }
}

extension [[Int64]] {
  /// The Cartesian product of the lists; the last varies fastest.
  var tuples: [[Int64]] {
    reduce([[]]) { starts, choices in starts.flatMap { start in choices.map { start + [$0] } } }
  }
}

extension Core.Rules {
  /// The greatest number of variables of one event, including the formulas about its steps, or of
  /// one property.
  var mostVariables: Int {
    var expressions = properties.flatMap(\.body.formulas)
    var greatest = -1
    for event in events {
      expressions += event.guards.map(\.condition) + event.assumptions.map(\.condition)
      expressions += event.due.map { [$0.instant] } ?? []
      for update in event.updates {
        expressions += [update.condition] + update.action.operands
        guard let each = update.each else { continue }
        expressions += each.domain.owner.map { [$0] } ?? []
        greatest = Swift.max(greatest, each.variable.id)
      }
      for variable in event.parameters + event.results.map(\.variable) {
        greatest = Swift.max(greatest, variable.id)
      }
    }
    for property in properties {
      for binder in property.body.binders { greatest = Swift.max(greatest, binder.variable.id) }
    }
    for expression in expressions { greatest = Swift.max(greatest, expression.greatestVariable) }
    return greatest + 1
  }
}
