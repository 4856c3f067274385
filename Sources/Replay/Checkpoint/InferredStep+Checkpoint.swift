import Basics
import Rulebook
import Semantics

extension InferredStep {
  func write(to writer: inout CheckpointWriter) {
    occurrence.write(to: &writer)
    writer.write(results)
    writer.write(list: notifications) { writer, message in
      writer.write(message.recipient)
      writer.write(message.sort.index)
      writer.write(message.message.index)
      writer.write(list: message.arguments) { $0.write(optional: $1) { $0.write($1) } }
    }
    writer.write(isDated)
    writer.write(list: open) { writer, entry in
      entry.place.write(to: &writer)
      writer.write(entry.result)
    }
    writer.write(lastLine)
    writer.write(lastInstant)
    writer.write(lastNearLine)
  }

  init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants
  ) throws(CheckpointDamage) {
    occurrence = try Occurrence(from: &reader, inhabitants)
    let rule = inhabitants.rules[occurrence.event]
    results = try inhabitants.values(rule.results.map(\.variable), &reader)
    notifications = try reader.list { reader throws(CheckpointDamage) in
      try SentMessage(from: &reader, inhabitants)
    }
    isDated = try reader.bool()
    open = try reader.list { reader throws(CheckpointDamage) in
      (
        place: try Place(from: &reader, inhabitants),
        result: try reader.index(below: rule.results.count)
      )
    }
    lastLine = try reader.int()
    lastInstant = try reader.int64()
    lastNearLine = try reader.int()
  }
}

extension SentMessage {
  fileprivate init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants
  ) throws(CheckpointDamage) {
    let rules = inhabitants.rules
    let recipient = try reader.value()
    let sort = Core.ID<Core.Entity>(try reader.index(below: rules.entities.count))
    let message = Core.ID<Core.Message>(try reader.index(below: rules.messages.count))
    var arguments: [Value?] = []
    guard try reader.length() == rules[message].parameters.count else { throw CheckpointDamage() }
    for parameter in rules[message].parameters {
      arguments.append(
        try reader.optional { reader throws(CheckpointDamage) in
          try inhabitants.value(parameter.type, &reader)
        })
    }
    self.init(recipient: recipient, sort: sort, message: message, arguments: arguments)
  }
}

extension Place {
  func write(to writer: inout CheckpointWriter) {
    switch self {
    case .global(let global):
      writer.write(true)
      writer.write(global.index)
    case .field(let field, let owner):
      writer.write(false)
      writer.write(field.index)
      writer.write(owner)
    }
  }

  /// A place that exists and holds one value, or several.
  init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants, isCollection: Bool = false
  ) throws(CheckpointDamage) {
    let rules = inhabitants.rules
    if try reader.bool() {
      self = .global(Core.ID(try reader.index(below: rules.globals.count)))
      return
    }
    let field = Core.ID<Core.Field>(try reader.index(below: rules.fields.count))
    let owner = try reader.int32()
    let holdsOne = if case .value = rules[field].kind { true } else { false }
    guard holdsOne != isCollection, inhabitants.exists(owner, rules[field].owner) else {
      throw CheckpointDamage()
    }
    self = .field(field, of: owner)
  }
}
