import Rulebook

/// The columns that hold the arguments of events.
struct FoundArguments {
  /// A parameter or result of an event, and where it is.
  struct Argument {
    let event: Int
    let variable: Core.Variable
    let column: Int
    /// The text behind its path, and below it.
    let reading: Reading
    /// True if its name does not say so, but only its values, or that nothing else is left.
    var isGuess = false
  }

  /// The part of a statement that makes the values of a column those of a type.
  struct Reading: Hashable {
    var form = ""
    var translations: [String: String] = [:]
    var doubt: String?
  }

  private let table: SampleTable
  private let rules: Core.Rules
  private let records: [Int: [Int]]
  private let taken: Set<FieldPath>
  private(set) var arguments: [Argument] = []

  /// Says no more than that something is the name of a thing.
  private static let emptyWords: Set<String> = ["id", "uuid", "key", "ref", "no", "number", "nam"]

  /// - Parameters:
  ///   - records: The records of each event, by event.
  ///   - taken: The paths that already have another meaning.
  init(
    in table: SampleTable, _ rules: Core.Rules, records: [Int: [Int]], except taken: Set<FieldPath>
  ) {
    (self.table, self.rules, self.records, self.taken) = (table, rules, records, taken)
    for event in records.keys.sorted() { matchNames(of: event) }
    for event in records.keys.sorted() { matchValues(of: event) }
    matchRemainder()
  }

  /// The parameters and results of an event, but for those whose names mean something else in a
  /// trace.
  private func variables(of event: Int) -> [Core.Variable] {
    let reserved = Set(Vocabulary.Reserved.allCases.filter { !$0.yields }.map(\.rawValue))
    let event = rules.events[event]
    return (event.parameters + event.results.map(\.variable))
      .filter { !reserved.contains($0.name) }
  }

  /// The variables of an event for which nothing is found.
  func missing(of event: Int) -> [Core.Variable] {
    let found = Set(arguments.filter { $0.event == event }.map(\.variable.name))
    return variables(of: event).filter { !found.contains($0.name) }
  }

  /// Returns the values in the records of an event, by column; columns without any are left out.
  private func values(of event: Int) -> [(column: Int, texts: [String])] {
    let wanted = Set(records[event] ?? [])
    return table.columns.indices.compactMap { index in
      let column = table.columns[index]
      guard !column.isList, !taken.contains(column.path) else { return nil }
      let texts = column.cells.lazy.filter { wanted.contains($0.record) }.map(\.text)
      return texts.isEmpty ? nil : (index, Array(texts))
    }
  }

  // MARK: - By name

  private mutating func matchNames(of event: Int) {
    struct Pair {
      let variable: Core.Variable
      let column: Int
      let likeness: Int
      let reading: Reading
    }
    let values = values(of: event)
    var pairs: [Pair] = []
    for variable in variables(of: event) {
      for (column, texts) in values {
        let likeness = likeness(variable, table.columns[column])
        guard likeness >= SpelledName.near, let reading = reading(texts, variable.type) else {
          continue
        }
        pairs.append(
          Pair(variable: variable, column: column, likeness: likeness, reading: reading))
      }
    }
    var (named, used): (Set<String>, Set<Int>) = ([], [])
    // Columns nearer to the record go first where names are as near.
    for pair in pairs.sorted(by: { first, second in
      let depths = [first, second].map { table.columns[$0.column].path.steps.count }
      return (second.likeness, depths[0], first.column) < (first.likeness, depths[1], second.column)
    }) where !named.contains(pair.variable.name) && !used.contains(pair.column) {
      named.insert(pair.variable.name)
      used.insert(pair.column)
      arguments.append(
        Argument(
          event: event, variable: pair.variable, column: pair.column, reading: pair.reading))
    }
  }

  /// A name of a column may also be that of the entity.
  private func likeness(_ variable: Core.Variable, _ column: SampleColumn) -> Int {
    let name = SpelledName(variable.name)
    var best = 0
    for full in column.names {
      for own in [full, full.without(Self.emptyWords)] {
        best = max(best, own.likeness(to: name))
        if case .entity(let sort) = variable.type.scalar {
          best = max(best, own.likeness(to: SpelledName(rules[sort].name)) - 10)
        }
      }
    }
    return best
  }

  // MARK: - By value

  private mutating func matchValues(of event: Int) {
    let used = Set(arguments.filter { $0.event == event }.map(\.column))
    let values = values(of: event).filter { !used.contains($0.column) }
    let missing = missing(of: event)
    for variable in missing {
      // The values cannot tell two parameters of one type apart.
      guard missing.count(where: { $0.type.scalar == variable.type.scalar }) == 1 else { continue }
      let fitting = values.compactMap { column, texts -> (Int, Reading)? in
        guard isTelling(texts, variable.type), let reading = reading(texts, variable.type) else {
          return nil
        }
        return (column, reading)
      }
      guard fitting.count == 1, let (column, reading) = fitting.first else { continue }
      arguments.append(
        Argument(
          event: event, variable: variable, column: column, reading: reading, isGuess: true))
    }
  }

