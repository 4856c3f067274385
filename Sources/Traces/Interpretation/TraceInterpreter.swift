import Basics
import Rulebook

/// Resolves the names and types of a line of a trace against a rulebook.
///
/// It ends at the first fault in the text; missing members are reported after wrong ones.
package struct TraceInterpreter: Sendable {
  let rules: Core.Rules
  let vocabulary: Vocabulary
  let positions: PositionNames?

  /// - Parameter positions: The entities that positions stand for; nil: a trace has no positions.
  package init(rules: Core.Rules, positions: PositionNames? = nil) {
    self.rules = rules
    self.positions = positions
    vocabulary = Vocabulary(rules)
  }

  /// Reads one line, without its line end. O(its length).
  package func interpret(
    _ bytes: ArraySlice<UInt8>, at place: TracePlace
  ) throws(Rejection) -> TraceLine {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONParser.parse(bytes, offset: place.offset)
    } catch {
      throw Rejection(error, at: place)
    }
    return try interpret(json, at: place)
  }

  /// Reads one line that has been parsed, its spans counted as `place` counts.
  package func interpret(
    _ json: JSONValue, at place: TracePlace
  ) throws(Rejection) -> TraceLine {
    do throws(InterpretationError) {
      return try line(json, at: place)
    } catch {
      throw Rejection(error, at: place)
    }
  }

  private func line(
    _ json: JSONValue, at place: TracePlace
  ) throws(InterpretationError) -> TraceLine {
    guard case .object(let members) = json.content else {
      let message = "a line must be an object, this is \(json.kindDescription)"
      throw InterpretationError(.notAnObject, at: json.span.lower, message)
    }
    let event = members.first { $0.key == Vocabulary.Reserved.event.rawValue }
    let observed = members.first { $0.key == Vocabulary.Reserved.observe.rawValue }
    switch (event, observed) {
    case (let event?, nil):
      return .event(try self.event(event.value, members, in: json, at: place))
    case (nil, let observed?):
      return .observation(try observation(observed.value, members, at: place))
    case (let event?, let observed?):
      throw InterpretationError(
        .eventAndObservation, at: max(event.keySpan.lower, observed.keySpan.lower),
        "a line holds either an event or an observation, not both")
    case (nil, nil):
      throw InterpretationError(
        .noEvent, at: json.span.lower,
        "the line holds neither an `event` nor an observation (`observe`)")
    }
  }
}
