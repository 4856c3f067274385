import Basics
import Rulebook
import Semantics
import Traces

extension ChangeMaker {
  private mutating func other(
    than name: String, _ sort: Core.ID<Core.Entity>, _ names: EntityTable
  ) -> String? {
    let all = names.names(of: sort)
    guard all.count > 1 else { return nil }
    for _ in 0..<8 {
      let other = all[random.below(all.count)]
      if other != name, !other.isEmpty { return other }
    }
    return nil
  }

  mutating func renamed(_ event: TraceEvent, _ names: EntityTable) -> TraceEvent? {
    let rule = rules[event.event]
    var places: [(position: Int, isResult: Bool, sort: Core.ID<Core.Entity>, name: String)] = []
    for (index, (parameter, value)) in zip(rule.parameters, event.arguments).enumerated() {
      if case .entity(let sort) = parameter.type.scalar, case .name(let name) = value {
        places.append((index, false, sort, name))
      }
    }
    for (index, (result, value)) in zip(rule.results, event.results).enumerated()
    where !result.isNew {
      if case .entity(let sort) = result.variable.type.scalar, case .name(let name)? = value {
        places.append((index, true, sort, name))
      }
    }
    guard !places.isEmpty else { return nil }
    let place = places[random.below(places.count)]
    guard let other = other(than: place.name, place.sort, names) else { return nil }
    var event = event
    if place.isResult {
      event.results[place.position] = .name(other)
    } else {
      event.arguments[place.position] = .name(other)
    }
    return event
  }

  /// The refused line accepted; or before the line an input that was accepted once.
  mutating func forged(_ event: TraceEvent, _ names: EntityTable) -> [TraceLine]? {
    var forgery = event
    let isRefused = isInput(event) && event.outcome == .refused
    if !isRefused {
      guard !inputs.isEmpty else { return nil }
      // Each once: the same forgery again would be a consequence of the first.
      forgery = inputs.remove(at: random.below(inputs.count))
      forgery.instant = event.instant
      forgery.id = nil
      forgery.checksum = nil
    }
    forgery.outcome = .ok
    forgery.notified = nil
    forgery.results = rules[forgery.event].results.enumerated().map { index, result in
      guard result.isNew else {
        return forgery.results.indices.contains(index) ? forgery.results[index] : nil
      }
      guard case .entity(let sort) = result.variable.type.scalar else { return nil }
      repeat { forged += 1 } while names.number(of: "forged-\(forged)", sort) != nil
      return .name("forged-\(forged)")
    }
    return isRefused ? [.event(forgery)] : [.event(forgery), .event(event)]
  }

  mutating func missent(_ event: TraceEvent, _ names: EntityTable) -> TraceEvent? {
    guard var notified = event.notified else { return nil }
    var event = event
    if notified.isEmpty {
      guard !messages.isEmpty else { return nil }
      notified.append(messages[random.below(messages.count)])
    } else {
      let index = random.below(notified.count)
      switch random.below(3) {
      case 0: notified.remove(at: index)
      case 1: notified.append(notified[index])
      default:
        let recipient = notified[index].recipient
        let sorts = rules.entities.indices.map { Core.ID<Core.Entity>($0) }
        guard let sort = sorts.first(where: { names.number(of: recipient, $0) != nil }),
          let other = other(than: recipient, sort, names)
        else { return nil }
        notified[index].recipient = other
      }
    }
    event.notified = notified
    return event
  }
}
