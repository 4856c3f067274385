/// How a field or state whose type is an enumeration moves from value to value.
///
/// It shows at least what can happen, and may show more: a value counts as possible before an
/// event unless guards, cases, assumptions, invariants and lemmas say otherwise at once.
public struct StateMachine: Codable, Hashable, Sendable {
  /// Where it starts.
  public struct Start: Codable, Hashable, Sendable {
    /// One of ``StateMachine/values``.
    public let value: String
    /// The event that introduces the entity; none if it is there from the start.
    public let event: String?
  }

  /// One way from a value to another, by an event.
  public struct Transition: Codable, Hashable, Sendable {
    /// One of ``StateMachine/values``; the same as ``to`` where an event writes what was there.
    public let from: String
    /// One of ``StateMachine/values``.
    public let to: String
    /// The name of the event that does it.
    public let event: String
  }

  /// `Taxi.status`
  public let place: String
  /// The name of its enumeration.
  public let type: String
  /// The values, in the order of the type; `none` before them if the type is optional.
  public let values: [String]
  /// Several if the initial value is open, or several events introduce the entity.
  public let starts: [Start]
  /// In the order of the values, then of the events; each once.
  public let transitions: [Transition]
}

extension StateMachine {
  /// What one event does in it, with the values that this concerns; none if it does nothing.
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
  public struct Edge: Hashable, Sendable {
    /// One of ``StateMachine/values``.
    public let from: String
    /// One of ``StateMachine/values``; may be the same as ``from``.
    public let to: String
    /// In the order of the rulebook, each once.
    public let events: [String]
  }

  /// In the order of the transitions.
  public var edges: [Edge] {
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
