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
        switch node {
        case .field(let id, _, _): places.fields.insert(id)
        case .global(let id, _): places.globals.insert(id)
        case .member(_, let collection), .ahead(_, _, let collection):
          places.fields.insert(collection.field)
        case .quantified(_, let binders, _, _):
          for binder in binders {
            if case .members(let collection) = binder.domain {
              places.fields.insert(collection.field)
            }
          }
        case .extreme(let extreme):
          if case .members(let collection) = extreme.binder.domain {
            places.fields.insert(collection.field)
          }
        default: break
        }
      }
    }
    return places
  }

  /// Every expression that is evaluated somewhere.
  private var readExpressions: [Core.Expression] {
    var result: [Core.Expression] = []
    for event in events {
      result += event.guards.map(\.condition) + event.assumptions.map(\.condition)
      result += event.due.map { [$0.instant] } ?? []
      for update in event.updates { result += [update.condition] + update.readExpressions }
      for notification in event.refusal {
        result += [notification.recipient] + notification.arguments.compactMap(\.self)
      }
    }
    for property in properties { result += property.body.expressions }
    return result
  }
}

extension Core.Property.Body {
  /// The formulas of a property.
  public var expressions: [Core.Expression] {
    switch self {
    case .always(let formula), .reach(let formula), .measure(_, let formula): [formula]
    case .step(let steps), .reachStep(let steps): steps.map(\.formula)
    case .lasts(let lasting): [lasting.condition]
    }
  }
}
