import Basics
import Rulebook
import Semantics
import Traces

/// The lines that stand instead of some lines of a trace.
struct Edit {
  /// The positions of the lines that are replaced; not empty, and beginning with the line that is
  /// changed but for lines that are put before it.
  let range: Range<Int>
  let lines: [TraceLine]
  /// The index in `lines` of the changed line, or of the line behind a missing one.
  let place: Int
}

/// Makes changes of each kind, as far as a line allows it. Seeded.
struct ChangeMaker {
  let rules: Core.Rules
  let trace: RecordedLines
  var random: SplitMix64
  /// Inputs that were accepted before, some of them.
  var inputs: [TraceEvent] = []
  /// Messages that were sent before, some of them.
  private(set) var messages: [TraceNotification] = []
  private var seen = (inputs: 0, messages: 0)
  var forged = 0
  /// The delays of late events, in milliseconds, with values just above those that the rulebook
  /// sets.
  let delays: [Int64]

  /// The largest number of lines by which a line is moved.
  static let farthest = 500
  private static let mostKept = 64

  init(_ rules: Core.Rules, _ trace: RecordedLines, seed: UInt64) {
    self.rules = rules
    self.trace = trace
    random = SplitMix64(seed: seed)
    var delays: Set<Int64> = [1, 1_000, 60_000]
    for parameter in rules.parameters {
      if case .number(let number, .duration) = parameter.value, (1...3_600_000).contains(number) {
        delays.insert(number + 1)
      }
    }
    self.delays = delays.sorted()
  }

  /// Remembers values for later changes, each with the same chance (reservoir sampling).
  mutating func note(_ line: TraceLine) {
    guard case .event(let event) = line else { return }
    if isInput(event), event.outcome == .ok {
      seen.inputs += 1
      Self.keep(event, in: &inputs, seen.inputs, &random)
    }
    for message in event.notified ?? [] {
      seen.messages += 1
      Self.keep(message, in: &messages, seen.messages, &random)
    }
  }

  private static func keep<Element>(
    _ element: Element, in kept: inout [Element], _ seen: Int, _ random: inout SplitMix64
  ) {
    if kept.count < mostKept {
      kept.append(element)
    } else {
      let slot = random.below(seen)
      if slot < mostKept { kept[slot] = element }
    }
  }

  /// A change of this kind at this line; nil: the line does not allow it.
  mutating func edit(
    _ kind: ChangeKind, at position: Int, names: EntityTable
  ) throws(RecordedLines.Unusable) -> Edit? {
    guard case .event(let event)? = try trace.line(position) else { return nil }
    func alone(_ lines: [TraceLine], place: Int = 0) -> Edit {
      Edit(range: position..<(position + 1), lines: lines, place: place)
    }
    switch kind {
    case .drop: return alone([])
    case .double:
      var copy = event
      copy.id = nil
      return alone([.event(event), .event(copy)], place: 1)
    case .swap: return try swapped(event, position)
    case .delay: return rules[event.event].isOwnInitiative ? try later(event, position) : nil
    case .late:
      return isInput(event) && event.outcome == .ok ? try later(event, position) : nil
    case .order: return try moved(event, position)
    case .entity: return renamed(event, names).map { alone([.event($0)]) }
    case .accept: return forged(event, names).map { alone($0) }
    case .refuse:
      guard isInput(event), event.outcome == .ok else { return nil }
      var refused = event
      refused.outcome = .refused
      refused.results = event.results.map { _ in nil }
      refused.notified = nil
      return alone([.event(refused)])
    case .notification: return missent(event, names).map { alone([.event($0)]) }
    }
  }

  func isInput(_ event: TraceEvent) -> Bool {
    if case .input = rules[event.event].source { true } else { false }
  }
}
