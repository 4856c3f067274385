/// How a logger's records say what lines of a trace say: which field is the event, the time, the
/// arguments, and how their values are written.
///
/// The formats that are built in are such values, too, read from texts in the same language.
public struct Mapping: Sendable {
  /// In what form the records come.
  public enum Format: Hashable, Sendable {
    /// One JSON value a line.
    case json
    /// RFC 4180 with a header row; the cells of a row are text, its empty cells are absent.
    case csv(separator: UInt8)
    /// `key=value` pairs, one record a line.
    case logfmt
  }

  /// What is taken for a value that stands in a record.
  enum Translation: Hashable, Sendable {
    case text(String)
    /// As if the field were not there.
    case absent
    /// The record is none of the trace.
    case skipped
  }

  /// A value of a record, or of an element of a list in it.
  struct Field: Sendable {
    /// The first that leads to something other than null counts.
    var paths: [FieldPath]
    /// What is joined to it, in this order; without one of these there is no value.
    var joined: [FieldPath] = []
    /// What stands between what is joined.
    var joint = " "
    /// Stands for the value of every record, which then has no path.
    var constant: String?
    /// How instants are written.
    var form = TimeForm.native
    /// Only what follows the last of these counts, where the value has one.
    var separator: String?
    /// A text holds JSON.
    var isJSON = false
    /// By the value as text.
    var translations: [String: Translation] = [:]
    /// For values that have no translation; nil: they stand for themselves.
    var otherwise: Translation?

    init(_ paths: [FieldPath]) { self.paths = paths }
  }

  struct Argument: Sendable {
    /// nil: of every event that has a parameter or result of that name.
    let event: String?
    let name: String
    var field: Field
  }

  /// An argument of every event that has one of that name: whatever is at this place.
  struct Position: Sendable {
    let name: String
    let longitude: FieldPath
    let latitude: FieldPath
  }

  /// What a record tells of the state after its events.
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

  /// What a record must be.
  struct Condition: Sendable {
    enum Test: Sendable {
      case isOne(of: [String])
      case isNone(of: [String])
      case isPresent
      case isAbsent
    }

    let field: Field
    let test: Test
    /// Whether a record that is not so is passed over; if not, it is rejected.
    let passesOver: Bool
  }

  /// What an object stands for whose one member has a certain name.
  enum Wrapper: String, Sendable {
    /// That member's value.
    case value
    /// A list, so an empty object in its place is an empty list.
    case list
    /// An object, so an empty object or list in its place is an empty object.
    case object
    /// A number, so digits as text are one.
    case number

    /// Whether a mapping calls it by its name.
    var isWritten: Bool { self == .object || self == .number }
  }

  var format = Format.json
  /// Each of these in a line is a record, of the first that leads to a list; none: the line is
  /// one. A path without steps is the line.
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
  /// Whether members that no event knows are passed over.
  var ignoresOthers = false
  var facts: [Fact] = []
  /// The JSON of a line begins behind this text; lines without it are passed over.
  var prefix: String?
  /// Further lines that a record makes, each with all that is said of it.
  var further: [Mapping] = []
  var notified = Notified()
  /// The names of events that the logger does not record.
  public internal(set) var hidden: Set<String> = []

  init() {}
}

extension Mapping {
  /// What separates the cells, if the format is CSV.
  public var csvSeparator: UInt8? {
    if case .csv(let separator) = format { separator } else { nil }
  }

  /// Whether a file has a record, or a list of them, on each line, and is no JSON document.
  public var isOfLines: Bool { format != .json || prefix != nil }

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
