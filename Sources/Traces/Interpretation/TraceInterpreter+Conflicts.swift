import Basics
import Rulebook

extension TraceInterpreter {
  /// The names of a rulebook that no line of a trace can use, since the format has another use
  /// for them: a parameter or result of an event, or a parameter of a message.
  package static func conflicts(in rules: Core.Rules) -> [Diagnostic] {
    var conflicts: [Diagnostic] = []
    for event in rules.events {
      for variable in event.parameters + event.results.map(\.variable)
      where Vocabulary.Reserved(rawValue: variable.name) != nil {
        conflicts.append(
          conflict("`\(variable.name)` of the event `\(event.name)`", at: event.span))
      }
    }
    for message in rules.messages {
      for parameter in message.parameters
      where Vocabulary.NotificationKey(rawValue: parameter.name) != nil {
        conflicts.append(conflict("`\(parameter.name)` of the message `\(message.name)`", at: nil))
      }
    }
    return conflicts
  }

  private static func conflict(_ what: String, at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      "reserved-in-traces", .error,
      "\(what) cannot be recorded: lines of traces use that key for something else", at: span)
  }
}
