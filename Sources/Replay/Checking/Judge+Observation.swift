import Basics
import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// A place that differs from what was observed of it.
  struct Difference {
    let rule: Rule
    let place: Core.Location
    let subject: Subject
    let expected: String
    let observed: String
    /// True if a line that could not be read may explain it.
    var isOpen = false
  }

  /// Compares facts with the state. An unknown value becomes known. If both differ the observation
  /// is believed, or the state is kept: see ``keepsState``.
  mutating func judge(_ observation: Observation) {
    if let instant = observation.instant {
      begin(observation.place, at: instant)
      checkOrder()
      _ = passTime(isMarked: true)
      line.forgetFindings()
    } else {
      line = CurrentLine(place: observation.place, instant: world.now)
      world.begin(line: observation.place.record)
    }
    var touched = Touched()
    world.beginObserving()
    for fact in observation.facts {
      switch fact {
      case .global(let global, let value): judge(global, value, &touched)
      case .field(let name, let readings): judge(name, readings, &touched)
      }
    }
    for (key, readings) in line.readings.sorted(by: { $0.key < $1.key }) {
      judge(readings, of: key)
    }
    reportDifferences()
    if !keepsState {
      for (key, field) in line.told { unread.note(field, of: key, toldIn: line.place.record) }
    }
    endObservation(touched)
  }

  private mutating func judge(
    _ global: Core.ID<Core.Global>, _ value: TraceValue, _ touched: inout Touched
  ) {
    let declaration = rules[global]
    let rule = Rule(
      name: declaration.name, citations: declaration.citations, sentence: nil,
      span: declaration.span)
    guard let value = observed(value, declaration.type.scalar, rule) else { return }
    touched.insert(.global(global), of: rules)
    let known = world[global]
    if known != .unknown, known != value {
      let isBelieved = differs(
        Difference(
          rule: rule, place: .global(global),
          subject: Subject(label: declaration.name, observed: value),
          expected: names.text(known, declaration.type.scalar),
          observed: names.text(value, declaration.type.scalar)),
        from: world.stepper.formerValues(at: .global(global), since: earliestReading), value)
      guard isBelieved else { return }
    }
    world[global] = value
  }

  private mutating func judge(
    _ name: String, _ readings: [Observation.Reading], _ touched: inout Touched
  ) {
    guard let reading = settledReading(name, readings) else { return }
    let field = rules[reading.field]
    let rule = rule(of: field)
    let owner: Int32
    do throws(NameFailure) {
      owner = try entity(name, field.owner)
    } catch {
      return note(error, rule)
    }
    touched.insert(.field(reading.field, of: owner), of: rules)
    if !unread.isEmpty {
      line.told.append((EntityKey(sort: field.owner, number: owner), reading.field))
    }
    switch (reading.value, field.kind) {
    case (.value(let value), .value(let type)):
      guard let value = observed(value, type.scalar, rule) else { return }
      if possible?.concerns(reading.field) == true {
        let key = EntityKey(sort: field.owner, number: owner)
        return line.readings[key, default: []].append((reading.field, value))
      }
      let known = world[reading.field, of: Int(owner)]
      if known != .unknown, known != value {
        let isBelieved = differs(
          Difference(
            rule: rule, place: .field(reading.field),
            subject: subject(field.owner, owner, observed: value),
            expected: names.text(known, type.scalar), observed: names.text(value, type.scalar)),
          from: world.stepper.formerValues(
            at: .field(reading.field, of: owner), since: earliestReading), value)
        guard isBelieved else { return }
      }
      world[reading.field, of: Int(owner)] = value
    case (.members(let members), .queue(let sort)), (.members(let members), .set(let sort)):
      guard let numbers = observed(members, sort, rule) else { return }
      for member in numbers { touched.insert(concerned: member, sort) }
      judge(numbers, reading.field, owner)
    case (.pairs(let pairs), .set(let sort)):
      for pair in pairs { judge(pair, reading.field, of: owner, sort, &touched) }
    default: break
    }
  }

  private mutating func judge(
    _ members: [Int32], _ id: Core.ID<Core.Field>, _ owner: Int32
  ) {
    let field = rules[id]
    let known = world.members(of: id, owner: Int(owner))
    let isQueue = if case .queue = field.kind { true } else { false }
    let members = isQueue ? members : members.sorted()
    let place = Place.field(id, of: owner)
    if world.unseen?.hasMore(in: place) == true {
      world.unseen?.close(place)
      // The known members are in that order; the others become known.
      if known == members.filter(known.contains) {
        return world.setMembers(id, owner: Int(owner), to: members)
      }
    }
    guard members != known else { return }
    let isBelieved = differs(
      Difference(
        rule: rule(of: field), place: .field(id), subject: subject(field.owner, owner),
        expected: names.text(known, field), observed: names.text(members, field)),
      from: world.stepper.formerMembers(at: place, since: earliestReading), members)
    if isBelieved { world.setMembers(id, owner: Int(owner), to: members) }
  }

  /// Holds the value of a pair against the sets that stand for it. A default does not show that a
  /// set of which members may be unseen lacks this one.
  private mutating func judge(
    _ pair: ObservedValue.Pair, _ id: Core.ID<Core.Field>, of owner: Int32,
    _ sort: Core.ID<Core.Entity>, _ touched: inout Touched
  ) {
    let field = rules[id]
    guard let type = field.pair?.type,
      let other = observed([pair.name], sort, rule(of: field))?.first,
      let value = observed(pair.value, type.scalar, rule(of: field))
    else { return }
    touched.insert(concerned: other, sort)
    let known = self.value(of: id, owner, other)
    if known != .unknown, known != value {
      let variables = [field.owner, sort].enumerated().map {
        Core.Variable(
          id: $0, name: rules[$1].name, type: Core.ValueType(.entity($1)))
      }
      let subject = Subject(variables: variables, values: [.entity(owner), .entity(other)])
      let isBelieved = differs(
        Difference(
          rule: rule(of: field), place: .field(id), subject: subject,
          expected: names.text(known, type.scalar), observed: names.text(value, type.scalar)),
        from: formerValues(ofPairs: id, owner, other), value)
      guard isBelieved else { return }
    }
    for (field, part) in rules.parts(ofPairs: id) {
      touched.insert(.field(field, of: owner), of: rules)
      let members = world.members(of: field, owner: Int(owner))
      let others = members.filter { $0 != other }
      let observed = Value(part.value) == value ? (others + [other]).sorted() : others
      if observed != members { world.setMembers(field, owner: Int(owner), to: observed) }
    }
  }

  /// Returns the values that a pair may have had within the tolerance and has lost, latest first.
  private func formerValues(
    ofPairs id: Core.ID<Core.Field>, _ owner: Int32, _ other: Int32
  ) -> [(value: Value, lost: Int64)] {
    rules.parts(ofPairs: id).flatMap { field, part in
      let former = world.stepper.formerMembers(
        at: .field(field, of: owner), since: earliestReading)
      // Before it was in the set in which it is now it may have been in none.
      let isIn = world.members(of: field, owner: Int(owner)).contains(other)
      return former.compactMap { former -> (value: Value, lost: Int64)? in
        let wasIn = former.value.contains(other)
        return wasIn || isIn ? (Value(wasIn ? part.value : part.initial), former.lost) : nil
      }
    }
  }

  /// Returns the value of a pair; `unknown` if a set may have unseen members.
  private func value(of id: Core.ID<Core.Field>, _ owner: Int32, _ other: Int32) -> Value {
    let parts = rules.parts(ofPairs: id)
    for (field, part) in parts {
      if world.members(of: field, owner: Int(owner)).contains(other) { return Value(part.value) }
      if world.unseen?.hasMore(in: .field(field, of: owner)) == true { return .unknown }
    }
    return parts.first.map { Value($0.part.initial) } ?? .unknown
  }

  /// The earliest instant of which an observation on the present line may be, in milliseconds.
  private var earliestReading: Int64 {
    let (instant, overflow) = line.instant.subtractingReportingOverflow(options.tolerance)
    return overflow ? .min : instant
  }

  /// Notes that a place differs from what was observed of it. A value that the place held within the
  /// tolerance is right; that is counted.
  /// - Returns: True if the observation is believed.
  private mutating func differs<Observed: Equatable>(
    _ difference: Difference, from former: [(value: Observed, lost: Int64)], _ observed: Observed
  ) -> Bool {
    if let match = former.first(where: { $0.value == observed }) {
      noteTolerated(line.instant - match.lost, "field \(difference.rule.name)")
      return false
    }
    var difference = difference
    difference.isOpen =
      unreadClaim(
        .observation, difference.rule.name, difference.subject, difference.subject.entities,
        [difference.place]) != nil
    line.differences.append(difference)
    return !keepsState || difference.isOpen
  }

  /// Reports the differences from the state. If the state is kept one reading is wrong, and nothing
  /// else follows from it: one finding. If the observation is believed, the state of each entity is
  /// another fault.
  private mutating func reportDifferences() {
    for difference in line.differences where difference.isOpen { report(difference) }
    let certain = line.differences.filter { !$0.isOpen }
    if keepsState {
      let known = aftermath
      if let first = certain.first { report(first) }
      for other in certain.dropFirst() { note(other) }
      aftermath = known
      return
    }
    var byEntity = Dictionary(grouping: certain, by: \.subject.entities)
    for difference in certain {
      guard let all = byEntity.removeValue(forKey: difference.subject.entities) else { continue }
      report(difference, besides: all.dropFirst())
    }
  }

  /// - Parameter others: Other fields of the entity that differ as well.
  private mutating func report(
    _ difference: Difference, besides others: ArraySlice<Difference> = []
  ) {
    let isKept = keepsState && !difference.isOpen
    func text(_ path: KeyPath<Difference, String>) -> String {
      if others.isEmpty { return difference[keyPath: path] }
      return ([difference] + others).map { "\($0.rule.name) \($0[keyPath: path])" }
        .joined(separator: ", ")
    }
    report(
      .observation, difference.rule, about: difference.subject, expected: text(\.expected),
      observed: text(\.observed),
      repair: isKept
        ? "the state is kept: later lines agree with it" : "the observation is believed",
      reading: Set(([difference] + others).map(\.place)), isAnew: isKept)
  }

  private mutating func note(_ other: Difference) {
    guard let cause = knownCause else { return }
    let entity = other.subject.label ?? text(other.subject.variables, other.subject.values)
    note(
      Finding.Alongside(
        kind: .observation, rule: other.rule.name, entity: entity, at: line.instant),
      with: cause)
  }

  func rule(of field: Core.Field) -> Rule {
    Rule(
      name: field.qualifiedName(in: rules), citations: field.citations, sentence: nil,
      span: field.span)
  }

  private mutating func observed(
    _ value: TraceValue, _ scalar: Core.Scalar, _ rule: Rule
  ) -> Value? {
    do throws(NameFailure) {
      return try resolve(value, scalar)
    } catch {
      note(error, rule)
      return nil
    }
  }

  private mutating func observed(
    _ members: [String], _ sort: Core.ID<Core.Entity>, _ rule: Rule
  ) -> [Int32]? {
    var numbers: [Int32] = []
    do throws(NameFailure) {
      for member in members { numbers.append(try entity(member, sort)) }
    } catch {
      note(error, rule)
      return nil
    }
    return numbers
  }

  private mutating func note(_ failure: NameFailure, _ rule: Rule) {
    switch failure {
    case .lost: counts.lost += 1
    case .notIntroduced(let name, let sort):
      reportNotIntroduced(name, sort, rule)
      lose(name, sort)
    }
  }

  /// Returns the one of several readings whose sort has an entity of that name. nil: that is not
  /// unique; the line is then rejected in this part.
  private mutating func settledReading(
    _ name: String, _ readings: [Observation.Reading]
  ) -> Observation.Reading? {
    if readings.count == 1 { return readings[0] }
    let known = readings.filter { names.number(of: name, rules[$0.field].owner) != nil }
    let possible =
      known.isEmpty ? readings.filter { !rules[rules[$0.field].owner].isIntroduced } : known
    if possible.count == 1 { return possible[0] }
    let meanings = readings.map {
      "`\(rules[$0.field].qualifiedName(in: rules))`"
    }
    reject(
      TraceResult.Rejection(
        line: line.place.line, record: line.place.recordInLine, offset: line.place.offset,
        id: "ambiguous-fact",
        message: "which field is meant is not clear; write "
          + meanings.joined(separator: " or ")))
    return nil
  }
}
