/// A translation of a logger's records into lines of a trace: it says which fields are the event,
/// the time and the arguments, and how their values are written.
///
/// The built-in formats are such values, too, read from texts in the same language.
package struct Mapping: Sendable {
  /// The form of the file in which the records come.
  package enum Format: Hashable, Sendable {
    /// One JSON value a line.
    case json
    /// RFC 4180 with a header row; the cells of a row are text, its empty cells are absent.
    case csv(separator: UInt8)
    /// `key=value` pairs, one record a line.
    case logfmt
  }

  /// A replacement for a value of a record.
  enum Translation: Hashable, Sendable {
    case text(String)
    /// The field counts as missing.
    case absent
    /// The record is none of the trace.
    case skipped
  }

  /// A value of a record, or of an element of a list in it.
  struct Field: Sendable {
    /// The first that leads to something other than null counts.
    var paths: [FieldPath]
    /// The further fields that are joined to it, in this order; without one of these there is no
    /// value.
    var joined: [FieldPath] = []
    /// The text between joined values.
    var joint = " "
    /// Stands for the value of every record, which then has no path.
    var constant: String?
    /// The form in which instants are written.
    var form = TimeForm.native
    /// The text behind whose last occurrence the value begins, where the value has one; nil: the
    /// whole value counts.
    var separator: String?
    /// A text holds JSON.
    var isJSON = false
    /// The translations, by the value as text.
    var translations: [String: Translation] = [:]
    /// The translation of values that have none of their own; nil: they stand for themselves.
    var otherwise: Translation?

    init(_ paths: [FieldPath]) { self.paths = paths }
  }

  struct Argument: Sendable {
    /// The event that has the argument; nil: every event with a parameter or result of that name.
    let event: String?
    let name: String
    var field: Field
  }

  /// An argument of every event that has one of that name: the entity at this position.
  struct Position: Sendable {
    let name: String
    let longitude: FieldPath
    let latitude: FieldPath
  }

  /// A fact that a record tells about the state after its events.
  struct Fact: Sendable {
    /// A field or state of the rulebook: `zone`, `Taxi.zone`.
    let name: String
    /// The entity whose field it is; nil: it is a state.
    let entity: Field?
    var field: Field
  }

  /// Messages that were sent.
  struct Notified: Sendable {
    /// An array of them; nil: the mapping does not tell.
    var list: Field?
    var recipient: Field? = Self.field(.recipient)
    var message: Field? = Self.field(.message)
    /// Objects whose members are arguments by their names.
    var objects: [FieldPath] = []
    var arguments: [Argument] = []

    private static func field(_ key: Vocabulary.NotificationKey) -> Field {
      Field([FieldPath([.member(key.rawValue)])])
    }
  }

  /// A condition that a record must meet.
  struct Condition: Sendable {
    enum Test: Sendable {
      case isOne(of: [String])
      case isNone(of: [String])
      case isPresent
      case isAbsent
    }

    let field: Field
    let test: Test
    /// True if a record that does not meet the condition is passed over; false: it is rejected.
    let passesOver: Bool
  }

  /// The meaning of an object whose only member has a certain name.
  enum Wrapper: String, Sendable {
    /// The object stands for the value of that member.
    case value
    /// A list, so an empty object in its place is an empty list.
    case list
    /// An object, so an empty object or list in its place is an empty object.
    case object
    /// A number, so digits as text are one.
    case number

    /// True if a mapping refers to the wrapper by name.
    var isWritten: Bool { self == .object || self == .number }
  }

  var format = Format.json
  /// The paths that are tried for the records of a line: each element of the first that leads to a
  /// list is a record. Empty: the line is one record. A path without steps is the line.
  var records: [FieldPath] = []
  /// An object whose one member is called so stands for that member's value.
  var wrappers: [String: Wrapper] = [:]
  /// An array of objects with these two members stands for an object.
  var pairs: (key: String, value: String)?
  var conditions: [Condition] = []
  var event: Field?
  var observation: Field?
  var time: Field?
  var outcome: Field?
  var id: Field?
  var source: Field?
  /// Objects whose members are arguments by their names.
  var objects: [FieldPath] = []
  var arguments: [Argument] = []
  var positions: [Position] = []
  var ignored: [FieldPath] = []
  /// True if members that no event knows are passed over.
  var ignoresOthers = false
  var facts: [Fact] = []
  /// The JSON of a line begins behind this text; lines without it are passed over.
  var prefix: String?
  /// The further lines that a record makes, each described by a mapping of its own.
  var further: [Mapping] = []
  var notified = Notified()
  /// The names of events that the logger does not record.
  package internal(set) var hidden: Set<String> = []

  init() {}
}

extension Mapping {
  /// The separator of cells, if the format is CSV.
  package var csvSeparator: UInt8? {
    if case .csv(let separator) = format { separator } else { nil }
  }

  /// True if a file has a record, or a list of records, on each line, and is not one JSON document.
  package var isOfLines: Bool { format != .json || prefix != nil }

  /// The number of bytes that a line may have. Collectors export thousands of records at a time.
  var lineLimit: Int {
    records.isEmpty ? LineSplitter.usualLimit : 16 * LineSplitter.usualLimit
  }

  /// The members of an object that are no arguments, since something else is read from them.
  func taken(in object: FieldPath) -> Set<String> {
    let fields = [event, observation, time, outcome, id, source, notified.list].compactMap(\.self)
    let paths =
      fields.flatMap(\.paths) + arguments.flatMap(\.field.paths) + ignored
      + positions.flatMap { [$0.longitude, $0.latitude] }
      + conditions.flatMap(\.field.paths) + objects
      + facts.flatMap { $0.field.paths + ($0.entity?.paths ?? []) }
      + fields.flatMap(\.joined) + arguments.flatMap(\.field.joined)
    return Self.members(of: paths, in: object)
  }

  /// The members of an object to which paths lead, or through which.
  static func members(of paths: [FieldPath], in object: FieldPath) -> Set<String> {
    var names: Set<String> = []
    for path in paths where path.climbs == object.climbs && path.steps.count > object.steps.count {
      guard path.steps.starts(with: object.steps) else { continue }
      if case .member(let name) = path.steps[object.steps.count] { names.insert(name) }
    }
    return names
  }
}
