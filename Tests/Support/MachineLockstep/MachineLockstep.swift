import Basics
import Rulebook
import Semantics

/// A machine and the evaluator, given the same events one after the other. What they say, and
/// what they then know, must be the same.
package struct MachineLockstep {
  package let evaluator: Evaluator
  package let machine: Machine
  package private(set) var state: State
  package private(set) var clocks: Clocks
  package var random: SplitMix64
  /// What differed, the first time.
  package private(set) var difference: String?
  package private(set) var steps = 0
  /// How many of them were events that happened, and were performed as in a replay.
  package private(set) var performed = 0
  package private(set) var screened = 0
  /// How often the machine had no doubt that a property holds.
  package private(set) var undoubted = 0

  /// How often all lines behind one to which the machine went back were as right as they were.
  package private(set) var retraced = 0

  /// The states before the lines of the machine's trail.
  private var trail: [State] = []
  /// What was so at each mark.
  private var marks: [(state: State, clocks: Clocks)] = []

  package init(_ evaluator: Evaluator, _ state: State, _ clocks: Clocks, seed: UInt64) {
    self.evaluator = evaluator
    self.state = state
    self.clocks = clocks
    machine = Machine(evaluator, at: state, clocks)
    random = SplitMix64(seed: seed)
    machine.keepsTrail = true
    machine.looksBackForGood = true
    compareAll("at the start")
  }

  private mutating func compare<Answer: Equatable>(
    _ what: String, _ expected: Answer, _ given: Answer
  ) {
    if difference == nil, expected != given {
      difference = "step \(steps), \(what): expected \(expected), got \(given)"
    }
  }

  private mutating func compareAll(_ what: String) {
    // The machine keeps a state for whoever asks often: more than one step at a time must show there.
    let isWhole = steps & 3 == 0
    compare("state \(what)", state, isWhole ? machine.wholeState : machine.state)
    compare("clocks \(what)", clocks, machine.clocks)
    compare("now \(what)", state.now, machine.now)
    let expected = deadlines()
    compare(
      "deadlines \(what)", expected,
      Answer { () throws(EvaluationError) in try machine.deadlines().deadlines })
    if case .value(let deadlines) = expected {
      compare(
        "next deadline \(what)", .value(deadlines.first),
        Answer { () throws(EvaluationError) in try machine.nextDeadline() })
    }
    let limits = evaluator.rules.properties.indices.flatMap { property -> [[Value]] in
      guard evaluator.rules.properties[property].kind == .bounded,
        case .lasts(let lasting) = evaluator.rules.properties[property].body
      else { return [] }
      return clocks.readings(ofProperty: property).filter {
        let (end, overflow) = $0.since.addingReportingOverflow(lasting.limit)
        return !overflow && end < state.now
      }.map(\.binding)
    }
    compare("limits \(what)", limits, machine.exceededLimits().map(\.binding))
    if steps & 3 == 1 { compareClaims(what) }
    compare("memory \(what)", nil, machine.brokenInvariant())
  }

  /// What the machine has no doubt of, the evaluator finds not violated.
  private mutating func compareClaims(_ what: String) {
    // By itself: what is tried next does not depend on it.
    var random = SplitMix64(seed: UInt64(truncatingIfNeeded: steps) &* 977)
    let rules = evaluator.rules
    var touched = Touched()
    for (index, sort) in rules.entities.enumerated() {
      let share = random.below(3)
      for number in 0..<Int32(state.count(of: Core.ID(index))) where random.below(2) < share {
        touched.insert(concerned: number, Core.ID(index))
      }
      for field in sort.fields where random.below(3) > 0 {
        touched.insert(.field(field, of: 0), of: rules)
      }
      if random.below(4) == 0 { touched.insert(0, Core.ID(index)) }
    }
    machine.worthAnIndex = random.below(2) == 0 ? 0 : .infinity
    let doubtful = machine.doubtfulProperties(touching: touched) ?? []
    for property in rules.properties.indices
    where evaluator.isJudged(property, touching: touched) && !doubtful.contains(property) {
      undoubted += 1
      let found = Answer { () throws(EvaluationError) in
        try evaluator.violatedProperties(in: state, touching: touched, among: [property]).count
      }
      compare("violations of \(rules.properties[property].name) \(what)", found, .value(0))
    }
  }

  private func deadlines() -> Answer<[Deadline]> {
    Answer { () throws(EvaluationError) in
      try evaluator.deadlines(state, clocks).deadlines.enumerated()
        .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
        .map(\.element)
    }
  }

  /// One event, whether it may happen or not. Performed if `performs`.
  package mutating func take(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value], performs: Bool = true
  ) {
    steps += 1
    let name = evaluator.rules[event].name
    compare(
      "\(name)\(arguments)", legality(event, arguments), machine.legality(of: event, arguments))
    guard performs, difference == nil else { return }
    var step: Step?
    let expected = Answer { () throws(EvaluationError) in
      step = try evaluator.fire(event, arguments, results: results, in: state)
      return step?.results ?? []
    }
    if !performScreened(event, arguments, results, step) {
      let given = Answer { () throws(EvaluationError) in
        try machine.perform(event, arguments, results: results)
      }
      compare("effects of \(name)", expected, given)
    }
    if let step {
      performed += 1
      compare("notifications of \(name)", step.notifications, machine.notifications)
      state = step.after
      do throws(EvaluationError) {
        clocks = try evaluator.clocks(clocks, after: state)
        compare("error of clocks", nil, machine.timeError)
      } catch {
        compare("error of clocks", error, machine.timeError)
      }
    }
    compareAll("after \(name)\(arguments)")
  }

  /// Now and then performs a legal event step by step, as the replay of millions of lines does.
  /// - Returns: false: nothing has happened.
  private mutating func performScreened(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value], _ step: Step?
  ) -> Bool {
    guard step != nil, random.below(2) == 0, machine.isOnItsOwn,
      let words = Machine.words(arguments + results)
    else { return false }
    machine.values.update(from: words, count: words.count)
    let legality = machine.legality(ofEvent: event.index)
    let attempt = machine.attempt(event: event.index)
    let name = evaluator.rules[event].name
    guard case .legal = legality else {
      compare("attempt of \(name)", "\(legality)", "\(attempt)")
      return false
    }
    var isPrepared = if case .prepared = attempt { true } else { false }
    if !isPrepared || random.below(2) == 0 {
      if isPrepared { machine.drop(event: event.index) }
      let isPreparedAfter = machine.prepare(event: event.index, recycles: false)
      let introduces = evaluator.rules[event].results.contains(where: \.isNew)
      if !introduces { compare("whether \(name) is prepared", isPreparedAfter, isPrepared) }
      isPrepared = isPreparedAfter
    }
    guard isPrepared, random.below(8) > 0 else {
      if isPrepared { machine.drop(event: event.index) }
      compareAll("after \(name) was prepared and dropped")
      return false
    }
    screened += 1
    machine.commit(event: event.index, number: steps, isTold: random.below(2) == 0)
    // What is done while something is marked leaves none.
    if marks.isEmpty { trail = Array((trail + [state]).suffix(machine.trailLength)) }
    return true
  }

  /// Goes back behind some lines, does them again, and takes all that back.
  package mutating func lookBack() {
    guard machine.trailLength > 0 else { return }
    machine.mark()
    defer {
      machine.rollback()
      machine.unmark()
      compareAll("after looking back")
    }
    let index = random.below(machine.trailLength)
    guard machine.goBack(toLine: index) else {
      return compare("whether it can look back", machine.isOnItsOwn && marks.isEmpty, false)
    }
    var former = trail[trail.count - machine.trailLength + index]
    former.now = machine.now
    compare("state before line \(index) of the trail", former, machine.wholeState)
    guard (index..<machine.trailLength).allSatisfy({ machine.retrace(line: $0) }) else { return }
    retraced += 1
    var present = machine.wholeState
    present.now = state.now
    compare("state when all is done again", state, present)
  }

  /// Marks the present moment, goes back to the latest mark, or forgets it.
  package mutating func goBackOrMark() {
    switch random.below(marks.isEmpty ? 1 : 3) {
    case 0 where marks.count < 3:
      machine.mark()
      marks.append((state, clocks))
    case 1:
      machine.unmark()
      marks.removeLast()
    default:
      guard let (before, running) = marks.last else { return }
      compare("the marked state", before, machine.markedState)
      machine.rollback()
      (state, clocks) = (before, running)
      compareAll("after going back")
    }
  }

  package mutating func pass(to instant: Int64) {
    steps += 1
    let expected = Answer { () throws(EvaluationError) in
      let passed = try evaluator.advance(state, clocks, to: instant)
      return Passed(state: passed.state, clocks: passed.clocks)
    }
    let given = Answer { () throws(EvaluationError) in
      try machine.advance(to: instant)
      return Passed(state: machine.state, clocks: machine.clocks)
    }
    compare("time to \(instant)", expected, given)
    if case .value(let passed) = expected { (state, clocks) = (passed.state, passed.clocks) }
    compareAll("at \(instant)")
  }

  private func legality(_ event: Core.ID<Core.Event>, _ arguments: [Value]) -> Legality {
    do {
      let guards = try evaluator.guards(of: event, arguments, in: state).map(\.value)
      if let position = guards.firstIndex(of: .bool(false)) { return .forbidden(guard: position) }
      if let position = guards.firstIndex(of: .unknown) { return .open(guard: position) }
      switch try evaluator.due(of: event, arguments, in: state) {
      case .number(let due) where due > state.now: return .early(due: due)
      case .unknown: return .open(guard: nil)
      default: return .legal
      }
    } catch {
      return .undefined(error)
    }
  }

  struct Passed: Equatable {
    let state: State
    let clocks: Clocks
  }

  enum Answer<Content: Equatable>: Equatable {
    case value(Content)
    case failure(EvaluationError)

    init(_ body: () throws(EvaluationError) -> Content) {
      do throws(EvaluationError) { self = .value(try body()) } catch { self = .failure(error) }
    }
  }
}

