import Findings
import Rulebook
import Semantics
import Traces

/// Lines that may be right because of hidden events: the set of possible states decides, of which
/// the state of the world is one.
extension Judge {
  /// The standing of a line once all states are considered that hidden events leave possible.
  mutating func standingAmongPossible(_ act: Act, _ standing: Standing) -> Standing {
    guard possible?.concerns(act.event) == true else { return standing }
    if isRight(standing, act.record.outcome), mayWait(act) { return standing }
    guard
      let answer = checkPossible(
        act.event, act.arguments, isRefused: act.record.outcome == .refused)
    else { return standing }
    switch answer {
    case .undecided: return standing
    case .impossible:
      line.isCertain = true
      return standing
    case .possible(let witness):
      if isRight(standing, act.record.outcome) { return standing }
      assume(witness)
      let standing = legality(of: act)
      if isRight(standing, act.record.outcome) { return standing }
      if act.record.outcome == .ok { return .legal }
      return rules[act.event].guards.first.map { .illegal($0) } ?? standing
    }
  }

  private mutating func mayWait(_ act: Act) -> Bool {
    let world = world
    return possible?.mayWait(
      act.event, act.arguments, isRefused: act.record.outcome == .refused, at: line.instant
    ) { world[$0, of: Int($1)] } ?? true
  }

  private func isRight(_ standing: Standing, _ outcome: TraceEvent.Outcome) -> Bool {
    switch (outcome, standing) {
    case (.ok, .legal), (.refused, .illegal): true
    case (.ok, .early(let due)): due - options.tolerance <= world.now
    default: false
    }
  }

  /// Checks an event in the possible states; nil: hidden events do not concern it.
  @discardableResult
  mutating func checkPossible(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], isRefused: Bool = false
  ) -> PossibleStates.Answer? {
    guard possible?.concerns(event) == true else { return nil }
    noteNamed()
    let world = world
    return possible?.check(event, arguments, isRefused: isRefused, at: line.instant) {
      world[$0, of: Int($1)]
    }
  }

  private mutating func noteNamed() {
    possible?.named = rules.entities.indices.map { world.count(of: Core.ID($0)) }
  }

  /// True if hidden events may have ended an obligation in time, of which no line tells.
  mutating func mayHaveEnded(_ cause: Deadline.Cause) -> Bool {
    guard case .event(let event, let arguments) = cause, possible?.concerns(event) == true else {
      return false
    }
    noteNamed()
    let world = world
    guard
      let witness = possible?.avoiding(
        event, arguments, at: line.instant, { world[$0, of: Int($1)] })
    else { return false }
    assume(witness)
    return true
  }

  /// Compares the readings of an entity with its possible states.
  mutating func judge(_ readings: [PossibleStates.FieldReading], of key: EntityKey) {
    noteNamed()
    let world = world
    let compared = possible?.observe(key, readings, at: line.instant) { world[$0, of: Int($1)] }
    switch compared {
    case .agrees(let witness)?:
      if readings.contains(where: { world[$0.field, of: Int(key.number)] != $0.value }) {
        take(witness)
      }
    case .differs(let fields, let witness)?:
      line.isCertain = true
      report(readings.filter { fields.contains($0.field) }, of: key, witness)
      take(witness)
    case .undecided?, nil:
      for (field, value) in readings where self.world[field, of: Int(key.number)] != value {
        report(
          .unknown, rule(of: rules[field]), about: subject(key.sort, key.number),
          expected: "which hidden events may have happened can be found out",
          observed: names.text(value, rules[field].scalar), repair: "the observation is believed")
        self.world[field, of: Int(key.number)] = value
      }
    }
  }

  /// One finding for all readings of an entity that differ: they have one cause.
  private mutating func report(
    _ readings: [PossibleStates.FieldReading], of key: EntityKey, _ witness: PossibleStates.Witness
  ) {
    guard let first = readings.first else { return }
    func text(_ values: [PossibleStates.FieldReading]) -> String {
      guard values.count > 1 else { return names.text(values[0].value, rules[first.field].scalar) }
      return values.map {
        "\(rules[$0.field].name) \(names.text($0.value, rules[$0.field].scalar))"
      }.joined(separator: ", ")
    }
    let expected = readings.map { reading in
      let known = witness.values.first { $0.field == reading.field && $0.owner == key.number }
      return (reading.field, known?.value ?? .unknown)
    }
    report(
      .observation, rule(of: rules[first.field]), about: subject(key.sort, key.number),
      expected: text(expected), observed: "\(text(readings)), which no hidden event explains",
      repair: "later lines show whether the reading is wrong or the state")
  }

  /// Takes a possible state for the state of the world.
  private mutating func assume(_ witness: PossibleStates.Witness) {
    world.beginObserving()
    take(witness)
    do { try world.endObserving(isTimed: hasStarted) } catch { reportEvaluation(error) }
  }

  private mutating func take(_ witness: PossibleStates.Witness) {
    for (field, owner, value) in witness.values where world[field, of: Int(owner)] != value {
      // When it was is not known: at the latest now.
      let isInstant = value == .unknown && rules[field].scalar == .time
      world[field, of: Int(owner)] = isInstant ? .number(line.instant) : value
    }
    for event in witness.steps { result.inferred[rules[event].name, default: 0] += 1 }
    for sort in witness.needs {
      let name = rules[sort].name
      let need = "needs another \(name) that no line names; --closed \(name) excludes it"
      if !result.notes.contains(where: { $0.hasSuffix(need) }) {
        result.notes.append("line \(line.place.line) \(need)")
      }
    }
  }
}
