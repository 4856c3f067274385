import Rulebook
import Semantics
import Traces

/// A look at fields after certain lines of a trace, each line checked to its end.
package struct Watch {
  /// The content of a field of one entity.
  package struct Reading: Hashable, Sendable {
    /// The name of the entity that has the field.
    package let owner: String
    /// The value, or the members from the front; empty: none.
    package let values: [String]
  }

  /// The lines after which the fields are read, from 1.
  package let lines: Set<Int>
  package let fields: [Core.ID<Core.Field>]
  /// The closure that is called with the line, its event (nil: it has none), and the content of
  /// each field, without unknown values. If a line has several records it is called for each.
  package let body: (_ line: Int, _ event: String?, _ readings: [[Reading]]) -> Void

  package init(
    lines: Set<Int>, fields: [Core.ID<Core.Field>],
    body: @escaping (_ line: Int, _ event: String?, _ readings: [[Reading]]) -> Void
  ) {
    self.lines = lines
    self.fields = fields
    self.body = body
  }
}

extension Replayer {
  /// Tells the content of the watched fields, if the line of the item is one of those that are
  /// watched. O(entities) then.
  func tellWatch(of item: TraceReader.Item) {
    guard let watch else { return }
    var event: String?
    let line: Int
    switch item {
    case .line(let content):
      if case .event(let record) = content { event = rules[record.event].name }
      line = content.place.line
    case .rejected(let rejection): line = rejection.line
    case .torn(let place): line = place.line
    }
    guard watch.lines.contains(line) else { return }
    watch.body(line, event, watch.fields.map(judge.readings))
  }
}

extension Judge {
  /// The content of a field for each entity that has a name and is not over.
  fileprivate func readings(of field: Core.ID<Core.Field>) -> [Watch.Reading] {
    let rule = rules[field]
    return (0..<world.count(of: rule.owner)).compactMap { number in
      guard world.machine?.isOver(number, rule.owner) != true,
        let owner = publicName(of: Int32(number), rule.owner),
        let values = values(of: field, owner: number)
      else { return nil }
      return Watch.Reading(owner: owner, values: values)
    }
  }

  /// Returns the members or the value of a field; nil: it is not known.
  private func values(of field: Core.ID<Core.Field>, owner: Int) -> [String]? {
    switch rules[field].kind {
    case .queue(let sort), .set(let sort):
      return world.members(of: field, owner: owner).compactMap { publicName(of: $0, sort) }
    case .value(let type):
      switch (world[field, of: owner], type.scalar) {
      case (.none, _): return []
      case (.entity(let number), .entity(let sort)):
        return publicName(of: number, sort).map { [$0] }
      default: return nil
      }
    }
  }

  /// The name in the trace; of a sensitive sort only the sort.
  private func publicName(of number: Int32, _ sort: Core.ID<Core.Entity>) -> String? {
    rules[sort].isSensitive ? "‹\(rules[sort].name)›" : names.name(of: number, sort)
  }
}
