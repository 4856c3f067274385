import Rulebook
import Traces

/// The types of the words of a line, by event and by message.
struct LineShapes {
  /// The types of the arguments and results of each event.
  private let events: [[Core.Scalar]]
  /// The number of arguments, by event.
  private let arguments: [Int]
  /// The types of the arguments of each message.
  private let messages: [[Core.Scalar]]

  init(_ rules: Core.Rules) {
    events = rules.events.map { event in
      event.parameters.map(\.type.scalar) + event.results.map(\.variable.type.scalar)
    }
    arguments = rules.events.map(\.parameters.count)
    messages = rules.messages.map { $0.parameters.map(\.type.scalar) }
  }

  /// The number of results of an event.
  func resultCount(of event: Core.ID<Core.Event>) -> Int {
    events[event.index].count - arguments[event.index]
  }

  /// Calls a closure with each word of a line behind the header: its position, and true if it may
  /// be a name.
  /// - Returns: The number of words of the line.
  @inline(__always)
  func forEachWord(of line: UnsafePointer<Int64>, _ body: (Int, Bool) -> Void) -> Int {
    var position = LineWords.header
    for type in events[Int(line[0])] {
      body(position, type.isEntity)
      position += 1
    }
    for _ in 0..<Int(line[3]) {
      let message = Int(line[position])
      body(position, false)
      body(position + 1, true)
      position += 2
      for type in messages[message] {
        body(position, type.isEntity)
        position += 1
      }
    }
    return position
  }

  /// The event that the words of a line stand for.
  func event(
    _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer, at place: TracePlace
  ) -> TraceEvent {
    let event = Int(line[0])
    let isRefused = line[2] & LineWords.isRefused != 0
    var position = LineWords.header
    func next(_ type: Core.Scalar) -> TraceValue? {
      defer { position += 1 }
      return value(line[position], type, names)
    }
    let values = events[event].map(next)
    var notified: [TraceNotification]?
    if line[2] & LineWords.isNotified != 0 {
      notified = (0..<Int(line[3])).map { _ in
        let message = Int(line[position])
        let recipient = name(line[position + 1], names)
        position += 2
        return TraceNotification(
          recipient: recipient, message: Core.ID(message), arguments: messages[message].map(next))
      }
    }
    let results = values.dropFirst(arguments[event])
    return TraceEvent(
      place: place, instant: line[1], event: Core.ID(event),
      arguments: values.prefix(arguments[event]).map { $0 ?? .none },
      outcome: isRefused ? .refused : .ok, results: Array(results), notified: notified)
  }

  /// - Returns: nil if the line does not tell.
  private func value(
    _ word: Int64, _ type: Core.Scalar, _ names: UnsafeRawPointer
  ) -> TraceValue? {
    switch word {
    case LineWords.none: return TraceValue.none
    case LineWords.missing, LineWords.open: return nil
    default: break
    }
    switch type {
    case .entity: return .name(name(word, names))
    case .bool: return .bool(word != 0)
    case .enumeration: return .symbol(Int(word))
    case .int, .range, .time, .duration, .unit: return .number(word)
    }
  }

  private func name(_ word: Int64, _ names: UnsafeRawPointer) -> String {
    let bytes = UnsafeRawBufferPointer(
      start: names + LineWords.offset(word), count: LineWords.count(word))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Core.Scalar {
  fileprivate var isEntity: Bool { if case .entity = self { true } else { false } }
}
