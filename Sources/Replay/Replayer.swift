import Basics
import Findings
import Rulebook
import Semantics
import Traces

/// Replays one recorded trace on the rules, line by line, and gathers its findings.
///
/// Lines that are plainly right are executed at the speed of the machine (the fast path). The
/// checker handles all others, on the same machine. It alone finds faults, so the fast path can
/// save only time.
package struct Replayer: ~Copyable {
  package let rules: Core.Rules
  var judge: Judge
  let screen: Screen?
  /// The findings in the lines that are checked to their end.
  var ledger: FindingLedger
  let startsUnknown: Bool
  private var encoder: LineEncoder
  var scanner: TraceScanner
  /// True if every line of a trace that comes as bytes goes to the `body` of ``feed(_:_:)``, which
  /// puts the lines into order.
  package var handsOverAll = false
  /// Fields that are read after certain lines. Only lines that are given to ``take(_:)`` count.
  package var watch: Watch?
  /// The number of waived instances that had ended when the checker was told last.
  var endedWaivers = 0
  /// The guards of which no more violations are shown, by event; nil: there are none.
  var fullRows: [Set<Int>]?
  /// The lines that are not checked yet: the first has a fault, whose cause shows in those behind
  /// it.
  let waiting: LookaheadLines
  /// The number of lines that had been taken at the first fault that an earlier line may explain,
  /// or is needed to tell what led to it, although its changes are not kept; nil: there was none. A
  /// replay that looks back behind ``leadingLines`` less tells more of it.
  package private(set) var lacksLinesAt: Int?

  /// The number of lines before a fault from which a replay must look back to keep all that may
  /// explain it, even if it takes thousands of lines at once.
  package static let leadingLines = 10_000

  /// - Parameters:
  ///   - path: The name of the trace, for the result.
  ///   - source: The rulebook's text, so that findings can name the lines of the rules.
  ///   - positions: The entities that positions in the bytes of a trace stand for; nil: a trace has
  ///     no positions.
  package init(
    _ rules: Core.Rules, path: String = "", source: SourceText? = nil,
    options: ReplayOptions = ReplayOptions(), positions: PositionNames? = nil
  ) {
    self.init(
      rules, path: path, source: source, options: options, records: nil, positions: positions)
  }

  /// - Parameter records: The form of the lines of a trace that comes as bytes; nil: lines of a
  ///   trace.
  package init(
    _ rules: Core.Rules, path: String, source: SourceText?, options: ReplayOptions,
    records: ScannedRecords?, positions: PositionNames?
  ) {
    self.rules = rules
    startsUnknown = options.startsUnknown
    var judge = Judge(rules, path: path, source: source, options: options)
    let book = judge.names.book
    screen = judge.world.machine.map {
      Screen(
        rules, $0, book, judge.history, learns: !options.startsUnknown,
        except: judge.world.unnamed.sorts)
    }
    judge.screen = screen
    waiting = LookaheadLines(rules, book.hasher)
    screen?.machine.remembered = options.remembered
    // A hidden event may have ended in time a condition that a right line shows to have lasted too
    // long.
    screen?.machine.haltsAtLimits = !options.hidden.isEmpty
    self.judge = judge
    ledger = FindingLedger(limit: options.limit, filter: options.filter)
    encoder = LineEncoder(book.hasher)
    scanner = TraceScanner(
      rules: rules, hasher: book.hasher, records: records, positions: positions)
    screen?.machine.beginSetters(areAll: true)
    screen?.machine.looksBackForGood = options.notesAllSetters
    if options.looksBack == .onceFound { screen?.machine.keepsTrail = true }
  }

  /// The sorts of entities that events introduce and that are never over by the rules: memory
  /// grows with them.
  package var lastingSorts: [String] { screen?.machine.lastingSorts ?? [] }

  /// The obligations and lasting properties that make every line slow, by name: the machine
  /// leaves them to the evaluator, which goes through all entities.
  package var slowRules: [String] { screen?.machine.slowRules ?? [] }

  /// Checks the next item of the trace.
  package mutating func take(_ item: TraceReader.Item) {
    defer { record() }
    lookBackWhenDue()
    if case .line(let line) = item { judge.history.lineNumbers.note(line.place) }
    guard waiting.isEmpty else {
      waiting.append(item)
      if waiting.count > Limits.waiting { decide(isLast: false) }
      return
    }
    if !takeAlone(item) { waiting.append(item) }
  }

  /// Checks all lines that wait for later ones, with those that are there.
  package mutating func settle() {
    decide(isLast: true)
    record()
  }

  /// Takes the findings since the last call into the ledger.
  mutating func record() {
    noteLacking()
    guard judge.findings.count > ledger.positions || !judge.unkept.isEmpty else { return }
    for position in ledger.positions..<judge.findings.count {
      ledger.take(judge.findings[position], at: position)
    }
    for finding in judge.unkept {
      ledger.take(finding)
      noteFull(finding.key)
    }
    judge.unkept = []
  }

  private mutating func noteLacking() {
    if judge.lacksLines || judge.lacksSetters, lacksLinesAt == nil { lacksLinesAt = lines }
  }

  /// Checks lines that wait, as far as enough later ones are known.
  mutating func decide(isLast: Bool) {
    while let first = waiting.first, isLast || waiting.count > Limits.waiting {
      guard case .line(let line) = first else { return }
      let ahead = waiting.behindFirst(atMost: Limits.waiting)
      switch line {
      case .event(let event):
        for done in judge.deliberate(event, ahead).sorted(by: >) { waiting.remove(at: done) }
      case .observation(let observation): judge.deliberate(observation, ahead)
      }
      tellWatch(of: first)
      noteLacking()
      lookBackFromNow()
      waiting.removeFirst()
      while !waiting.isEmpty, takeFirst() { waiting.removeFirst() }
    }
  }

  /// Keeps the changes of the latest lines from here on, so that later findings may be attributed
  /// to them.
  private func lookBackFromNow() {
    guard let machine = screen?.machine, !judge.options.notesAllSetters else { return }
    machine.beginSetters(areAll: false)
    machine.looksBackForGood = true
    if judge.options.looksBack == .onceFound { machine.keepsTrail = true }
  }

  func lookBackWhenDue() {
    guard case .behind(let first) = judge.options.looksBack, lines >= first else { return }
    screen?.machine.keepsTrail = true
  }

  /// Takes the first line that waits.
  /// - Returns: As ``takeAlone(_:)`` says.
  private mutating func takeFirst() -> Bool {
    let place = waiting.place(at: 0)
    if watch == nil, let screen, let event = waiting.event(at: 0), isForScreen(event, place.record)
    {
      let instant = waiting.withWords(at: 0) { words, names in
        screen.take(words, names, number: place.record) ? words[1] : -1
      }
      if let instant, instant >= 0 {
        finishPlain(event, place, at: instant)
        return true
      }
    }
    return takeAlone(waiting[0])
  }

  /// True if a line of an event may be plainly right, with any meaning of its names.
  mutating func isForScreen(_ event: Int, _ line: Int) -> Bool {
    // The reader knows the entities of the line.
    mayBePlain(event, line) && !judge.expectsLine(of: event)
  }

  /// - Returns: false if something is wrong with the line, or it may be a late record. Then nothing
  ///   has happened.
  private mutating func takeAlone(_ item: TraceReader.Item) -> Bool {
    if case .line(.event(let event)) = item, isPlain(event) {
      finishPlain(event.event.index, event.place, at: event.instant)
      tellWatch(of: item)
      return true
    }
    let isDone = judge.attempt(item)
    if judge.possible != nil, let screen { forgetFormer(screen) }
    if isDone { tellWatch(of: item) }
    return isDone
  }

  private mutating func isPlain(_ event: TraceEvent) -> Bool {
    guard let screen, mayBePlain(event.event.index, event.place.record),
      !judge.expects(event), encoder.encode(event, results: rules[event.event].results.count)
    else { return false }
    return encoder.words.withUnsafeBufferPointer { words in
      encoder.names.withUnsafeBytes { names in
        // An event without any name has nothing to look up.
        guard let line = words.baseAddress else { return false }
        let start = names.baseAddress ?? UnsafeRawPointer(line)
        return screen.take(line, start, number: event.place.record)
      }
    }
  }

  /// True if a line of an event may be plainly right. The checker takes lines before the time is
  /// known, and those whose result may depend on the unseen part of the state.
  private mutating func mayBePlain(_ event: Int, _ line: Int) -> Bool {
    judge.forgetExpected(before: line)
    return judge.hasStarted && !judge.counts.hasStopped
      && !(startsUnknown && judge.world.isOpen(event))
      && judge.possible?.concerns(Core.ID<Core.Event>(event)) != true
  }

  /// Completes a line that was plainly right.
  mutating func finishPlain(_ event: Int, _ place: TracePlace, at instant: Int64) {
    judge.plainLines += 1
    guard let screen else { return }
    forgetFormer(screen)
    judgeNews(screen, place, at: instant)
  }

  mutating func forgetFormer(_ screen: Screen) {
    for (sort, number) in screen.takeFormer() { judge.forget(number, sort) }
  }

  /// Lets the checker look at conditions that last too long, or no longer do.
  mutating func judgeNews(_ screen: Screen, _ place: TracePlace, at instant: Int64) {
    guard screen.machine.hasNews(since: endedWaivers) else { return }
    endedWaivers = screen.machine.endedWaivers
    judge.judgeAfterPlainLine(place, at: instant)
  }

  /// Returns true if an entity that is remembered has that name.
  package func knows(_ name: String, _ sort: Core.ID<Core.Entity>) -> Bool {
    judge.names.number(of: name, sort) != nil
  }

  /// Returns true if an entity that is not over has that name, or may have got it in a line that
  /// still waits for those behind it.
  /// - Parameter line: That line, counted from 1.
  package func mayBeHere(_ name: String, _ sort: Core.ID<Core.Entity>, since line: Int) -> Bool {
    if !waiting.isEmpty, waiting.place(at: 0).line <= line { return true }
    guard let number = judge.names.number(of: name, sort) else { return false }
    return screen?.machine.isOver(Int(number), sort) != true
  }

  // MARK: Results before the end

  /// The number of findings so far that are kept.
  package var findingCount: Int { ledger.kept.count }

  /// Returns the findings so far that are kept, oldest first, without the first `first` ones. Those
  /// about the latest lines may not be complete yet.
  package func findings(since first: Int) -> [Finding] {
    ledger.kept.dropFirst(first).map { kept in
      kept.position.map { judge.findings[$0] } ?? kept.finding
    }
  }

  /// The lines that could not be used so far, as far as they are kept.
  package var rejected: [TraceResult.Rejection] { judge.result.rejected }

  /// The number of lines that could not be used so far, also of those that are not kept.
  package var rejectedCount: Int { judge.counts.rejected }

  /// The number of lines that were tried to find the causes of faults in others.
  package var tried: Int { judge.counts.tried }

  /// The counts of a mapping, of a trace that came as bytes.
  package var tally: TraceReader.Tally { scanner.tally }

  /// The number of lines that were taken.
  package var lines: Int { judge.linesTaken }

  /// Ends the replay.
  package mutating func finish() -> TraceResult {
    settle()
    guard let screen else { return listed(judge.finish()) }
    var judge = judge
    judge.result.lines += judge.plainLines
    judge.result.events += judge.plainLines
    screen.tally.add(to: &judge.exercise)
    for (source, margin) in screen.machine.margins {
      switch source {
      case .event(let event): judge.exercise.note(margin: margin, event: rules[event])
      case .property(let property):
        judge.exercise.note(margin: margin, property: rules.properties[property])
      }
    }
    return listed(judge.finish())
  }

  /// The result with the rows, and the findings that are listed.
  private func listed(_ result: TraceResult) -> TraceResult {
    var result = result
    ledger.add(to: &result)
    result.findings = findings(since: 0)
    return result
  }
}
