import Basics
import Rulebook

/// The column that names the events of records, with the meanings of its values.
struct FoundEvent {
  struct Meaning {
    /// The position of the event in the rulebook.
    let event: Int
    /// The likeness of the names, from 0 to 100.
    let likeness: Int
  }

  let column: SampleColumn
  /// The separator behind whose last occurrence the name of the event begins; nil: the whole value
  /// is the name.
  let separator: String?
  /// The meanings of the values, by value without what the separator takes off; values that mean no
  /// event are left out.
  private(set) var meanings: [String: Meaning] = [:]
  /// The number of records with each value, by value.
  private(set) var counts: [String: Int] = [:]
  /// The records of each event, by event.
  private(set) var records: [Int: [Int]] = [:]
  private var score = 0

  private static let separators: [String?] = [nil, ".", "/", ":", "#"]
  /// A column of more values holds no names of events.
  private static let mostValues = 200
  /// The least share of records, in percent, whose value must mean an event.
  private static let leastShare = 15
  private static let usualNames: [String: Int] = [
    "event": 20, "eventname": 20, "eventtype": 20, "type": 12, "kind": 12, "action": 12,
    "activity": 12, "name": 8, "what": 8, "operation": 8, "op": 8, "verb": 8, "message": 4,
    "msg": 4, "topic": 4,
  ]

  /// The best column of a table; nil: in none enough values are like names of events.
  init?(in table: SampleTable, _ rules: Core.Rules) {
    let names = rules.events.map { SpelledName($0.name) }
    var best: FoundEvent?
    for column in table.columns where column.path.climbs == 0 {
      for separator in Self.separators {
        guard let found = FoundEvent(column, separator, names, table),
          found.score > best?.score ?? 0
        else { continue }
        best = found
      }
    }
    guard let best else { return nil }
    self = best
  }

  private init?(
    _ column: SampleColumn, _ separator: String?, _ names: [SpelledName], _ table: SampleTable
  ) {
    // One element of a list is less than all of them.
    if case .element? = column.path.steps.last { return nil }
    self.column = column
    self.separator = separator
    var isSeparated = false
    for cell in column.cells {
      let value = Self.value(cell.text, separator)
      isSeparated = isSeparated || value != cell.text
      counts[value, default: 0] += 1
      guard counts.count <= Self.mostValues else { return nil }
    }
    if separator != nil, !isSeparated { return nil }
    for value in counts.keys where value.isWritable {
      guard let nearest = SpelledName(value).nearest(among: names) else { continue }
      meanings[value] = Meaning(event: nearest.index, likeness: nearest.likeness)
    }
    keepNearest()
    var (sum, meant) = (0, Set<Int>())
    for cell in column.cells {
      guard let meaning = meanings[Self.value(cell.text, separator)] else { continue }
      sum += meaning.likeness
      meant.insert(cell.record)
      records[meaning.event, default: []].append(cell.record)
    }
    guard table.records > 0, 100 * meant.count >= Self.leastShare * table.records else {
      return nil
    }
    let letters = column.names.first?.letters ?? ""
    let share = Set(column.cells.map(\.record)).count
    // The share of records with such a value, the likeness of the values, and the name of the
    // column.
    score =
      100 * meant.count / table.records + sum / column.cells.count
      + 20 * share / table.records + (Self.usualNames[letters] ?? 0)
      - column.path.steps.count - (separator == nil ? 0 : 1)
  }

  /// Keeps, of several values that mean one event, those spelled like it; if there are none, only
  /// the nearest one.
  private mutating func keepNearest() {
    for group in Dictionary(grouping: meanings, by: \.value.event).values {
      let most = group.map(\.value.likeness).max() ?? 0
      let isTied = group.count(where: { $0.value.likeness == most }) > 1
      for (value, meaning) in group where meaning.likeness < SpelledName.same {
        if meaning.likeness < most || isTied { meanings[value] = nil }
      }
    }
  }

  private static func value(_ text: String, _ separator: String?) -> String {
    separator.flatMap { text.rest(behindLast: $0) } ?? text
  }

  /// Returns the statements of a mapping; undecided values are listed in a comment.
  func statements(_ rules: Core.Rules, missing: Int) -> [String] {
    let after = separator.map { " after \(MappingLine.quoted($0))" } ?? ""
    var lines = ["event \(column.path)\(after)"]
    var unknown: [String] = []
    for (value, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      guard let meaning = meanings[value] else {
        unknown.append("\"\(value.shortenedForDisplay())\" (\(counted(count, "record")))")
        continue
      }
      let name = rules.events[meaning.event].name
      if name == value { continue }
      let doubt =
        meaning.likeness < SpelledName.same ? "  // by a name that is near: is it so?" : ""
      lines.append("  \(MappingLine.quoted(value)) is \(name)\(doubt)")
    }
    if !unknown.isEmpty {
      lines.append("  // Undecided: no event of the rulebook is called so. Each is an event,")
      lines.append("  // as in \"NAME\" is EVENT, or passed over by \"NAME\" is skipped:")
      lines += unknown.prefix(20).map { "  // \($0)" }
      if unknown.count > 20 { lines.append("  // and \(unknown.count - 20) more") }
    }
    if missing > 0 {
      lines.append("// \(counted(missing, "record")) without: this line would pass over them:")
      lines.append("// only \(column.path) is present")
    }
    return lines
  }
}
