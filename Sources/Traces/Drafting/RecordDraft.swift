import Basics
import Rulebook

/// The statements of a mapping for the records of a table.
struct RecordDraft {
  private let table: SampleTable
  private let rules: Core.Rules
  /// The places that statements read.
  private var taken: Set<FieldPath> = []
  private(set) var statements: [String] = []

  private static let mostComments = 20

  init(_ table: SampleTable, _ rules: Core.Rules) {
    (self.table, self.rules) = (table, rules)
    let event = FoundEvent(in: table, rules)
    if let event {
      addEvent(event)
    } else if !addInstantsOfOneRecord() {
      addUnknownEvent()
    }
    addUnread()
  }

  // MARK: - Events

  private mutating func addEvent(_ event: FoundEvent) {
    taken.insert(event.column.path)
    let observed = FieldPath([.member(Vocabulary.Reserved.observe.rawValue)])
    let isObserving = table.containers.contains(observed) && rules.fields.count > 0
    let missing = isObserving ? 0 : table.records - Set(event.column.cells.map(\.record)).count
    statements += event.statements(rules, missing: missing)
    addTime(beside: event.column.path)
    if isObserving { statements.append("observe \(observed)") }
    addNotified()
    addOutcome()
    addIdentity()
    addArguments(event.records)
  }

  private mutating func addTime(beside event: FieldPath?) {
    guard let time = FoundTime(in: table, beside: event) else {
      statements += ["// Undecided: nothing in the records is like an instant.", "time at"]
      return
    }
    taken.formUnion(time.paths + [time.joined].compactMap(\.self))
    statements += time.statements()
  }

  private mutating func addNotified() {
    let notified = FieldPath([.member(Vocabulary.Reserved.notified.rawValue)])
    guard table.containers.contains(notified), !rules.messages.isEmpty else { return }
    statements += ["notified \(notified)", "  arguments ."]
  }

  /// One record of several events that has their instants and not their names, such as a trip with
  /// its begin and its end: of the columns of instants some are called like events.
  private mutating func addInstantsOfOneRecord() -> Bool {
    let words: Set<String> = ["datetim", "tim", "timestamp", "date", "at", "ts"]
    let names = rules.events.map { SpelledName($0.name) }
    var sections: [(event: Int, time: FoundTime)] = []
    for column in table.columns where column.path.climbs == 0 && !column.isList {
      guard let name = column.names.first?.without(words),
        let nearest = name.nearest(among: names),
        !sections.contains(where: { $0.event == nearest.index }),
        let form = InstantForm(column.cells.map(\.text)), form.isSure
      else { continue }
      let time = FoundTime(paths: [column.path], joined: nil, form: form)
      sections.append((nearest.index, time))
    }
    if sections.isEmpty { return false }
    taken.formUnion(sections.flatMap(\.time.paths))
    addIdentity()
    let all = Array(0..<table.records)
    addArguments(Dictionary(sections.map { ($0.event, all) }) { first, _ in first })
    for (index, section) in sections.enumerated() {
      if index > 0 { statements.append("also") }
      statements.append("event is \(MappingLine.quoted(rules.events[section.event].name))")
      statements += section.time.statements()
    }
    return true
  }

  private mutating func addUnknownEvent() {
    let only = rules.events.count == 1 ? rules.events.first : nil
    if let only {
      statements.append("// Undecided: no value names an event; the rulebook has but this one.")
      statements.append("event is \(MappingLine.quoted(only.name))")
    } else {
      statements.append("// Undecided: no values are like the names of the rulebook's events.")
      statements.append("// Say where they are, and what each means:")
      statements.append("// event PATH, and below it, indented, \"NAME\" is EVENT.")
      statements.append("event event")
    }
    addTime(beside: nil)
    addIdentity()
    if only != nil { addArguments([0: Array(0..<table.records)]) }
  }

  // MARK: - What else a line has

  private static let outcomes: [String: TraceEvent.Outcome] = [
    "ok": .ok, "okay": .ok, "success": .ok, "succeeded": .ok, "successful": .ok, "accepted": .ok,
    "true": .ok, "200": .ok, "201": .ok, "202": .ok, "204": .ok,
    "refused": .refused, "rejected": .refused, "denied": .refused, "declined": .refused,
    "forbidden": .refused, "failed": .refused, "failure": .refused, "error": .refused,
    "false": .refused, "400": .refused, "403": .refused, "404": .refused, "409": .refused,
    "422": .refused,
  ]

  private static let outcomeNames: Set<String> = [
    "outcome", "result", "status", "statuscode", "code", "success", "ok", "accepted", "response",
  ]

  private mutating func addOutcome() {
    for column in table.columns where !taken.contains(column.path) && !column.isList {
      guard let name = column.names.first?.letters, Self.outcomeNames.contains(name) else {
        continue
      }
      let values = Set(column.cells.map(\.text))
      guard values.allSatisfy({ Self.outcomes[$0.lowercased()] != nil }) else { continue }
      taken.insert(column.path)
      statements.append("outcome \(column.path)")
      for value in values.sorted() {
        guard let outcome = Self.outcomes[value.lowercased()], outcome.rawValue != value else {
          continue
        }
        statements.append("  \(MappingLine.quoted(value)) is \(outcome.rawValue)")
      }
      return
    }
  }

