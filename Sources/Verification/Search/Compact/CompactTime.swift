import Rulebook
import Semantics

/// The passage of time over words: deadlines, clocks, and the instants worth waiting for. It gives
/// the answers of the evaluator and of ``WaitingInstants``.
///
/// It and its parts are classes, since they are used at each position: copies cost more than the
/// work.
final class CompactTime {
  final class Obligation {
    let plan: CompactPlan
    let due: Code
    let candidates: [CompactCandidates]

    init(plan: CompactPlan, due: @escaping Code, candidates: [CompactCandidates]) {
      (self.plan, self.due, self.candidates) = (plan, due, candidates)
    }
  }

  /// The condition of a lasting property.
  final class Condition {
    let variables: [Int]
    let extents: [CompactCompiler.Extent]
    let holds: Code
    let readsNow: Bool
    let isPrompt: Bool
    let limit: Int64
    /// The clocks; nil: it has none.
    let timer: CompactLayout.Timer?

    init(
      _ property: Core.Property, _ lasting: Core.Lasting, _ compiler: CompactCompiler,
      timer: CompactLayout.Timer?
    ) throws(NotCompact) {
      variables = lasting.binders.map(\.variable.id)
      extents = try lasting.binders.mapped { b throws(NotCompact) in
        try compiler.extent(of: b.domain, 0)
      }
      holds = try compiler.truth(lasting.condition)
      readsNow =
        lasting.condition.readsNow
        || lasting.binders.contains { $0.domain.owner?.readsNow ?? false }
      isPrompt = property.kind == .prompt
      limit = lasting.limit
      self.timer = timer
    }
  }

  /// The conditions that may change while only time passes.
  final class Turning {
    let plan: CompactPlan
    let candidates: [CompactCandidates]
    let cases: [Code]

    init(plan: CompactPlan, candidates: [CompactCandidates], cases: [Code]) {
      (self.plan, self.candidates, self.cases) = (plan, candidates, cases)
    }
  }

  let layout: CompactLayout
  let instants: WaitingInstants
  private(set) var obligations: [Obligation] = []
  private(set) var conditions: [Condition] = []
  /// The conditions that read the time.
  let timed: [Condition]
  private(set) var turnings: [Turning] = []
  private(set) var formulas: [Code] = []
  /// The positions of stamps, and the position of their number.
  let stamps: [(at: Int, count: Int)]
  let limits: [(timer: CompactLayout.Timer, limit: Int64)]
  /// A state for trial passages of time, and the clocks of one property.
  let probe: Words
  let running: Words

  /// The greatest number of instants at which a passage of time is examined.
  static let mostChanges = 10_000

  /// Compiles the conditions.
  /// - Parameter probe: Two blocks of the layout's size.
  init(
    _ slice: Slice, _ stamps: Stamps, _ compiler: CompactCompiler, _ evaluator: Evaluator,
    probe: Words
  ) throws(NotCompact) {
    let layout = compiler.layout
    self.layout = layout
    let instants = WaitingInstants(evaluator, slice, stamps)
    self.instants = instants
    self.stamps = layout.rows(of: stamps)
    self.probe = probe
    running = probe + layout.size
    for (index, event) in slice.rules.events.enumerated() {
      guard event.source == .clock, let due = event.due else { continue }
      obligations.append(
        Obligation(
          plan: try CompactPlan(evaluator.guards(of: Core.ID(index)), compiler),
          due: try compiler.number(due.instant),
          candidates: try event.parameters.mapped { p throws(NotCompact) in
            try CompactCandidates(allOf: p.type, layout)
          }))
    }
    for (index, property) in slice.rules.properties.enumerated() {
      guard case .lasts(let lasting) = property.body else { continue }
      conditions.append(
        try Condition(
          property, lasting, compiler, timer: layout.timers.first { $0.property == index }))
    }
    for event in instants.conditions.events {
      turnings.append(
        Turning(
          plan: try CompactPlan(event.plan, compiler),
          candidates: try event.parameters.mapped { p throws(NotCompact) in
            try CompactCandidates(allOf: p.type, layout)
          },
          cases: try event.cases.mapped { c throws(NotCompact) in try compiler.truth(c) }))
    }
    formulas = try instants.conditions.formulas.mapped { f throws(NotCompact) in
      try compiler.truth(f)
    }
    timed = conditions.filter(\.readsNow)
    limits = instants.limits.compactMap { property, limit in
      layout.timers.first { $0.property == property }.map { ($0, limit) }
    }
  }

