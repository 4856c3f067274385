import Rulebook
import Semantics
import Traces

/// A trace as bytes.
extension Replayer {
  /// Takes the next bytes of a trace, of any number. Much faster than to have them read by
  /// ``TraceReader``, with the same result.
  ///
  /// - Parameter body: Is given each item that is no plain line about an event, or has an `id`, and
  ///   passes it to the replayer, or does not; with ``handsOverAll`` it is given everything.
  package mutating func feed(
    _ bytes: ArraySlice<UInt8>,
    _ body: (TraceReader.Item, inout Replayer) -> Void = { $1.take($0) }
  ) {
    lookBackWhenDue()
    var rest = bytes[...]
    while !rest.isEmpty {
      let taken = rest.withUnsafeBytes { scanner.feed($0) }
      rest = rest.dropFirst(taken)
      readOn(body)
    }
  }

  /// Says that the trace has ended: its last line may have no line end.
  package mutating func endOfTrace(
    _ body: (TraceReader.Item, inout Replayer) -> Void = { $1.take($0) }
  ) {
    for item in scanner.finish() { body(item, &self) }
    settle()
  }

  private mutating func readOn(_ body: (TraceReader.Item, inout Replayer) -> Void) {
    while true {
      switch isFree ? takePlainLines() : takeNext() {
      case .unclear:
        // The checker needs the line as it was written.
        for item in scanner.reread() {
          if handsOverAll { body(item, &self) } else { take(item) }
        }
      case .items(let items): for item in items { body(item, &self) }
      case .exhausted: return
      case .taken, .broken: continue
      }
    }
  }

  /// True if every line that is plainly right may be taken as such, one after the other.
  private var isFree: Bool {
    screen != nil && judge.possible == nil && !handsOverAll && !startsUnknown && waiting.isEmpty
      && !judge.expectsLines
      && judge.hasStarted && !judge.counts.hasStopped
  }

  private mutating func takePlainLines() -> Screen.Halt {
    guard let screen else { return .exhausted }
    var lines = 0
    screen.countedGuards = countedGuards
    defer { screen.countedGuards = nil }
    let halt = screen.take(from: &scanner, endedWaivers: endedWaivers, &lines)
    judge.plainLines += lines
    forgetFormer(screen)
    switch halt {
    case .broken(let position):
      countIllegal(rules.events[Int(scanner.words[0])], guard: position, line: scanner.place.line)
    case .taken: break
    case .items, .unclear, .exhausted: return halt
    }
    judgeNews(screen, scanner.place, at: scanner.words[1])
    record()
    return .taken
  }

  private mutating func takeNext() -> Screen.Halt {
    switch scanner.next() {
    case .event where handsOverAll: .unclear
    case .event where waiting.isEmpty: takeScanned() ? .taken : .unclear
    case .event: putScanned()
    case .items(let items): .items(items)
    case .exhausted: .exhausted
    }
  }

  /// - Returns: True if the line that was read is plainly right.
  private mutating func takeScanned() -> Bool {
    let event = Int(truncatingIfNeeded: scanner.words[0])
    guard let screen, isForScreen(event, scanner.place.line),
      screen.take(scanner.words, scanner.names, number: scanner.place.line)
    else { return false }
    finishPlain(event, scanner.place, at: scanner.words[1])
    record()
    return true
  }

  /// Has the line that was read wait behind others.
  private mutating func putScanned() -> Screen.Halt {
    lookBackWhenDue()
    judge.history.lineNumbers.note(scanner.place)
    waiting.append(scanner.words, scanner.names, scanner.place)
    if waiting.count > Limits.waiting { decide(isLast: false) }
    record()
    return .taken
  }
}
