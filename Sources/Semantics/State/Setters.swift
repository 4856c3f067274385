import Rulebook

/// The lines that last changed each place of a state, by their records, counted from 1. For
/// example, the line that set `taxi T4.free` to its present value.
package struct Setters: Sendable {
  /// The answer to which line last changed a place.
  package enum Answer {
    case line(Int)
    /// No line did: the place is as it was at the start.
    case none
    /// None that was noted did, and not all were noted.
    case notNoted
  }

  /// The records by field, then by owner, and behind them those of the globals, one each. 0: no
  /// line; a row may be shorter than there are owners.
  package internal(set) var places: [[UInt32]]
  /// The records that introduced the entities, by sort, then by number. 0: it was there from the
  /// start.
  package internal(set) var introduced: [[UInt32]]
  /// True if all changes since the start were noted.
  package internal(set) var areAll: Bool

  /// Notes the line that changed a place.
  /// - Parameter column: A field, or, behind all fields, a global.
  mutating func note(_ column: Int, of owner: Int, by line: UInt32) {
    places[column].set(owner, to: line)
  }

  /// Notes the line that introduced an entity.
  mutating func note(sort: Int, number: Int, by line: UInt32) {
    introduced[sort].set(number, to: line)
  }

  /// Notes the line that changed one state into another. O(state); columns that both share take no
  /// time.
  package mutating func note(
    changesFrom before: State, to after: State, by line: UInt32, _ rules: Core.Rules
  ) {
    for (index, field) in rules.fields.enumerated() {
      let common = min(before.count(of: field.owner), after.count(of: field.owner))
      if case .value = field.kind {
        let (old, new) = (before.columns[index], after.columns[index])
        if old == new { continue }
        for owner in 0..<common where old[owner] != new[owner] { note(index, of: owner, by: line) }
      } else {
        let (old, new) = (before.collections[index], after.collections[index])
        if old == new { continue }
        for owner in 0..<common where old[owner] != new[owner] { note(index, of: owner, by: line) }
      }
    }
    for global in rules.globals.indices where before.globals[global] != after.globals[global] {
      note(rules.fields.count + global, of: 0, by: line)
    }
    for (sort, entity) in rules.entities.enumerated()
    where entity.isIntroduced && after.counts[sort] > before.counts[sort] {
      for number in before.counts[sort]..<after.counts[sort] {
        note(sort: sort, number: number, by: line)
      }
    }
  }

  /// Notes the line that wrote queues.
  package mutating func note(queues: [Place], by line: UInt32) {
    for case .field(let field, let owner) in queues {
      note(field.index, of: Int(owner), by: line)
    }
  }

  /// Returns the line that last changed a place, or introduced its owner.
  package func line(of place: Place, _ rules: Core.Rules) -> Answer {
    let latest =
      switch place {
      case .global(let global): places[rules.fields.count + global.index].at(0)
      case .field(let field, let owner):
        max(
          places[field.index].at(Int(owner)), introduced[rules[field].owner.index].at(Int(owner)))
      }
    // A record beyond what can be counted is not known.
    if latest == .max { return .notNoted }
    return latest > 0 ? .line(Int(latest)) : areAll ? .none : .notNoted
  }
}

extension Setters {
  /// - Parameter areAll: True if nothing has changed yet.
  package init(_ rules: Core.Rules, areAll: Bool) {
    places = Array(repeating: [], count: rules.fields.count + rules.globals.count)
    introduced = Array(repeating: [], count: rules.entities.count)
    self.areAll = areAll
  }
}

extension Core.Rules {
  func isQueue(_ place: Place) -> Bool {
    guard case .field(let field, _) = place, case .queue = self[field].kind else { return false }
    return true
  }
}

extension [UInt32] {
  /// Sets an element, behind zeros if it is beyond the end.
  fileprivate mutating func set(_ index: Int, to value: UInt32) {
    while count <= index { append(0) }
    self[index] = value
  }

  fileprivate func at(_ index: Int) -> UInt32 { indices.contains(index) ? self[index] : 0 }
}