  /// Takes the one column that is called like a name of something and is left over, for the one
  /// entity that is missing, such as the case of a process.
  private mutating func matchRemainder() {
    let used = Set(arguments.map(\.column))
    let left = table.columns.indices.filter { index in
      let column = table.columns[index]
      guard !used.contains(index), !taken.contains(column.path), !column.isList,
        let name = column.names.first
      else { return false }
      return name.stems.contains(where: Self.emptyWords.contains)
    }
    guard left.count == 1, let column = left.first else { return }
    for event in records.keys.sorted() {
      let entities = missing(of: event).filter { $0.type.isEntity }
      guard entities.count == 1, let variable = entities.first,
        let texts = values(of: event).first(where: { $0.column == column })?.texts,
        let reading = reading(texts, variable.type)
      else { continue }
      arguments.append(
        Argument(
          event: event, variable: variable, column: column, reading: reading, isGuess: true))
    }
  }

  /// True if the values alone show their type.
  private func isTelling(_ texts: [String], _ type: Core.ValueType) -> Bool {
    switch type.scalar {
    case .bool, .enumeration: return true
    case .time: return InstantForm(texts)?.isSure == true
    case .int, .unit, .range, .duration: return false
    case .entity:
      let known = names(of: type.scalar)
      return !known.isEmpty && 10 * texts.count(where: known.contains) >= 6 * texts.count
    }
  }

  /// The names of entities of a sort, as far as columns were found that hold them.
  private func names(of scalar: Core.Scalar) -> Set<String> {
    let columns = Set(
      arguments.filter { $0.variable.type.scalar == scalar && !$0.isGuess }.map(\.column))
    return Set(columns.flatMap { table.columns[$0].cells.map(\.text) })
  }

  /// The way in which values become those of a type; nil: nine in ten do not.
  private func reading(_ texts: [String], _ type: Core.ValueType) -> Reading? {
    func isMost(_ count: Int) -> Bool { 10 * count >= 9 * texts.count }
    func plain(_ fits: (String) -> Bool) -> Reading? {
      isMost(texts.count(where: fits)) ? Reading() : nil
    }
    switch type.scalar {
    case .bool: return truth(texts).flatMap { isMost($0.count) ? $0.reading : nil }
    case .int, .unit: return plain { Int64($0) != nil }
    case .range(let id):
      let range = rules[id]
      return plain { text in Int64(text).map { range.lower <= $0 && $0 <= range.upper } ?? false }
    case .duration:
      guard plain({ Int64($0) != nil || DurationText.milliseconds(of: $0) != nil }) != nil else {
        return nil
      }
      let isNumber = texts.contains { Int64($0) != nil }
      return Reading(doubt: isNumber ? "these numbers are milliseconds" : nil)
    case .time:
      guard let form = InstantForm(texts) else { return nil }
      return Reading(form: form.statement, doubt: form.doubt)
    case .entity:
      // A state of something is no name of it.
      let isSymbol = rules.enumerations.contains { texts.allSatisfy($0.cases.contains) }
      return isSymbol
        ? nil : plain { $0.utf8.count <= 200 && !["true", "false"].contains($0) }
    case .enumeration(let id):
      let cases = rules[id].cases
      let spelled = cases.map { SpelledName($0) }
      var reading = Reading()
      var count = 0
      for text in texts {
        if cases.contains(text) {
          count += 1
        } else if text.isWritable,
          let found = SpelledName(text).nearest(among: spelled), found.likeness >= SpelledName.same
        {
          // The values of such a type must not be shown.
          guard !rules[id].isSensitive else { continue }
          reading.translations[text] = cases[found.index]
          count += 1
        }
      }
      return isMost(count) ? reading : nil
    }
  }

  private func truth(_ texts: [String]) -> (count: Int, reading: Reading)? {
    let words: [String: String] = [
      "yes": "true", "y": "true", "1": "true", "t": "true", "on": "true", "no": "false",
      "n": "false", "0": "false", "f": "false", "off": "false",
    ]
    var reading = Reading()
    var count = 0
    for text in texts {
      let small = text.lowercased()
      guard let word = ["true", "false"].first(where: { $0 == small }) ?? words[small] else {
        continue
      }
      count += 1
      if word != text { reading.translations[text] = word }
    }
    return (count, reading)
  }
}

extension Core.ValueType {
  fileprivate var isEntity: Bool {
    if case .entity = scalar { true } else { false }
  }
}
