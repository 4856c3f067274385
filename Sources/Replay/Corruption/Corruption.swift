import Basics
import Rulebook
import Semantics
import Traces

/// Changes a trace that conforms, by a seed, and tells for each change whether it is a fault: by
/// the rules, without the replay, on the trace with this change and no other.
///
/// It goes through the lines once. From a change on, it follows both the changed and the unchanged
/// trace until the changed one is rejected or both have the same state again. The next change comes
/// some lines later, and is about other entities. So each change is a fault by itself, and the cost
/// is that of one replay and of the lines that faults need to show.
package struct Corruption {
  /// The kinds of changes, and their number.
  package struct Options: Sendable {
    /// The number of changes.
    package var changes: Int
    /// The seed of all random choices: the same seed gives the same changes.
    package var seed: UInt64
    /// The allowed kinds of changes; those that were used least are tried first.
    package var kinds: [ChangeKind]
    /// The largest number of lines until a change must have its effect; otherwise it is not made.
    package var window: Int
    /// The least number of lines between the line that shows a change and the next change; at most
    /// a quarter of the lines per change.
    package var apart: Int

    package init(
      changes: Int, seed: UInt64, kinds: [ChangeKind] = ChangeKind.allCases, window: Int = 5_000,
      apart: Int = 0
    ) {
      self.changes = changes
      self.seed = seed
      self.kinds = kinds
      self.window = window
      self.apart = apart
    }
  }

  /// A reason why a trace cannot be changed.
  package enum Failure: Error, Sendable {
    /// A line is no line of a trace.
    case unusable(line: Int, String)
    /// The trace does not conform as it is.
    case unexplained(line: Int, String)
  }

  private let rules: Core.Rules
  private let trace: RecordedLines
  private let options: Options
  private let apart: Int
  private let writer: TraceWriter
  private var maker: ChangeMaker
  private var random: SplitMix64
  /// The state before the next line.
  private var base: Lead
  /// The changed trace from a change on, and the unchanged one beside it.
  private var changed: Lead
  private var plain: Lead
  private var next = 0
  /// The first position at which the next change may be made.
  private var free = 0
  private var touched: Touched
  /// The number of lines that all changes so far took to show, with those kept free behind them.
  private var spans = 0

  /// The changed trace, as far as it is written.
  package private(set) var bytes: [UInt8] = []
  private var written = 0
  /// The changes so far, in the order of the lines.
  package private(set) var changes: [Change] = []

  package init(_ rules: Core.Rules, _ trace: RecordedLines, _ options: Options) {
    self.rules = rules
    self.trace = trace
    self.options = options
    apart = min(options.apart, trace.count / max(1, options.changes) / 4)
    writer = TraceWriter(rules: rules)
    maker = ChangeMaker(rules, trace, seed: options.seed &+ 1)
    random = SplitMix64(seed: options.seed)
    base = Lead(rules, forgets: true)
    changed = Lead(rules)
    plain = Lead(rules)
    touched = Touched(rules)
  }

  /// Goes through the trace. Afterwards ``bytes`` and ``changes`` are the result.
  /// - Parameter progress: told how many lines are done.
  package mutating func run(progress: (Int) -> Void = { _ in }) throws(Failure) {
    while next < trace.count {
      progress(next)
      if isChosen(), try change() { continue }
      try copy(until: next + 1)
    }
  }

  /// Returns true if the next line is to be changed. The chance is such that the number of changes
  /// is reached by the end, as no change can be made close behind the effect of the one before.
  private mutating func isChosen() -> Bool {
    if next < free { return false }
    let missing = options.changes - changes.count
    let taken = changes.isEmpty ? 0 : missing * spans / changes.count
    return missing > 0 && random.below(max(missing, trace.count - next - taken)) < missing
  }

  /// Makes a change at the next line.
  /// - Returns: False if no kind of change can be made and checked there.
  private mutating func change() throws(Failure) -> Bool {
    var order: [(made: Int, lot: UInt64, kind: ChangeKind)] = []
    for kind in options.kinds {
      order.append((changes.count { $0.kind == kind }, random.next(), kind))
    }
    order.sort { ($0.made, $0.lot) < ($1.made, $1.lot) }
    let mayBeLegal = changes.count { !$0.counts } * 10 < changes.count
    for (_, _, kind) in order {
      guard let edit = try self.edit(kind) else { continue }
      let lines = try linesChanged(by: edit)
      guard !touched.hasAny(of: lines, at: next, among: base.names),
        let trial = try self.trial(of: edit), trial.counts || mayBeLegal
      else { continue }
      touched.note(lines, at: next)
      try commit(edit, trial, kind)
      return true
    }
    return false
  }

  private struct Trial {
    /// The line after which nothing more has to be looked at, in the trace that is changed.
    let end: Int
    let reason: String
    /// The position in the edit, or behind it in the trace, at which no explanation remains.
    let rejectedAt: Position?

    enum Position {
      case edited(Int)
      case line(Int)
    }

    var counts: Bool { rejectedAt != nil }
  }

  /// Leads the changed trace and the unchanged one side by side; nil: that is not decided soon.
  private mutating func trial(of edit: Edit) throws(Failure) -> Trial? {
    changed.join(base)
    plain.join(base)
    var rejection: (at: Trial.Position, reason: String)?
    for (index, line) in edit.lines.enumerated() where rejection == nil {
      switch changed.take(line) {
      case .explained: break
      case .rejected(let reason): rejection = (.edited(index), reason)
      case .undecided: return nil
      }
    }
    for position in edit.range { try Self.lead(&plain, along: try line(position), position) }
    var position = edit.range.upperBound
    while rejection == nil {
      let distance = position - edit.range.upperBound
      if Self.isCompared(at: distance), changed.isSame(as: plain) {
        return Trial(
          end: position, reason: "legal: what follows is as before", rejectedAt: nil)
      }
      guard position < trace.count else {
        return Trial(end: position, reason: "legal to the end of the trace", rejectedAt: nil)
      }
      guard distance < options.window else { return nil }
      if let line = try line(position) {
        switch changed.take(line) {
        case .explained: break
        case .rejected(let reason): rejection = (.line(position), reason)
        case .undecided: return nil
        }
      }
      try Self.lead(&plain, along: try line(position), position)
      position += 1
    }
    return rejection.map { Trial(end: position, reason: $0.reason, rejectedAt: $0.at) }
  }

  /// Returns true at distances at which states are compared. Most changes show at once or soon have
  /// no effect; comparing takes longer than going on.
  private static func isCompared(at distance: Int) -> Bool {
    distance < 16 || distance.isMultiple(of: 32)
  }

  private mutating func commit(
    _ edit: Edit, _ trial: Trial, _ kind: ChangeKind
  ) throws(Failure) {
    free = trial.end + apart
    spans += free - next
    let firstOfEdit = written + 1
    let firstBehind = firstOfEdit + edit.lines.count
    let changed = edit.lines.isEmpty ? try line(edit.range.lowerBound) : edit.lines[edit.place]
    let event = if case .event(let record)? = changed { rules[record.event].name } else { "" }
    let firstAt: Int? =
      switch trial.rejectedAt {
      case .edited(let index): firstOfEdit + index
      case .line(let position): firstBehind + position - edit.range.upperBound
      case nil: nil
      }
    changes.append(
      Change(
        kind: kind, line: firstOfEdit + edit.place, original: edit.range.lowerBound + 1,
        event: event, counts: trial.counts, firstAt: firstAt, reason: trial.reason))
    for line in edit.lines { writer.write(line, to: &bytes) }
    written += edit.lines.count
    // Changed lines are not used to forge later ones.
    for position in edit.range { try Self.lead(&base, along: try line(position), position) }
    next = edit.range.upperBound
    try copy(until: trial.end)
  }

  /// The changed lines as they were and as they are. Of many, only the first was changed.
  private func linesChanged(by edit: Edit) throws(Failure) -> [TraceLine] {
    var lines = edit.lines.indices.contains(edit.place) ? [edit.lines[edit.place]] : []
    for position in edit.range.prefix(edit.range.count == 2 ? 2 : 1) {
      if let line = try line(position) { lines.append(line) }
    }
    return lines
  }

  /// Takes lines over as they are.
  private mutating func copy(until end: Int) throws(Failure) {
    while next < end {
      try Self.lead(&base, along: try line(next), next)
      append(next)
      if let line = try line(next) { maker.note(line) }
      next += 1
    }
  }

  private mutating func append(_ position: Int) {
    bytes += trace.bytes(of: position)
    written += 1
  }

  /// Leads on along the unchanged trace.
  private static func lead(
    _ lead: inout Lead, along line: TraceLine?, _ position: Int
  ) throws(Failure) {
    guard let line else { return }
    switch lead.take(line) {
    case .explained: return
    case .rejected(let reason), .undecided(let reason):
      throw .unexplained(line: position + 1, reason)
    }
  }

  private func line(_ position: Int) throws(Failure) -> TraceLine? {
    do throws(RecordedLines.Unusable) {
      return try trace.line(position)
    } catch {
      throw .unusable(line: error.line, error.message)
    }
  }

  private mutating func edit(_ kind: ChangeKind) throws(Failure) -> Edit? {
    do throws(RecordedLines.Unusable) {
      return try maker.edit(kind, at: next, names: base.names)
    } catch {
      throw .unusable(line: error.line, error.message)
    }
  }
}
