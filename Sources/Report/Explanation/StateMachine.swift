/// The transitions between the values of a field or state whose type is an enumeration.
///
/// It shows at least what can happen, and may show more: a value counts as possible before an event
/// unless guards, cases, assumptions, invariants and lemmas directly exclude it.
package struct StateMachine: Codable, Hashable, Sendable {
  /// An initial value.
  package struct Start: Codable, Hashable, Sendable {
    /// The value, one of ``StateMachine/values``.
    package let value: String
    /// The event that introduces the entity; nil if it exists from the start.
    package let event: String?
  }

  /// A transition from a value to another, by an event.
  package struct Transition: Codable, Hashable, Sendable {
    /// The value before, one of ``StateMachine/values``; the same as ``to`` if an event writes the
    /// value that was there.
    package let from: String
    /// The value after, one of ``StateMachine/values``.
    package let to: String
    /// The name of the event.
    package let event: String
  }

  /// `Taxi.status`
  package let place: String
  /// The name of its enumeration.
  package let type: String
  /// The values, in the order of the type; `none` before them if the type is optional.
  package let values: [String]
  /// The initial values; several if the initial value is open, or several events introduce the
  /// entity.
  package let starts: [Start]
  /// The transitions in the order of the values, then of the events; each once.
  package let transitions: [Transition]
}

extension StateMachine {
  /// Returns the part that one event makes, with the values concerned; nil if there is none.
  func part(of event: String) -> StateMachine? {
    let starts = starts.filter { $0.event == event }
    let transitions = transitions.filter { $0.event == event }
    let touched = Set(starts.map(\.value) + transitions.flatMap { [$0.from, $0.to] })
    guard !touched.isEmpty else { return nil }
    return StateMachine(
      place: place, type: type, values: values.filter(touched.contains), starts: starts,
      transitions: transitions)
  }

  /// The events that lead from one value to another, together.
  package struct Edge: Hashable, Sendable {
    /// The value before, one of ``StateMachine/values``.
    package let from: String
    /// The value after, one of ``StateMachine/values``; may be the same as ``from``.
    package let to: String
    /// The events in the order of the rulebook, each once.
    package let events: [String]
  }

  /// The edges in the order of the transitions.
  package var edges: [Edge] {
    var edges: [Edge] = []
    for transition in transitions {
      if let last = edges.last, last.from == transition.from, last.to == transition.to {
        edges[edges.count - 1] = Edge(
          from: last.from, to: last.to, events: last.events + [transition.event])
      } else {
        edges.append(Edge(from: transition.from, to: transition.to, events: [transition.event]))
      }
    }
    return edges
  }
}
