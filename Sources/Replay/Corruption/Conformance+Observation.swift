import Rulebook
import Semantics
import Traces

extension Conformance {
  /// Checks an observation. Its facts must agree with the rules; a value that was unknown becomes
  /// known.
  mutating func judge(_ observation: Observation) throws(Verdict) {
    if let instant = observation.instant { try pass(to: instant) }
    for fact in observation.facts {
      switch fact {
      case .global(let global, let given):
        let value = try resolve(given, rules[global].type.scalar)
        try hold(stepper.state[global], value, rules[global].name)
        stepper.state[global] = value
      case .field(let name, let readings): try judge(name, readings)
      }
    }
    try asking { () throws(EvaluationError) in try stepper.settle() }
    try judgeState()
  }

  private mutating func judge(
    _ name: String, _ readings: [Observation.Reading]
  ) throws(Verdict) {
    let reading = try settled(name, readings)
    let field = rules[reading.field]
    let owner = Int(try entity(name, field.owner))
    switch (reading.value, field.kind) {
    case (.value(let given), .value(let type)):
      let value = try resolve(given, type.scalar)
      try hold(stepper.state[reading.field, of: owner], value, field.name)
      stepper.state[reading.field, of: owner] = value
    case (.members(let given), .queue(let sort)), (.members(let given), .set(let sort)):
      var members: [Int32] = []
      for member in given { members.append(try entity(member, sort)) }
      if case .set = field.kind { members.sort() }
      guard members == stepper.state.members(of: reading.field, owner: owner) else {
        throw .rejected("\(field.name) is not as the rules give it")
      }
    case (.pairs(let pairs), .set(let sort)):
      for pair in pairs {
        let other = try entity(pair.name, sort)
        let given = try resolve(pair.value, field.pair?.type.scalar ?? .bool)
        let parts = rules.parts(ofPairs: reading.field)
        let part = parts.first {
          stepper.state.members(of: $0.field, owner: owner).contains(other)
        }?.part
        let known = (part?.value ?? parts.first?.part.initial).map { Value($0) } ?? .unknown
        try hold(known, given, field.statedName)
      }
    default: break
    }
  }

  private func hold(_ known: Value, _ observed: Value, _ name: String) throws(Verdict) {
    guard known == .unknown || known == observed else {
      throw .rejected("\(name) is not as the rules give it")
    }
  }

  /// Returns the one of several readings whose sort has an entity of that name.
  private func settled(
    _ name: String, _ readings: [Observation.Reading]
  ) throws(Verdict) -> Observation.Reading {
    if readings.count == 1 { return readings[0] }
    let known = readings.filter { names.number(of: name, rules[$0.field].owner) != nil }
    let possible =
      known.isEmpty ? readings.filter { !rules[rules[$0.field].owner].isIntroduced } : known
    guard possible.count == 1 else { throw .undecided("which field is observed is not clear") }
    return possible[0]
  }
}
