import Rulebook
import Semantics

/// Changes of a run that keep its meaning as far as possible: moves that name a removed entity are
/// removed too, other entities are renumbered and instants move earlier.
struct ScriptEdit {
  private let script: Script
  private let rules: Core.Rules

  init(_ script: Script, _ rules: Core.Rules) {
    self.script = script
    self.rules = rules
  }

  /// The number of each entity after the change, by sort; nil: it is removed.
  private typealias Renaming = [Core.ID<Core.Entity>: [Int32?]]

  /// Returns the run without some moves and without all moves about entities that they introduce.
  ///
  /// - Parameter keepingInstants: True to keep the instants of later moves; otherwise they are
  ///   earlier by the time that passed in the removed moves.
  func removing(_ range: Range<Int>, keepingInstants: Bool) -> Script {
    let earlier =
      keepingInstants ? 0 : instant(after: range.upperBound) - instant(after: range.lowerBound)
    var shorter = script
    shorter.moves = moves([:], without: range, earlier: earlier)
    return shorter
  }

  /// Returns the run in which time passes to another instant, and later moves happen earlier by the
  /// difference.
  func moving(_ index: Int, to instant: Int64) -> Script? {
    guard case .passage(let old) = script.moves[index] else { return nil }
    var moved = script
    moved.moves[index] = .passage(to: instant)
    for later in moved.moves.indices where later > index {
      guard let changed = changed(moved.moves[later], [:], earlier: old - instant) else {
        return nil
      }
      moved.moves[later] = changed
    }
    return moved
  }

  /// Returns the run without an entity that existed from the start and without all moves about it;
  /// a choice that names it names none instead, or the change is impossible.
  func removing(_ entity: Int32, of sort: Core.ID<Core.Entity>) -> Script? {
    let count = script.scope.counts[sort.index]
    let names = (0..<Int32(clamping: count)).map { $0 == entity ? nil : $0 > entity ? $0 - 1 : $0 }
    let renaming: Renaming = [sort: names]
    var fewer = Script(scope: script.scope.with(count - 1, of: sort), choices: [:], moves: [])
    for (place, value) in script.choices {
      guard let (place, type) = renamed(place, renaming) else { continue }
      guard let value = renamed(value, type, renaming) ?? (type.isOptional ? Value.none : nil)
      else { return nil }
      fewer.choices[place] = value
    }
    fewer.moves = moves(renaming, without: 0..<0, earlier: 0)
    return fewer
  }

  /// Returns the moves without some of them, and without those that name removed entities or
  /// entities introduced by removed moves. Moves after the range happen earlier.
  private func moves(
    _ renaming: Renaming, without range: Range<Int>, earlier: Int64
  ) -> [Move] {
    var renaming = renaming
    for sort in script.scope.caps.keys { renaming[sort] = [] }
    var moves: [Move] = []
    for (index, move) in script.moves.enumerated() {
      let kept =
        range.contains(index)
        ? nil : changed(move, renaming, earlier: index < range.upperBound ? 0 : earlier)
      if let kept { moves.append(kept) }
      for sort in introduced(by: move) {
        let name = Int32(clamping: renaming[sort, default: []].count { $0 != nil })
        renaming[sort, default: []].append(kept == nil ? nil : name)
      }
    }
    return moves
  }

  /// Returns the same run in a scope that has no more introduced entities than it introduces.
  func withLeastCaps() -> Script {
    var least = script
    let introduced = script.moves.flatMap(introduced)
    for sort in script.scope.caps.keys {
      let count = introduced.count { $0 == sort }
      least.scope = least.scope.with(count, of: sort)
    }
    return least
  }

  private func introduced(by move: Move) -> [Core.ID<Core.Entity>] {
    guard case .event(let event, _, _, _) = move else { return [] }
    return rules[event].results.compactMap { result in
      guard result.isNew, case .entity(let sort) = result.variable.type.scalar else { return nil }
      return sort
    }
  }

  private func instant(after count: Int) -> Int64 {
    for case .passage(let instant) in script.moves[..<count].reversed() { return instant }
    return 0
  }

  private func changed(_ move: Move, _ renaming: Renaming, earlier: Int64) -> Move? {
    switch move {
    case .passage(let instant): return .passage(to: instant &- earlier)
    case .event(let event, let arguments, let results, let openings):
      var changed: [Value] = []
      for (parameter, value) in zip(rules[event].parameters, arguments) {
        guard let value = renamed(value, parameter.type, renaming, earlier: earlier) else {
          return nil
        }
        changed.append(value)
      }
      var changedResults: [Value] = []
      for (result, value) in zip(rules[event].results, results) {
        if result.isNew {
          changedResults.append(.none)
        } else {
          guard let value = renamed(value, result.variable.type, renaming, earlier: earlier) else {
            return nil
          }
          changedResults.append(value)
        }
      }
      var changedOpenings: [FieldChoice] = []
      for opening in openings {
        guard case .value(let type) = rules[opening.field].kind,
          let value = renamed(opening.value, type, renaming, earlier: earlier)
        else { return nil }
        changedOpenings.append(
          FieldChoice(field: opening.field, position: opening.position, value: value))
      }
      return .event(
        event, arguments: changed, results: changedResults, openings: changedOpenings)
    }
  }

  private func renamed(
    _ value: Value, _ type: Core.ValueType, _ renaming: Renaming, earlier: Int64 = 0
  ) -> Value? {
    switch value {
    case .entity(let index):
      guard case .entity(let sort) = type.scalar, let names = renaming[sort] else { return value }
      guard Int(index) < names.count else { return nil }
      return names[Int(index)].map { .entity($0) }
    case .number(let number) where type.scalar == .time: return .number(number &- earlier)
    default: return value
    }
  }

  private func renamed(
    _ place: Place, _ renaming: Renaming
  ) -> (place: Place, type: Core.ValueType)? {
    switch place {
    case .global(let id): return (place, rules.globals[id.index].type)
    case .field(let id, let owner):
      guard case .value(let type) = rules[id].kind else { return nil }
      guard let names = renaming[rules[id].owner] else { return (place, type) }
      guard Int(owner) < names.count, let name = names[Int(owner)] else { return nil }
      return (.field(id, of: name), type)
    }
  }
}
