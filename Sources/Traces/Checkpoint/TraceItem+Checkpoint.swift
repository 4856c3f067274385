import Basics
import Rulebook

extension CheckpointWriter {
  package mutating func write(_ item: TraceReader.Item) {
    switch item {
    case .line(.event(let event)):
      write(UInt8(0))
      write(event)
    case .line(.observation(let observation)):
      write(UInt8(1))
      write(observation)
    case .rejected(let rejection):
      write(UInt8(2))
      write(rejection.line)
      write(optional: rejection.record) { $0.write($1) }
      write(rejection.offset)
      write(optional: rejection.byte) { $0.write($1) }
      write(rejection.id)
      write(rejection.message)
      write(rejection.number)
      write(unordered: rejection.members) {
        $0.write($1.key)
        $0.write($1.value)
      }
    case .torn(let place):
      write(UInt8(3))
      write(place)
    }
  }
}

extension CheckpointReader {
  package mutating func item(_ rules: Core.Rules) throws(CheckpointDamage) -> TraceReader.Item {
    switch try byte() {
    case 0: .line(.event(try event(rules)))
    case 1: .line(.observation(try observation(rules)))
    case 2:
      .rejected(try rejection())
    case 3: .torn(try place())
    default: throw CheckpointDamage()
    }
  }

  private mutating func rejection() throws(CheckpointDamage) -> Rejection {
    var rejection = Rejection(
      line: try count(), record: try optionalCount(), offset: try count(),
      byte: try optionalCount(), id: try text(), message: try text(), number: try count())
    for _ in 0..<(try length()) { rejection.members[try text()] = try text() }
    return rejection
  }
}
