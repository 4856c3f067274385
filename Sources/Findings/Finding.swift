/// A fact shown by a trace that the rulebook does not allow, or does not decide.
public struct Finding: Codable, Sendable, Hashable {
  /// The kind of fault.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Accepted, or done, although a guard is false.
    case wronglyAccepted
    /// Refused although every guard holds.
    case wronglyRefused
    /// The server did something that is not allowed now.
    case forbidden
    /// A deadline passed without its event.
    case missed
    /// The event of a deadline came before its instant.
    case early
    /// The server owed a decision, and time passed.
    case tardy
    /// Messages were sent that should not have been, or were not sent.
    case notification
    /// An observation differs from the state that the rules give.
    case observation
    /// A property does not hold after this line.
    case property
    /// An assumption of the rulebook about the world does not hold: not a fault of the server.
    case assumptionBroken
    /// An entity is introduced twice, or used before it is introduced.
    case identity
    /// Time goes back.
    case order
    /// The evidence does not decide.
    case unknown

    /// True if it is a violation by the server.
    public var isViolation: Bool { self != .assumptionBroken && self != .unknown }
  }

  /// The line, counted from 1.
  public let line: Int
  /// The position of the record in its line, from 1; absent: the line has one.
  public let record: Int?
  /// The first byte of the line, or of the record, in the file.
  public let offset: Int
  /// The instant in milliseconds.
  public let at: Int64
  public let kind: Kind
  /// The event, guard or property that is not kept.
  public let rule: String
  /// The ids that the rule cites.
  public let requirements: [String]
  /// The sentence or formula of a property; for other rules the sentences of the requirements, one
  /// a line, or the text of the rule if it cites none. Never empty.
  public let statement: String
  /// The subject as text: `request R1, taxi T4`; empty: no entity in particular.
  public let entity: String
  /// The same entities by sort and name, in the order of the parameters.
  public var entities: [Entity] = []
  /// The value or event that the rules require.
  public let expected: String
  /// The value or event that the trace has instead.
  public let observed: String
  /// The guard that is false, or cannot be decided.
  public var `guard`: Guard?
  /// The line of the rule in the rulebook, from 1.
  public var ruleLine: Int?
  /// The assumption under which checking continued.
  public var repair: String?
  /// Earlier lines: those that last set the places that the guard reads, and the latest few about
  /// the same entities; ascending.
  public var because: [Int] = []
  /// The positions of the records in these lines, from 1; absent: each of the lines has one.
  public var becauseRecords: [Int]?
  /// Faults of the same cause, at most ``mostAlongside``: what else should have happened in the same
  /// pause between two lines, or the other places in which a reading differs; absent: none.
  public var alongside: [Alongside]?
  /// The number of rules that are broken in consequence, or in the same pause, and are not findings
  /// of their own.
  public var downstream = 0
  /// The first of these that have lines of their own, at most ``mostFolded``; nil: none is kept.
  public var folded: [Folded]?
  /// The rejected line because of which this is not decided.
  public var undecidedBy: Int?
  /// The text of the lines that this finding names, where it was asked for.
  public var texts: [LineText]?

  /// The number of folded lines that are kept.
  public static let mostFolded = 100

  /// Adds a line to those that are folded under this one, up to the limit.
  public mutating func fold(_ line: Folded) {
    guard (folded?.count ?? 0) < Self.mostFolded else { return }
    folded = (folded ?? []) + [line]
  }

  /// An entity that a finding is about.
  public struct Entity: Codable, Sendable, Hashable {
    /// The name of its sort in the rulebook.
    public let sort: String
    public let name: String

    public init(sort: String, name: String) {
      self.sort = sort
      self.name = name
    }
  }

  /// A condition of the rulebook, with the values that it reads at the line of the finding.
  public struct Guard: Codable, Sendable, Hashable {
    /// The condition as the rulebook has it, on one line.
    public let text: String
    /// The line in the rulebook, from 1; nil: the text of the rulebook is not known.
    public var line: Int?
    /// The column in characters, from 1.
    public var column: Int?
    /// The values in the order of reading.
    public var values: [Reading]

    public init(_ text: String, values: [Reading] = []) {
      self.text = text
      self.values = values
    }

    /// The greatest number of values that a person is shown.
    private static let mostShown = 10

    /// `request.stage is offered — request R1.stage is searching`
    public var shown: String {
      guard !values.isEmpty else { return text }
      let shown = values.prefix(Self.mostShown).map { "\($0.path) is \($0.value)" }
      return text + " — " + shown.joined(separator: ", ")
    }
  }

  /// The value of one path of a condition.
  public struct Reading: Codable, Sendable, Hashable {
    /// `request R1.stage`
    public let path: String
    public let value: String

    public init(path: String, value: String) {
      self.path = path
      self.value = value
    }
  }

  /// A later line that is not allowed only because of the finding that it is folded under.
  public struct Folded: Codable, Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    public let record: Int?
    /// The event or property that the line would break.
    public let rule: String
    /// The part of the line that is not allowed, for the user.
    public let why: String

    public init(line: Int, record: Int? = nil, rule: String, why: String) {
      self.line = line
      self.record = record
      self.rule = rule
      self.why = why
    }
  }

  /// The text of a line of the trace.
  public struct LineText: Codable, Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// Cut after ``most`` characters, without the line end.
    public let text: String

    /// The number of characters that are kept.
    public static let most = 1_000

    public init(line: Int, text: String) {
      self.line = line
      self.text = text
    }
  }

  /// An obligation or a decision that was missed together with another, or a place in which a
  /// reading differs besides another.
  public struct Alongside: Codable, Sendable, Hashable {
    public let kind: Kind
    /// The event or property that is not kept, or the field that differs.
    public let rule: String
    /// The entities that it is about; empty: none in particular.
    public let entity: String
    /// The instant by which it should have happened, or of the reading, in milliseconds.
    public let at: Int64

    public init(kind: Kind, rule: String, entity: String, at: Int64) {
      self.kind = kind
      self.rule = rule
      self.entity = entity
      self.at = at
    }
  }

  /// The greatest number of these that are listed; more are only counted.
  public static let mostAlongside = 16

  public init(
    line: Int, record: Int? = nil, offset: Int, at: Int64, kind: Kind, rule: String,
    requirements: [String],
    statement: String, entity: String, expected: String, observed: String
  ) {
    self.line = line
    self.record = record
    self.offset = offset
    self.at = at
    self.kind = kind
    self.rule = rule
    self.requirements = requirements
    self.statement = statement
    self.entity = entity
    self.expected = expected
    self.observed = observed
  }
}
