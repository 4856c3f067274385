import Findings
import Rulebook
import Semantics
import TaxiService

extension Lockstep {
  /// Returns the difference for a step that the rules do not allow, or for a passing of time
  /// (`step` nil).
  func difference(_ outcome: StepOutcome, _ step: TranslatedStep?) -> Difference {
    let rules = side.rules
    let event = step.map { rules[$0.event] }
    let shown = step.map(text) ?? "time passes"
    switch outcome {
    case .overdue(let deadline): return overdue(deadline, instead: shown)
    case .illegal(.forbidden(let position)):
      let condition = event.map { $0.guards[position] }
      let kind: Difference.Kind = event?.isOwnInitiative == true ? .forbidden : .wronglyAccepted
      return make(
        kind, event?.name ?? "", condition?.citations ?? [],
        expected: "not while '\(condition?.text ?? "")' is false", observed: shown)
    case .illegal(.early(let due)):
      return make(
        .early, event?.name ?? "", event?.due?.citations ?? [],
        expected: "not before \(Instants.timestamp(due))", observed: shown)
    case .illegal(.legal):
      return make(
        .wronglyRefused, event?.name ?? "", event?.citations ?? [],
        expected: "accepted: every guard holds", observed: "\(shown) was refused")
    case .undefined(let error):
      return make(
        .undefined, event?.name ?? "", [], expected: "a step that the rules define",
        observed: "\(shown): \(error.message(in: rules))")
    case .illegal, .performed, .refused:
      return make(
        .undefined, event?.name ?? "", [], expected: "a step that the rules decide",
        observed: shown)
    }
  }

  private func overdue(_ deadline: Deadline, instead shown: String) -> Difference {
    let rules = side.rules
    let instant = Instants.timestamp(deadline.instant)
    switch deadline.cause {
    case .event(let id, let arguments):
      let missing = TranslatedStep(event: id, arguments: arguments, results: [])
      return make(
        .missed, rules[id].name, rules[id].due?.citations ?? [],
        expected: "\(text(missing)) at \(instant)", observed: shown)
    case .prompt(let property, _):
      let property = rules.properties[property]
      return make(
        .tardy, property.name, property.citations,
        expected: property.sentence ?? property.text, observed: "\(shown) after \(instant)")
    }
  }

  func identityDifference(_ step: TranslatedStep, _ introduced: Int) -> Difference {
    make(
      .identity, side.rules[step.event].name, side.rules[step.event].citations,
      expected: "a number of its own for what is new",
      observed: "\(text(step)) gives number \(introduced + 1)")
  }

  /// Messages are compared as a collection: the rules give them no order.
  func messageDifference(
    _ messages: [Message], _ expected: [SentMessage], _ step: TranslatedStep
  ) -> Difference? {
    var missing = expected
    var extra: [String] = []
    for message in messages {
      let sent = translation.message(message)
      if let sent, let position = missing.firstIndex(where: { sent.matches($0) }) {
        missing.remove(at: position)
      } else {
        extra.append(sent.map(text) ?? "\(message)")
      }
    }
    guard !missing.isEmpty || !extra.isEmpty else { return nil }
    let rule = side.rules[step.event]
    return make(
      .message, rule.name, rule.citations,
      expected: missing.isEmpty ? "no other message" : missing.map(text).joined(separator: ", "),
      observed: extra.isEmpty ? "not sent" : extra.joined(separator: ", "))
  }

  func stateDifference(_ place: Place) -> Difference {
    let rules = side.rules
    switch place {
    case .global(let id):
      return make(
        .state, rules[id].name, rules[id].citations,
        expected: names.value(side.value(at: place), rules[id].type.scalar),
        observed: names.value(columns.globals[id.index](service), rules[id].type.scalar))
    case .field(let id, let owner):
      let field = rules.fields[id.index]
      let name = "\(rules[field.owner].name).\(field.name)"
      var (expected, observed) = ("", "")
      switch (columns.fields[id.index], field.kind) {
      case (.value(let read), .value(let type)):
        expected = names.value(side.value(at: place), type.scalar)
        observed = names.value(read(service, Int(owner)), type.scalar)
      case (.members(let read), .queue(let sort)), (.members(let read), .set(let sort)):
        expected = text(side.members(at: place), sort)
        observed = text(read(service, Int(owner)), sort)
      default: break
      }
      return make(
        .state, name, field.citations, expected: "\(names.place(place)) = \(expected)",
        observed: observed)
    }
  }

  /// Returns the difference for a digest that differs only by entities that the service no longer
  /// holds.
  func digestDifference() -> Difference {
    make(
      .state, "digest", [], expected: "what is over stays as it was", observed: "it was changed")
  }

  private func text(_ members: [Int32], _ sort: Core.ID<Core.Entity>) -> String {
    "[" + members.map { names.name(sort, $0) }.joined(separator: ", ") + "]"
  }

  private func text(_ message: SentMessage) -> String {
    let parameters = side.rules.messages[message.message.index].parameters
    let arguments = zip(parameters, message.arguments).map { parameter, argument in
      argument.map { names.value($0, parameter.type.scalar) } ?? "any"
    }
    let recipient = names.value(message.recipient, .entity(message.sort))
    let name = side.rules.messages[message.message.index].name
    return "\(name)(\(arguments.joined(separator: ", "))) to \(recipient)"
  }

  func text(_ step: TranslatedStep) -> String {
    let rule = side.rules[step.event]
    let arguments = zip(rule.parameters, step.arguments).map {
      names.value($1, $0.type.scalar)
    }
    return "\(rule.name)(\(arguments.joined(separator: ", ")))"
  }

  private func make(
    _ kind: Difference.Kind, _ rule: String, _ requirements: [String], expected: String,
    observed: String
  ) -> Difference {
    Difference(
      kind: kind, rule: rule, requirements: requirements, expected: expected,
      observed: observed, instant: service.now)
  }
}

extension SentMessage {
  /// Returns true if the message is the one that the rules send; an argument that they leave open
  /// matches anything.
  fileprivate func matches(_ expected: SentMessage) -> Bool {
    recipient == expected.recipient && sort == expected.sort && message == expected.message
      && zip(arguments, expected.arguments).allSatisfy { $1 == nil || $0 == $1 }
  }
}
