import Rulebook

/// The fields of the records that hold their instants.
struct FoundTime {
  let paths: [FieldPath]
  /// The time of day, where it has a place of its own.
  let joined: FieldPath?
  let form: InstantForm

  private static let words: [String: Int] = [
    "at": 30, "time": 30, "timestamp": 40, "ts": 40, "when": 30, "datetim": 30, "instant": 30,
    "clock": 20, "date": 15, "occurr": 10, "event": 10, "unix": 5, "creat": -10, "updat": -15,
    "receiv": -15, "ingest": -20, "observ": -10, "last": -20, "process": -15, "expir": -30,
    "deadlin": -30, "until": -30, "duration": -60, "ttl": -60, "wait": -40, "offset": -20,
  ]

  /// Returns how strongly the name of a column suggests that it holds the instant of a record.
  static func names(_ column: SampleColumn) -> Int {
    (column.names.first?.stems ?? []).reduce(0) { $0 + (words[$1] ?? 0) }
  }

  /// - Parameter event: The column of the events: columns beside it have the same origin.
  init?(in table: SampleTable, beside event: FieldPath?) {
    var best: (score: Int, time: FoundTime)?
    for column in table.columns where !column.isList && column.path != event {
      guard let form = InstantForm(column.cells.map(\.text)) else { continue }
      let name = Self.names(column)
      if !form.isSure, name < 20 { continue }
      let score =
        Self.score(column.cells, form, of: table) + name + (form.isSure ? 0 : -30)
        + (column.path.steps.dropLast() == event?.steps.dropLast() ? 10 : 0)
        - 20 * column.path.climbs
      guard score > best?.score ?? 40 else { continue }
      best = (score, FoundTime(paths: [column.path], joined: nil, form: form))
    }
    if let best {
      self = best.time
    } else if let found = Self.joined(in: table) {
      self = found
    } else {
      return nil
    }
  }

  init(paths: [FieldPath], joined: FieldPath?, form: InstantForm) {
    (self.paths, self.joined, self.form) = (paths, joined, form)
  }

  private static func score(
    _ cells: [(record: Int, text: String)], _ form: InstantForm, of table: SampleTable
  ) -> Int {
    60 * cells.count / max(1, table.records) + form.ascent(of: cells.map(\.text)) / 5
  }

  /// A date and a time of day in two columns.
  private static func joined(in table: SampleTable) -> FoundTime? {
    let columns = table.columns.filter { $0.path.climbs == 0 && !$0.isList }
    func isShort(_ column: SampleColumn, _ sign: Character) -> Bool {
      column.cells.allSatisfy { $0.text.utf8.count <= 20 && $0.text.contains(sign) }
    }
    let days = columns.filter { $0.cells.allSatisfy { $0.text.utf8.count <= 10 } }
    let clocks = columns.filter { isShort($0, ":") }
    var best: (score: Int, time: FoundTime)?
    for day in days.prefix(16) {
      let dates = Dictionary(day.cells.map { ($0.record, $0.text) }) { first, _ in first }
      for clock in clocks.prefix(16) where clock.path != day.path {
        let texts = clock.cells.compactMap { cell in
          dates[cell.record].map { (cell.record, "\($0) \(cell.text)") }
        }
        guard let form = InstantForm(texts.map(\.1)) else { continue }
        let score = score(texts, form, of: table) + names(clock)
        guard score > best?.score ?? 40 else { continue }
        best = (score, FoundTime(paths: [day.path], joined: clock.path, form: form))
      }
    }
    return best?.time
  }

  func statements() -> [String] {
    let places = paths.map(\.description).joined(separator: " | ")
    let joint = joined.map { " + \($0)" } ?? ""
    let line = "time \(places)\(joint) \(form.statement)".trimmed
    return (form.doubt.map { ["// Assumed: \($0)."] } ?? []) + [line]
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
