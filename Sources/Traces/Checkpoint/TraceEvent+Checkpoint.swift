import Basics
import Rulebook

extension CheckpointWriter {
  mutating func write(_ event: TraceEvent) {
    write(event.place)
    write(event.instant)
    write(Int64(event.nanoseconds))
    write(event.event.index)
    write(list: event.arguments) { $0.write($1) }
    write(event.outcome == .refused)
    write(list: event.results) { $0.write($1) }
    write(optional: event.notified) { $0.write(list: $1) { $0.write($1) } }
    write(event.id)
    write(event.checksum)
    write(event.source)
  }

  private mutating func write(_ notification: TraceNotification) {
    write(notification.recipient)
    write(notification.message.index)
    write(list: notification.arguments) { $0.write($1) }
  }

  mutating func write(_ checksum: TraceChecksum?) {
    switch checksum {
    case nil: write(UInt8(0))
    case .text(let text):
      write(UInt8(1))
      write(text)
    case .number(let text):
      write(UInt8(2))
      write(text)
    }
  }
}

extension CheckpointReader {
  mutating func event(_ rules: Core.Rules) throws(CheckpointDamage) -> TraceEvent {
    let place = try place()
    let instant = try int64()
    guard (0...Timestamp.latest).contains(instant) else { throw CheckpointDamage() }
    let nanoseconds = try nanoseconds()
    let index = try index(below: rules.events.count)
    let rule = rules.events[index]
    guard try length() == rule.parameters.count else { throw CheckpointDamage() }
    var arguments: [TraceValue] = []
    for parameter in rule.parameters {
      arguments.append(try traceValue(parameter.type, rules))
    }
    let isRefused = try bool()
    var results: [TraceValue?] = []
    guard try length() == rule.results.count else { throw CheckpointDamage() }
    for result in rule.results {
      results.append(try optionalValue(result.variable.type, rules))
    }
    var event = TraceEvent(
      place: place, instant: instant, event: Core.ID(index), arguments: arguments,
      outcome: isRefused ? .refused : .ok, results: results)
    event.nanoseconds = nanoseconds
    event.notified = try optional { reader throws(CheckpointDamage) in
      try reader.list { reader throws(CheckpointDamage) in try reader.notification(rules) }
    }
    event.id = try optionalText()
    event.checksum = try checksum()
    event.source = try optionalText()
    return event
  }

  private mutating func notification(
    _ rules: Core.Rules
  ) throws(CheckpointDamage) -> TraceNotification {
    let recipient = try text()
    let index = try index(below: rules.messages.count)
    let parameters = rules.messages[index].parameters
    guard try length() == parameters.count else { throw CheckpointDamage() }
    var arguments: [TraceValue?] = []
    for parameter in parameters {
      arguments.append(try optionalValue(parameter.type, rules))
    }
    return TraceNotification(
      recipient: recipient, message: Core.ID(index), arguments: arguments)
  }

  mutating func checksum() throws(CheckpointDamage) -> TraceChecksum? {
    switch try byte() {
    case 0: nil
    case 1: .text(try text())
    case 2: .number(try text())
    default: throw CheckpointDamage()
    }
  }
}
