import Rulebook

/// The moves after which a target of an inquiry may be met if it was not met before. All others
/// change nothing that the targets read.
///
/// A search whose budget does not suffice for one more step makes only these moves, a small part of
/// all, from the positions that it has reached, and keeps none of the results.
struct LastMoves {
  private(set) var events: Set<Core.ID<Core.Event>> = []
  /// True if the passage of time may meet a target.
  private(set) var includesTime = false

  /// Collects the moves; nil: any move may meet some target.
  init?(_ inquiry: Inquiry) {
    let slice = inquiry.slice
    for target in inquiry.targets {
      switch target {
      case .violation(let property), .witness(let property):
        guard let index = slice.properties.firstIndex(of: property) else { return nil }
        note(slice.rules.properties[index], slice.rules)
      case .undefined(let event): events.insert(event)
      case .timelock, .lasso: return nil
      }
    }
  }

  private mutating func note(_ property: Core.Property, _ rules: Core.Rules) {
    if let formula = property.body.stateFormula {
      var reads = Slice.Reads()
      reads.add(property)
      for (index, event) in rules.events.enumerated() where reads.areWritten(by: event) {
        events.insert(Core.ID(index))
      }
      if formula.readsNow { includesTime = true }
    }
    events.formUnion(property.body.steps.map(\.event))
    // A condition that begins to hold has not lasted yet.
    if property.body.lasting != nil { includesTime = true }
  }
}