  // MARK: Clocks

  /// Brings the clocks of a state up to date: the clock of a condition that came to hold starts
  /// now, that of one that does not hold stops.
  func keepClocks(of state: Words, _ frame: Frame) {
    guard !layout.timers.isEmpty else { return }
    frame.pointee.here = state
    for condition in conditions {
      guard let timer = condition.timer else { continue }
      let clocks = state + timer.at
      running.update(repeating: Word.none, count: timer.count)
      forEachBinding(of: condition, frame) { place in
        running[place] = clocks[place] == Word.none ? state[CompactLayout.now] : clocks[place]
      }
      clocks.update(from: running, count: timer.count)
    }
  }

  func forEachBinding(
    of condition: Condition, _ frame: Frame, _ visit: (_ place: Int) -> Void
  ) {
    bind(0, 0, condition, frame, visit)
  }

  private func bind(
    _ depth: Int, _ place: Int, _ condition: Condition, _ frame: Frame, _ visit: (Int) -> Void
  ) {
    guard depth < condition.variables.count else {
      if condition.holds(frame) != 0, !frame.pointee.hasFailed { visit(place) }
      return
    }
    let extent = condition.extents[depth]
    let (start, count) = extent.open(frame)
    for position in 0..<count where !frame.pointee.hasFailed {
      let word = extent.element(position, start, frame)
      frame.pointee.variables[condition.variables[depth]] = word
      var next = 0
      if let domain = condition.timer?.domains[depth] {
        next = place * domain.count + Int(word - domain.least)
      }
      bind(depth + 1, next, condition, frame, visit)
    }
  }

  /// Returns true if the condition of a `bounded` property has lasted longer than its limit.
  func exceeds(_ property: Int, _ state: Words) -> Bool {
    limits.contains { timer, limit in
      timer.property == property
        && (0..<timer.count).contains { place in
          let since = state[timer.at + place]
          return since != Word.none && since.addingOrMax(limit) < state[CompactLayout.now]
        }
    }
  }

  // MARK: Deadlines

  /// Returns the earliest deadline, up to which time may pass; `max`: for ever.
  func deadline(of state: Words, _ frame: Frame) -> Int64 {
    probe.update(from: state, count: layout.size)
    frame.pointee.here = probe
    var earliest = Int64.max
    for _ in 0..<Self.mostChanges {
      frame.pointee.nextChange = .max
      earliest = min(earliest, presentDeadline(frame))
      let change = frame.pointee.nextChange
      guard !frame.pointee.hasFailed, change != .max, change <= earliest else { return earliest }
      probe[CompactLayout.now] = change
      keepClocks(of: probe, frame)
    }
    frame.pointee.fail(.escape)
    return earliest
  }

  private func presentDeadline(_ frame: Frame) -> Int64 {
    let now = probe[CompactLayout.now]
    var earliest = Int64.max
    for obligation in obligations {
      frame.pointee.watchesTime = obligation.plan.readsNow
      obligation.plan.forEach(obligation.candidates.map { $0.values(in: probe) }, frame) {
        frame.pointee.watchesTime = false
        earliest = min(earliest, max(now, obligation.due(frame)))
        frame.pointee.watchesTime = obligation.plan.readsNow
      }
    }
    for condition in conditions where condition.isPrompt || condition.readsNow {
      frame.pointee.watchesTime = condition.readsNow
      forEachBinding(of: condition, frame) { place in
        guard condition.isPrompt else { return }
        let since = condition.timer.map { probe[$0.at + place] } ?? Word.none
        let (end, overflow) = (since == Word.none ? now : since)
          .addingReportingOverflow(condition.limit)
        if !overflow { earliest = min(earliest, max(now, end)) }
      }
    }
    frame.pointee.watchesTime = false
    return earliest
  }
}