extension MachineLockstep {
  /// An event that may well be wrong: any arguments, some of them of nobody, or not known.
  package mutating func takeAnything() {
    let (event, arguments, results) = anyEvent()
    take(event, arguments, results, performs: random.below(3) > 0)
  }

  private mutating func anyEvent() -> (Core.ID<Core.Event>, [Value], [Value]) {
    let rules = evaluator.rules
    let event = Core.ID<Core.Event>(random.below(rules.events.count))
    var arguments: [Value] = []
    for parameter in rules[event].parameters { arguments.append(anything(parameter.type)) }
    var results: [Value] = []
    for result in rules[event].results {
      results.append(result.isNew ? .none : anything(result.variable.type))
    }
    return (event, arguments, results)
  }

  /// The same, but one that may happen if a few trials find one.
  package mutating func takeLikely() {
    for _ in 0..<12 {
      let (event, arguments, results) = anyEvent()
      if machine.legality(of: event, arguments) == .legal {
        return take(event, arguments, results)
      }
    }
    takeAnything()
  }

  /// Lets time pass: to what is due next, a little, or too far.
  package mutating func passTime() {
    let due = (try? machine.nextDeadline())?.instant
    let steps: [Int64] = [1, 1_000, 30_000, 600_000, 100_000_000]
    let (later, overflow) = state.now.addingReportingOverflow(steps[random.below(steps.count)])
    let instant = overflow ? state.now : later
    // Beyond what is due both must stop; seldom, or little else would happen.
    if let due, random.below(16) > 0 { return pass(to: max(state.now, min(due, instant))) }
    pass(to: instant)
  }

  private mutating func anything(_ type: Core.ValueType) -> Value {
    switch random.below(40) {
    case 0: return .unknown
    case 1: return .none
    case 2: if case .entity = type.scalar { return .entity([-1, 1_000, .max][random.below(3)]) }
    case 3: if type.scalar.isNumeric { return .number([.min, .max, .min + 2][random.below(3)]) }
    default: break
    }
    let candidates = evaluator.candidates(for: type, in: state)
    return candidates.isEmpty ? .none : candidates[random.below(candidates.count)]
  }
}
