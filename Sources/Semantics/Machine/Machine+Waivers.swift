import Rulebook

/// Waivers: causes that keep time from passing or last too long, were reported, and are not
/// reported again.
extension Machine {
  @discardableResult
  package func waive(_ cause: Deadline.Cause, _ isWaived: Bool) -> Bool {
    for watch in table.programs.indices {
      let values: [Value]
      switch (table.programs[watch].kind, cause) {
      case (.obligation(let event), .event(let id, let arguments)) where id.index == event:
        values = arguments
      case (.prompt(let property, _), .prompt(let id, let binding)) where id == property,
        (.bounded(let property, _), .prompt(let id, let binding)) where id == property:
        values = binding
      default: continue
      }
      guard let words = Self.words(values), words.count == table.watches[watch].arity else {
        return false
      }
      let id = words.withUnsafeBufferPointer { words in
        words.baseAddress.map { table.instance(of: watch, $0) } ?? table.soleInstance(of: watch)
      }
      guard id >= 0 else { return false }
      table.waive(id, isWaived)
      return table.instances[id].due != .max
    }
    return false
  }

  /// The number of waived causes that have ended.
  package var endedWaivers: Int { table.endedWaivers }

  /// Returns true if a condition lasts too long that is not waived, or more waived causes have
  /// ended than the given number. Only while the machine keeps time by itself.
  package func hasNews(since endedWaivers: Int) -> Bool {
    table.limits.hasOverdue || table.endedWaivers != endedWaivers
  }

  /// True if a condition lasts too long that is not waived, as far as the machine itself knows.
  package var hasExceededLimits: Bool {
    slowClocks == nil ? table.limits.hasOverdue : !exceededLimits().isEmpty
  }

  /// The least times that were left when an obligation or condition ended by an event that was
  /// executed line by line: of obligations, by the event, and by `prompt` property.
  package var margins: [(source: MarginSource, least: Int64)] {
    let events = rules.events.indices.map { event in
      (MarginSource.event(Core.ID(event)), programs.entries[event].leastMargin)
    }
    let properties = table.programs.indices.compactMap { watch -> (MarginSource, Int64)? in
      guard case .prompt(let property, _) = table.programs[watch].kind else { return nil }
      return (.property(property), table.watches[watch].leastMargin)
    }
    return (events + properties).filter { $0.1 < .max }
  }

  package enum MarginSource {
    case event(Core.ID<Core.Event>)
    /// A property by its position in the rules.
    case property(Int)
  }

  var leastMargins: [Int64] { table.programs.indices.map { table.watches[$0].leastMargin } }
}
