import Basics
import Rulebook
import Traces

/// Random lines that are well typed, in the form in which they are read back.
struct LineGenerator {
  var random: SplitMix64
  /// What lines look like hangs on this, if it is there; then they are plain.
  var forms: SplitMix64?
  private let rules = Fixture.rules
  private var isPlain: Bool { forms != nil }

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next(at place: TracePlace) -> TraceLine {
    chance(4) ? .observation(observation(at: place)) : .event(event(at: place))
  }

  mutating func event(at place: TracePlace) -> TraceEvent {
    let index = choice(rules.events.count)
    let rule = rules.events[index]
    var isRefused = false
    if case .input = rule.source { isRefused = chance(3) }
    return TraceEvent(
      place: place, instant: instant(), event: Core.ID(index),
      arguments: rule.parameters.map { value($0.type) },
      outcome: isRefused ? .refused : .ok,
      results: rule.results.map { result in
        isRefused || (!result.isNew && chance(2)) ? nil : value(result.variable.type)
      },
      notified: chance(2) ? nil : (0..<choice(3)).map { _ in sent() },
      id: isPlain || chance(2) ? nil : name(), checksum: checksum())
  }

  private mutating func sent() -> TraceNotification {
    let index = choice(rules.messages.count)
    return TraceNotification(
      recipient: name(), message: Core.ID(index),
      arguments: rules.messages[index].parameters.map { chance(3) ? nil : value($0.type) })
  }

  private mutating func observation(at place: TracePlace) -> Observation {
    var facts: [Observation.Fact] = []
    for (index, field) in rules.fields.enumerated() where chance(2) {
      for owner in 0..<Int.random(in: 1...3, using: &random) {
        let observed: ObservedValue
        switch field.kind {
        case .value(let type): observed = .value(value(type))
        case .queue, .set: observed = .members((0..<owner).map { "T\($0)" })
        }
        facts.append(.field(of: "E\(owner)", [.init(Core.ID(index), observed)]))
      }
    }
    for owner in 0..<Int.random(in: 0...2, using: &random) {
      // `open` is a status of a taxi and one of a request.
      let readings: [Observation.Reading] = [
        .init(Core.ID(0), .value(.symbol(2))), .init(Core.ID(4), .value(.symbol(0))),
      ]
      facts.append(.field(of: "X\(owner)", readings))
    }
    for (index, global) in rules.globals.enumerated() where chance(2) {
      facts.append(.global(Core.ID(index), value(global.type)))
    }
    return Observation(
      place: place, instant: chance(2) ? nil : instant(), facts: facts,
      id: chance(2) ? nil : name(), checksum: checksum())
  }

  private mutating func value(_ type: Core.ValueType) -> TraceValue {
    if type.isOptional, chance(3) { return .none }
    switch type.scalar {
    case .bool: return .bool(Int.random(in: 0..<2, using: &random) == 0)
    case .int, .duration, .unit:
      let number = Int64.random(in: .min ... .max, using: &random)
      return .number(number >> Int.random(in: 0..<64, using: &random))
    case .time: return .number(instant())
    case .range(let id):
      return .number(.random(in: rules[id].lower...rules[id].upper, using: &random))
    case .enumeration(let id): return .symbol(.random(in: rules[id].cases.indices, using: &random))
    case .entity: return .name(name())
    }
  }

  private mutating func checksum() -> TraceChecksum? {
    if isPlain { return .text("c0ffee") }
    return [nil, .text("a\\"), .number("-12"), .number("0.5e1"), .text("")].randomElement(
      using: &random)
      ?? nil
  }

  private mutating func instant() -> Int64 {
    .random(in: 0...Timestamp.latest, using: &random)
  }

  private mutating func name() -> String {
    if isPlain { return "N\(Int.random(in: 0..<1_000_000_000, using: &random))" }
    let letters = Array("T42 \"\\/\n\u{0}\u{1F}é€🚕\u{FEFF}\u{2028}".unicodeScalars)
    var name = "N"
    for _ in 0..<Int.random(in: 0..<8, using: &random) {
      name.unicodeScalars.append(letters.randomElement(using: &random) ?? "x")
    }
    return name
  }

  private mutating func chance(_ n: Int) -> Bool { choice(n) == 0 }

  /// What a line looks like, of so many ways.
  private mutating func choice(_ count: Int) -> Int {
    guard var own = forms else { return Int.random(in: 0..<count, using: &random) }
    defer { forms = own }
    return Int.random(in: 0..<count, using: &own)
  }
}