  private mutating func addIdentity() {
    let ids: Set<String> = [
      "id", "eventid", "recordid", "messageid", "msgid", "logid", "uuid", "eventuuid",
    ]
    if let id = column(called: ids, where: { Set($0.cells.map(\.text)).count == table.records }) {
      taken.insert(id.path)
      statements.append("id \(id.path)")
    }
    if let source = column(
      called: [
        "source", "host", "hostname", "instance", "provider", "providerid",
      ], where: { _ in true })
    {
      taken.insert(source.path)
      statements.append("source \(source.path)")
    }
  }

  /// A column of that name, unless an argument is called so.
  private func column(
    called names: Set<String>, where isFit: (SampleColumn) -> Bool
  ) -> SampleColumn? {
    let variables = rules.events.flatMap {
      ($0.parameters + $0.results.map(\.variable)).map(\.name)
    }
    let known = Set(variables.map { SpelledName($0).letters })
    return table.columns.first { column in
      guard let name = column.names.first?.letters, names.contains(name), !known.contains(name)
      else { return false }
      return column.path.climbs == 0 && !column.isList && !taken.contains(column.path)
        && isFit(column)
    }
  }

  // MARK: - Arguments

  private mutating func addArguments(_ records: [Int: [Int]]) {
    let found = FoundArguments(in: table, rules, records: records, except: taken)
    let groups = Dictionary(grouping: found.arguments, by: \.variable.name)
    for (name, arguments) in groups.sorted(by: { $0.key < $1.key }) {
      // The form that most events share is stated once, for all of them.
      let places = Dictionary(grouping: arguments) {
        Place(column: $0.column, form: $0.reading.form)
      }
      .sorted { ($1.value.count, $0.key.column) < ($0.value.count, $1.key.column) }
      for (index, place) in places.enumerated() {
        let path = table.columns[place.key.column].path
        taken.insert(path)
        add(place.value, at: path, of: name, isOfAll: index == 0)
      }
    }
    for event in records.keys.sorted() {
      for variable in found.missing(of: event) {
        statements.append(
          "// Undecided: argument \(rules.events[event].name).\(variable.name) "
            + "(\(rules.name(of: variable.type)))")
      }
    }
    addFacts(found.arguments)
  }

  /// Proposes facts that a record may tell about the state after it. The sample cannot show that
  /// they do not hold before it instead.
  private mutating func addFacts(_ arguments: [FoundArguments.Argument]) {
    for field in rules.fields {
      guard case .value = field.kind,
        let owner = arguments.first(where: { $0.variable.type.scalar == .entity(field.owner) }),
        let column = table.columns.first(where: {
          !taken.contains($0.path) && !$0.isList
            && $0.names.first?.letters == SpelledName(field.name).letters
        })
      else { continue }
      let entity = table.columns[owner.column].path
      statements.append("// If this holds after the events of a record:")
      statements.append("// fact \(field.qualifiedName(in: rules)) \(entity), \(column.path)")
    }
  }

  private struct Place: Hashable {
    let column: Int
    let form: String
  }

  private mutating func add(
    _ arguments: [FoundArguments.Argument], at path: FieldPath, of name: String, isOfAll: Bool
  ) {
    guard let first = arguments.first else { return }
    for doubt in Set(arguments.compactMap(\.reading.doubt)).sorted() {
      statements.append("// Assumed: \(doubt).")
    }
    if arguments.contains(where: \.isGuess) {
      statements.append("// Not by its name, but by its values or since it is left over: is it so?")
    }
    let translations = arguments.reduce(into: [:]) {
      $0.merge($1.reading.translations) { first, _ in first }
    }
    let form = first.reading.form.isEmpty ? "" : " " + first.reading.form
    let owners = isOfAll ? [""] : Set(arguments.map { rules.events[$0.event].name + "." }).sorted()
    for owner in owners {
      statements.append("argument \(owner)\(name) \(path)\(form)")
      for (value, meaning) in translations.sorted(by: { $0.key < $1.key }) {
        statements.append("  \(MappingLine.quoted(value)) is \(meaning)")
      }
    }
  }

  private mutating func addUnread() {
    let paths = table.columns.map(\.path).filter { path in
      let last = path.steps.last
      if last == .every || path.steps.dropLast().contains(.element(0)) { return false }
      return !taken.contains(path)
        && ![Vocabulary.Reserved.observe, .notified].contains {
          path.steps.first == .member($0.rawValue)
        }
    }
    if paths.isEmpty { return }
    let shown = paths.prefix(Self.mostComments).map(\.description).joined(separator: ", ")
    statements.append("// Not read: \(shown)\(paths.count > Self.mostComments ? ", …" : "")")
  }
}
