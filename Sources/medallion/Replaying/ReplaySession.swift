import Basics
import Findings
import Replay
import Rulebook
import Traces

/// One trace in progress: bytes become lines, lines are put into order and checked. It may be fed
/// for ever; everything that has been fed is checked except the lines in the reorder window.
///
/// If the lines need no mapping, or a flat one, and are in order, the replayer itself reads them,
/// much faster.
struct ReplaySession: ~Copyable {
  let path: String
  private let order: TraceOrder.Options
  private let isPlain: Bool
  /// The first bytes of a trace without a mapping, as far as they may show its form.
  private(set) var head: [UInt8]?
  let positions: PositionNames?
  /// The counts of positions in earlier traces.
  var before: PositionNames.Counts
  let rules: Core.Rules
  var reader: TraceReader
  var sorter: TraceOrder
  var replayer: Replayer
  private var parts: ShardedReplay?
  var documents: DocumentLines
  /// The chain of the lines; nil: the session is given items instead of bytes.
  var chain: LineChain?
  /// The time zones whose clocks instants are read by; nil: none.
  private let zones: String?
  private var isOverfull = false
  /// True if the next bytes start another file than the first.
  private var isAtStart = false
  /// The number of bytes of the trace, unpacked, that have been fed.
  var offset = 0
  var lastByte: UInt8?

  /// - Parameter isOfItems: True if the session is given items instead of bytes.
  init(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions, _ reading: TraceReading,
    isOfItems: Bool = false
  ) {
    parts = reading.sharding.map { ShardedReplay(path, rulebook, options, $0) }
    self.path = path
    let records = reading.mapping.flatMap { ScannedRecords($0, rulebook.rules) }
    isPlain =
      !isOfItems && (reading.mapping == nil || records != nil)
      && reading.order == TraceOrder.Options() && reading.sharding == nil
    head = reading.mapping == nil ? [] : nil
    zones = reading.mapping?.zones
    documents = DocumentLines(isLines: reading.mapping?.isOfLines ?? false)
    chain = isOfItems ? nil : reading.chain(rulebook.rules, options)
    order = reading.order
    positions = reading.positions
    before = positions?.counts ?? PositionNames.Counts()
    rules = rulebook.rules
    reader = TraceReader(
      rules: rulebook.rules, mapping: reading.mapping, positions: reading.positions)
    sorter = TraceOrder(reading.order)
    replayer = Replayer(
      rulebook.rules, path: path, source: rulebook.source, options: options,
      records: isPlain ? records : nil, positions: reading.positions)
  }

  /// The number of findings so far that are listed; in parts they are known at the end only.
  var findingCount: Int { replayer.findingCount }
  /// Returns the listed findings without the first `first` ones; later lines may still complete the
  /// latest.
  func findings(since first: Int) -> [Finding] { replayer.findings(since: first) }
  var rejected: [TraceResult.Rejection] { replayer.rejected }
  var lines: Int { replayer.lines }
  /// See ``Replayer/lacksLinesAt``.
  var lacksLinesAt: Int? { replayer.lacksLinesAt }

  /// Checks the next bytes. Once ``check()`` throws, no further bytes are checked.
  mutating func feed(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if isAtStart {
      isAtStart = false
      if bytes.starts(with: byteOrderMark) {
        bytes = bytes.dropFirst(byteOrderMark.count)
      }
    }
    if let count = head?.count, count < FormHint.mostBytes {
      head?.append(contentsOf: bytes.prefix(FormHint.mostBytes - count))
    }
    offset += bytes.count
    lastByte = bytes.last ?? lastByte
    chain?.feed(bytes)
    var documents = documents
    documents.feed(bytes) { read($0) }
    self.documents = documents
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    if isPlain { replayer.feed(bytes, in: &sorter) } else { take(reader.feed(bytes)) }
  }

  /// The place of the first line that is not read to its end.
  var next: TracePlace { isPlain ? replayer.nextPlace : reader.nextPlace }

  /// Decides the lines that wait for later ones, with those that are there.
  mutating func settle() { replayer.settle() }

  /// Prepares for another file: a line that is cut off has ended, and there may be a byte order
  /// mark and a header again.
  mutating func beginFile() {
    if let lastByte, lastByte != UInt8(ascii: "\n") { feed([UInt8(ascii: "\n")]) }
    settle()
    reader.beginFile()
    documents.beginFile()
    chain?.beginFile()
    isAtStart = true
  }

  /// Throws if the trace cannot be put into order, or is of another form than it is read in.
  func check() throws(Failure) {
    try checkForm()
    guard isOverfull else { return }
    throw Failure(
      .wrongInput,
      "cannot put the trace '\(path)' into order: more than \(TraceOrder.mostHeld) lines are "
        + "within the window; choose a shorter one")
  }

  /// Ends the trace, or the part of it that was read if another replay continues with it: that one
  /// gets the lines that wait for later ones.
  mutating func finish(goesOn: Bool = false) throws(Failure) -> TraceResult {
    if !goesOn {
      var documents = documents
      documents.finish { read($0) }
      self.documents = documents
      if isPlain { replayer.endOfTrace(in: &sorter) } else { take(reader.finish()) }
      try check()
      sorter.finish { Self.judge($0, &replayer, &parts) }
    }
    var result = try parts?.finish() ?? replayer.finish()
    if !goesOn { try checkForm(result.rejected, read: max(next.line - 1, result.lines)) }
    if let completeness = chain?.finish() { result.take(completeness) }
    result.add(isPlain ? replayer.tally : reader.tally)
    result.add(sorter.tally, order)
    if goesOn, sorter.heldCount > 0 {
      let lines = counted(sorter.heldCount, "line") + (sorter.heldCount == 1 ? " waits" : " wait")
      result.notes.append("\(lines) within the reorder window for the replay that goes on")
    }
    if let zones { result.notes.append("instants are by the clocks of \(zones)") }
    if documents.isDocuments {
      result.notes.append(
        "the file is no JSON Lines; of its JSON documents, or the elements of its "
          + "array, each counts as a line")
    }
    if !goesOn, documents.isInArray {
      result.notes.append(
        "the array has no end: whoever wrote it was interrupted, or elements are missing")
    }
    if let head { result.notes += FormHint.notes(head, result) }
    if let positions, positions.counts.all > before.all {
      result.notes.append(positions.note(rules, since: before))
    }
    return result
  }

  /// Checks the next items.
  mutating func take(_ items: [TraceReader.Item]) {
    guard !isOverfull else { return }
    do {
      for item in items { try sorter.take(item) { Self.judge($0, &replayer, &parts) } }
    } catch {
      isOverfull = true
    }
  }

  private static func judge(
    _ item: TraceReader.Item, _ replayer: inout Replayer, _ parts: inout ShardedReplay?
  ) {
    if parts == nil { replayer.take(item) } else { parts?.take(item) }
  }
}
