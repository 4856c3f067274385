extension Core.Rules {
  /// The fields and globals that some rule or property reads.
  struct Places {
    var fields: Set<Core.ID<Core.Field>> = []
    var globals: Set<Core.ID<Core.Global>> = []
  }

  var readPlaces: Places {
    var places = Places()
    for expression in readExpressions {
      expression.forEach { node in
        for field in node.readFields { places.fields.insert(field) }
        if case .global(let id, _) = node { places.globals.insert(id) }
      }
    }
    for case .members(let collection) in properties.flatMap(\.body.binders).map(\.domain) {
      places.fields.insert(collection.field)
    }
    return places
  }

  /// The expressions of all events and properties that are evaluated.
  private var readExpressions: [Core.Expression] {
    var result: [Core.Expression] = []
    for event in events {
      result += event.guards.map(\.condition) + event.assumptions.map(\.condition)
      result += event.due.map { [$0.instant] } ?? []
      for update in event.updates { result += [update.condition] + update.action.readExpressions }
      result += event.refusal.flatMap(\.readExpressions)
    }
    for property in properties { result += property.body.formulas }
    return result
  }
}
