import Rulebook

/// The rules without disturbing events, for the search for shortest runs. An event only disturbs if
/// it changes only fields which nothing else reads, and limits no time as these fields are at the
/// start. A lost message that is sent again belongs to no shortest run about anything else.
///
/// Exact: removing such events from a run leaves a shorter run that meets the same targets. The
/// other events neither read nor write their fields, so they have the same effects; and time may
/// pass as far as before, since an obligation among the removed ones is never in force without the
/// others.
extension Core.Rules {
  func undisturbed(for targets: Set<Target>) -> Core.Rules {
    // Every event matters to the search for stopped time, for lassos and for undefined events.
    guard targets.allSatisfy({ $0.property != nil }) else { return self }
    let disturbance = Disturbance(self, asked: Set(targets.compactMap(\.property)))
    guard !disturbance.events.isEmpty else { return self }
    var quiet = self
    quiet.events = events.enumerated().map { index, event in
      disturbance.events.contains(index) ? event.impossible : event
    }
    return quiet
  }
}

private struct Disturbance {
  private let rules: Core.Rules
  /// The fields that each event changes, by position; nil: it changes more, or it is asked about.
  private var effects: [Set<Core.ID<Core.Field>>?]
  /// The fields on which each event depends, by position.
  private let reads: [Set<Core.ID<Core.Field>>]
  /// The fields that only these events read and change.
  private var fields: Set<Core.ID<Core.Field>>

  init(_ rules: Core.Rules, asked: Set<Int>) {
    self.rules = rules
    effects = rules.events.map(\.changedFields)
    reads = rules.events.map { event in
      var reads = Slice.Reads()
      reads.add(conditionsOf: event)
      for update in event.updates {
        for part in [update.condition] + update.action.operands { reads.add(part) }
      }
      return reads.fields
    }
    var ofProperties = Slice.Reads()
    for (index, property) in rules.properties.enumerated() {
      switch property.kind {
      case .prompt, .axiom: ofProperties.add(property)
      default:
        guard asked.contains(index) else { continue }
        ofProperties.add(property)
        for event in property.body.steps.map(\.event) { effects[event.index] = nil }
      }
    }
    fields = Set(rules.fields.indices.map { Core.ID($0) }).subtracting(ofProperties.fields)
    settle()
  }

  /// The disturbing events, by position.
  var events: Set<Int> {
    Set(rules.events.indices.filter { effects[$0].map { !$0.isEmpty } ?? false })
  }

  /// Finds the greatest sets that fit: an event that does not fit counts as a normal one, and the
  /// fields that it reads or changes then no longer belong to the set.
  private mutating func settle() {
    var before: Set<Core.ID<Core.Field>>?
    while before != fields {
      before = fields
      for (index, event) in rules.events.enumerated() {
        if let changed = effects[index], !changed.isEmpty, changed.isSubset(of: fields),
          event.source != .clock || isNeverInForce(event)
        {
          continue
        }
        effects[index] = nil
        fields.subtract(reads[index])
        fields.subtract(event.writtenFields)
      }
    }
  }

  /// Returns true if the guards exclude an obligation as long as the fields are as they were at the
  /// start.
  private func isNeverInForce(_ event: Core.Event) -> Bool {
    event.guards.contains { part in
      part.condition.rewritten { atStart($0).folded } == .false
    }
  }

  private func atStart(_ expression: Core.Expression) -> Core.Expression {
    guard case .field(let id, _, _) = expression, fields.contains(id),
      case .value(let literal) = rules[id].initial
    else { return expression }
    return .literal(literal)
  }
}

extension Core.Expression {
  /// The value if the parts, which are folded already, decide it.
  fileprivate var folded: Core.Expression {
    switch self {
    case .certain(.literal(let literal)): .literal(literal)
    case .isNone(.literal(.none)): .true
    case .isNone(.literal): .false
    case .equal(.literal(let a), .literal(let b)): .literal(.bool(a.isSame(as: b)))
    case .not(let inner): .negation(of: inner)
    case .and(let parts): .all(parts)
    case .or(let parts): .any(parts)
    default: self
    }
  }
}

extension Core.Literal {
  fileprivate func isSame(as other: Core.Literal) -> Bool {
    if case (.none, .none) = (self, other) { true } else { self == other }
  }
}

extension Core.Event {
  fileprivate var writtenFields: [Core.ID<Core.Field>] {
    updates.compactMap { update in
      switch update.action {
      case .assign(.field(let id, _), _): id
      case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
        .add(_, let collection):
        collection.field
      case .assign(.global, _), .notify: nil
      }
    }
  }

  /// The fields that the event changes; nil: it changes something else too.
  fileprivate var changedFields: Set<Core.ID<Core.Field>>? {
    let changesOther = updates.contains { update in
      if case .assign(.global, _) = update.action { true } else { false }
    }
    return changesOther || results.contains(where: \.isNew) ? nil : Set(writtenFields)
  }

  /// The event with guards that never hold, as if there were no entity of a sort that it needs.
  fileprivate var impossible: Core.Event {
    var event = self
    event.guards = [Core.Guard(condition: .false, citations: [], text: "", span: span)]
    (event.due, event.updates) = (nil, [])
    return event
  }
}
