import Basics
import Rulebook

/// Tells which part of a trace each line belongs to. Every part gets every line: as it is, or as an
/// observation of nothing, which only tells the time.
package struct ShardRouter: Sendable {
  /// The trace ties things together that belong to different parts.
  package struct Unsplittable: Error, Hashable, Sendable {
    /// The number of the line, counted from 1.
    package let line: Int
    /// The parts that the line ties together, for the user.
    package let message: String
  }

  private let plan: ShardingPlan
  private let rules: Core.Rules
  private let count: Int
  /// The parameter or result that tells the key, by event; nil: the event is shared.
  private let keys: [KeyPlace?]
  /// The origins of names, by sort: those introduced lately, and earlier ones.
  private var recent: [[ExactText: Origin]]
  private var earlier: [[ExactText: Origin]]
  /// The number of recent names after which finished entities are to be forgotten.
  private static let mostRecent = 1 << 16

  /// The part and line in which an entity was introduced.
  package struct Origin: Sendable {
    package let part: Int
    /// The number of the line, counted from 1.
    package let line: Int
  }

  private enum KeyPlace {
    case parameter(Int)
    case result(Int)
  }

  /// - Parameters:
  ///   - plan: A sound plan.
  ///   - count: The number of parts; at least 1.
  package init(_ plan: ShardingPlan, count: Int) {
    self.plan = plan
    self.count = max(1, count)
    rules = plan.rules
    let analysis = plan.analysis
    keys = plan.rules.events.map { event in
      guard let variable = analysis.keyVariable(of: event) else { return nil }
      if let index = event.parameters.firstIndex(where: { $0.id == variable.id }) {
        return .parameter(index)
      }
      return event.results.firstIndex { $0.variable.id == variable.id }.map { .result($0) }
    }
    recent = plan.rules.entities.map { _ in [:] }
    earlier = recent
  }

  /// Returns the line that each part gets.
  /// - Parameter isHere: Returns true if the entity that was introduced there by that name is not
  ///   over.
  /// - Throws: An error if the line is about several parts.
  package mutating func route(
    _ line: TraceLine,
    isHere: (_ name: String, _ sort: Core.ID<Core.Entity>, _ origin: Origin) -> Bool
  ) throws(Unsplittable) -> [TraceLine?] {
    switch line {
    case .event(let event): try route(event, isHere)
    case .observation(let observation): try route(observation)
    }
  }

  // MARK: Events

  private mutating func route(
    _ event: TraceEvent, _ isHere: (String, Core.ID<Core.Entity>, Origin) -> Bool
  ) throws(Unsplittable) -> [TraceLine?] {
    guard let part = part(of: event) else { return spread(.event(event)) }
    for (result, value) in zip(rules[event.event].results, event.results) where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar, plan.isHomed(sort),
        case .name(let name)? = value
      else { continue }
      if sort == plan.key { continue }
      if let other = origin(of: name, sort), other.part != part,
        isHere(name, sort, other)
      {
        throw Unsplittable(
          line: event.place.line,
          message: "a name is introduced again for another \(rules[plan.key].name), as one "
            + "replay of all lines would report")
      }
      give(name, sort, Origin(part: part, line: event.place.line))
    }
    let tick = tick(event.place, event.instant)
    return (0..<count).map { $0 == part ? .event(event) : tick }
  }

  /// Returns the part of an event; nil: all parts.
  private mutating func part(of event: TraceEvent) -> Int? {
    let rule = rules[event.event]
    let scalar: Core.Scalar
    let value: TraceValue?
    switch keys[event.event.index] {
    case .parameter(let index)?:
      scalar = rule.parameters[index].type.scalar
      value = event.arguments[index]
    case .result(let index)?:
      scalar = rule.results[index].variable.type.scalar
      value = event.results.indices.contains(index) ? event.results[index] : nil
    case nil: return nil
    }
    guard case .entity(let sort) = scalar, case .name(let name)? = value else { return 0 }
    return part(of: name, sort)
  }

  /// Gives a name to the entity that is introduced by it; from now on an earlier entity no longer
  /// has it.
  private mutating func give(_ name: String, _ sort: Core.ID<Core.Entity>, _ origin: Origin) {
    let name = ExactText(name)
    earlier[sort.index][name] = nil
    recent[sort.index][name] = origin
  }

  private func origin(of name: String, _ sort: Core.ID<Core.Entity>) -> Origin? {
    let name = ExactText(name)
    return recent[sort.index][name] ?? earlier[sort.index][name]
  }

  /// Returns the part of an entity; a name that was not introduced determines its part by its hash.
  private func part(of name: String, _ sort: Core.ID<Core.Entity>) -> Int {
    (sort == plan.key ? nil : origin(of: name, sort)?.part) ?? Self.hash(name) % count
  }

  /// True if it is time to ask which names can be forgotten.
  package var isFull: Bool { recent.contains { $0.count >= Self.mostRecent } }

  /// Forgets names that no part knows any more, so that memory does not grow with the trace. Recent
  /// names stay: lines about them may still be waiting. O(names).
  /// - Parameter isKnown: Returns true if a part knows an entity by that name.
  package mutating func forget(
    unless isKnown: (_ name: String, _ sort: Core.ID<Core.Entity>, _ part: Int) -> Bool
  ) {
    for sort in recent.indices {
      let known = earlier[sort].filter { isKnown($0.key.text, Core.ID(sort), $0.value.part) }
      earlier[sort] = known.merging(recent[sort]) { $1 }
      recent[sort] = [:]
    }
  }

  // MARK: Observations

  private mutating func route(
    _ observation: Observation
  ) throws(Unsplittable) -> [TraceLine?] {
    var facts: [[Observation.Fact]] = Array(repeating: [], count: count)
    for fact in observation.facts {
      if let part = try part(of: fact, line: observation.place.line) {
        facts[part].append(fact)
      } else {
        for index in facts.indices { facts[index].append(fact) }
      }
    }
    return facts.map { facts in
      if facts.isEmpty, observation.instant == nil { return nil }
      var own = observation
      own.facts = facts
      return .observation(own)
    }
  }

  private mutating func part(
    of fact: Observation.Fact, line: Int
  ) throws(Unsplittable) -> Int? {
    guard case .field(let name, let readings) = fact else { return nil }
    let homed = readings.filter { plan.isHomed(rules[$0.field].owner) }
    guard let reading = homed.first else { return nil }
    guard readings.count == 1 else {
      throw Unsplittable(
        line: line, message: "whose \(rules[reading.field].name) is observed is not clear")
    }
    let part = part(of: name, rules[reading.field].owner)
    for (sort, name) in names(in: reading) where plan.isHomed(sort) {
      guard self.part(of: name, sort) == part else {
        throw Unsplittable(
          line: line,
          message: "what is observed ties things of different \(rules[plan.key].name) entities")
      }
    }
    return part
  }

  private func names(
    in reading: Observation.Reading
  ) -> [(sort: Core.ID<Core.Entity>, name: String)] {
    switch (reading.value, rules[reading.field].kind) {
    case (.value(.name(let name)), .value(let type)):
      if case .entity(let sort) = type.scalar { [(sort, name)] } else { [] }
    case (.members(let names), .queue(let sort)), (.members(let names), .set(let sort)):
      names.map { (sort, $0) }
    case (.pairs(let pairs), .set(let sort)): pairs.map { (sort, $0.name) }
    default: []
    }
  }

  // MARK: Parts

  private func spread(_ line: TraceLine) -> [TraceLine?] { Array(repeating: line, count: count) }

  private func tick(_ place: TracePlace, _ instant: Int64) -> TraceLine {
    .observation(Observation(place: place, instant: instant, facts: []))
  }

  /// FNV-1a: the same on every machine and in every run.
  private static func hash(_ name: String) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(hash >> 1)
  }
}
