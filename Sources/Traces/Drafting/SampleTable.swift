import Basics

/// The values at one place of the records of a sample.
struct SampleColumn {
  let path: FieldPath
  /// The record, and the text of a string, number or truth value in it; no record is empty.
  var cells: [(record: Int, text: String)] = []
  /// The names of the last step, and of the last two together: `id` and `vehicle.id`.
  let names: [SpelledName]

  init(_ path: FieldPath) {
    self.path = path
    let members = path.steps.compactMap { step -> String? in
      if case .member(let name) = step { name } else { nil }
    }
    let last = members.last ?? ""
    names =
      [SpelledName(last)]
      + (members.count > 1 ? [SpelledName(members[members.count - 2] + "_" + last)] : [])
  }

  var isList: Bool { path.steps.last == .every }
}

/// The records of a sample, as columns.
struct SampleTable {
  private(set) var columns: [SampleColumn] = []
  let records: Int
  /// The paths of objects and lists.
  private(set) var containers: Set<FieldPath> = []
  private var indices: [FieldPath: Int] = [:]

  private static let mostColumns = 256
  private static let mostDepth = 8
  private static let mostElements = 32

  init(_ records: [Record]) {
    self.records = records.count
    var holders: [ObjectIdentifier: [(FieldPath, JSONValue)]] = [:]
    for (index, record) in records.enumerated() {
      add(record.value, at: FieldPath([]), of: index)
      for (level, holder) in record.holders.enumerated() {
        let key = ObjectIdentifier(holder)
        let members = holders[key] ?? Self.scalars(of: holder.value, level: level + 1)
        holders[key] = members
        for (path, value) in members { add(value, at: path, of: index) }
      }
    }
    columns.removeAll { $0.cells.isEmpty }
    indices = [:]
  }

  /// Returns the members of a list's holder, without those that are objects or lists.
  private static func scalars(of value: JSONValue, level: Int) -> [(FieldPath, JSONValue)] {
    guard case .object(let members) = value.content else { return [] }
    return members.filter { $0.key.isWritable && $0.value.scalarText != nil }
      .prefix(mostElements)
      .map { (FieldPath(climbs: level, [.member($0.key)]), $0.value) }
  }

  private mutating func add(_ value: JSONValue, at path: FieldPath, of record: Int) {
    guard path.steps.count <= Self.mostDepth else { return }
    switch value.content {
    case .null: break
    case .object(let members):
      containers.insert(path)
      for member in members.prefix(Self.mostColumns) where member.key.isWritable {
        let path = FieldPath(climbs: path.climbs, path.steps + [.member(member.key)])
        add(member.value, at: path, of: record)
      }
    case .array(let elements):
      containers.insert(path)
      // Lists of objects are lists of records.
      guard let first = elements.first, first.scalarText != nil, !path.steps.isEmpty else { break }
      add(first, at: FieldPath(climbs: path.climbs, path.steps + [.element(0)]), of: record)
      let list = FieldPath(climbs: path.climbs, path.steps + [.every])
      for element in elements.prefix(Self.mostElements) {
        if let text = element.scalarText { addCell(text, at: list, of: record) }
      }
    case .string(let text):
      if let inner = Self.embedded(text) {
        add(inner, at: path, of: record)
      } else {
        addCell(text, at: path, of: record)
      }
    case .bool, .integer, .number: addCell(value.scalarText ?? "", at: path, of: record)
    }
  }

  private static func embedded(_ text: String) -> JSONValue? {
    guard let first = text.utf8.first(where: { !$0.isJSONWhiteSpace }),
      "{[".utf8.contains(first)
    else { return nil }
    return try? JSONParser.parse(Array(text.utf8), mostValues: LineSplitter.mostValues)
  }

  private mutating func addCell(_ text: String, at path: FieldPath, of record: Int) {
    if text.isEmpty || path.steps.isEmpty { return }
    if let index = indices[path] {
      columns[index].cells.append((record, text))
    } else if columns.count < Self.mostColumns {
      indices[path] = columns.count
      columns.append(SampleColumn(path))
      columns[columns.count - 1].cells.append((record, text))
    }
  }
}
