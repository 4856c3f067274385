import Findings
import Rulebook
import Semantics

/// The evaluators of two rulebooks on one state.
struct BothSides {
  let union: Union
  let old: Evaluator
  let new: Evaluator

  init(_ union: Union) {
    self.union = union
    old = Evaluator(union.old)
    new = Evaluator(union.new)
  }

  /// The answers of both to one event at one state.
  struct Judgement {
    var permitted: (old: Value, new: Value)
    var due: (old: Value, new: Value)?
    /// The fields and states that hold something else afterwards; nil: one does not permit it.
    var places: Set<String>?
    /// The messages that only one sends, or sends more often.
    var messages: Set<String> = []
  }

  func judgement(
    _ pair: Int, _ arguments: [Value], _ results: [Value], in state: State
  ) throws(EvaluationError) -> Judgement {
    let event = Core.ID<Core.Event>(pair)
    func permitted(_ side: Evaluator, _ isKnown: Bool) throws(EvaluationError) -> Value {
      isKnown ? try side.enabledness(of: event, arguments, in: state) : .bool(false)
    }
    let rules = union.pairs[pair]
    var judgement = Judgement(
      permitted: (
        try permitted(old, rules.old != nil), try permitted(new, rules.new != nil)
      ))
    let guards = (
      try guardsHold(old, event, arguments, state), try guardsHold(new, event, arguments, state)
    )
    if rules.old?.due != nil, rules.new?.due != nil, guards.0, guards.1 {
      judgement.due = (
        try old.due(of: event, arguments, in: state), try new.due(of: event, arguments, in: state)
      )
    }
    guard rules.old != nil, rules.new != nil, guards.0, guards.1 else { return judgement }
    let mine = try old.fire(event, arguments, results: results, in: state)
    let its = try new.fire(event, arguments, results: results, in: state)
    judgement.places = differences(mine.after, its.after)
    func counts(_ sent: [SentMessage]) -> [SentMessage: Int] {
      Dictionary(sent.map { ($0, 1) }, uniquingKeysWith: +)
    }
    let (a, b) = (counts(mine.notifications), counts(its.notifications))
    for message in Set(a.keys).union(b.keys) where a[message] != b[message] {
      judgement.messages.insert(union.old[message.message].name)
    }
    return judgement
  }

  private func guardsHold(
    _ side: Evaluator, _ event: Core.ID<Core.Event>, _ arguments: [Value], _ state: State
  ) throws(EvaluationError) -> Bool {
    try side.guards(of: event, arguments, in: state).allSatisfy { $0.value == .bool(true) }
  }

  /// The fields and states, as far as both have them, that hold something else.
  func differences(_ a: State, _ b: State) -> Set<String> {
    var places: Set<String> = []
    for (sort, entity) in union.old.entities.enumerated() {
      let counts = (a.count(of: Core.ID(sort)), b.count(of: Core.ID(sort)))
      if counts.0 != counts.1 { places.insert(entity.name) }
      for field in entity.fields where union.compares(field: field.index) {
        let name = union.old.name(of: .field(field.index))
        for owner in 0..<min(counts.0, counts.1) {
          let place = Place.field(field, of: Int32(owner))
          let isSame =
            if case .value = union.old[field].kind {
              Self.agree(a.value(at: place), b.value(at: place))
            } else { a.members(at: place) == b.members(at: place) }
          if !isSame { places.insert(name) }
        }
      }
    }
    for index in union.old.globals.indices where union.compares(global: index) {
      if !Self.agree(a[Core.ID<Core.Global>(index)], b[Core.ID<Core.Global>(index)]) {
        places.insert(union.old.globals[index].name)
      }
    }
    return places
  }

  private static func agree(_ a: Value, _ b: Value) -> Bool {
    a == b || a == .unknown || b == .unknown
  }
}

/// Random steps of one rulebook that the other has to follow where they are said to be equal.
struct LockstepCheck {
  let sides: BothSides
  /// The kinds of known differences, for each event.
  let known: [Int: Set<Differing.Kind>]

  /// A step on which the two differ though they were said to be equal.
  struct Contradiction: Error { let message: String }

  /// - Returns: The number of steps done.
  func run(_ count: Int) throws -> Int {
    var done = 0
    for (evaluator, seed) in [
      (sides.old, UInt64(1)), (sides.new, 2), (sides.old, 3), (sides.new, 4),
    ] {
      var counts: [Core.ID<Core.Entity>: Int] = [:]
      for index in sides.union.old.entities.indices { counts[Core.ID(index)] = 2 + Int(seed) % 2 }
      // The run ends if a rule has no value; `verify` checks if that can happen.
      guard
        var run = try? RandomRun(
          evaluator, counts: counts, caps: counts.mapValues { $0 * 3 }, seed: seed)
      else { continue }
      for _ in 0..<(count / 4) {
        guard let step = try? run.next() else { break }
        done += 1
        guard case .event(let event) = step else { continue }
        try compare(event)
      }
    }
    return done
  }

  private func compare(_ step: Step) throws {
    let index = step.event.index
    let pair = sides.union.pairs[index]
    let known = known[index] ?? []
    guard pair.old != nil, pair.new != nil,
      let judgement = try? sides.judgement(index, step.arguments, step.results, in: step.before)
    else { return }
    func contradict(_ what: String) -> Contradiction {
      Contradiction(
        message: "the rules of '\(pair.name)' were found equal, and a random step differs: \(what)")
    }
    let (old, new) = judgement.permitted
    if known.isDisjoint(with: [.newlyPermitted, .noLongerPermitted, .deadline]) {
      if old == .bool(true) && new == .bool(false) || old == .bool(false) && new == .bool(true) {
        throw contradict("only one of them permits it")
      }
      if let due = judgement.due, due.old != due.new, due.old != .unknown, due.new != .unknown {
        throw contradict("its instant is another")
      }
    }
    if !known.contains(.effect), let places = judgement.places, !places.isEmpty {
      throw contradict("its effect on \(places.sorted().joined(separator: ", "))")
    }
    if !known.contains(.message), judgement.places != nil, !judgement.messages.isEmpty {
      throw contradict("its messages \(judgement.messages.sorted().joined(separator: ", "))")
    }
  }
}
