/// A fact shown by a trace that the rulebook does not allow, or does not decide.
package struct Finding: Codable, Sendable, Hashable {
  /// The kind of fault.
  package enum Kind: String, Codable, Sendable, CaseIterable {
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
    package var isViolation: Bool { self != .assumptionBroken && self != .unknown }
  }

  /// The line, counted from 1.
  package var line: Int
  /// The position of the record in its line, from 1; absent: the line has one.
  package var record: Int?
  /// The first byte of the line, or of the record, in the file.
  package var offset: Int
  /// The instant in milliseconds.
  package var at: Int64
  package var kind: Kind
  /// The event, guard or property that is not kept.
  package var rule: String
  /// The ids that the rule cites.
  package var requirements: [String]
  /// The sentence or formula of a property; for other rules the sentences of the requirements, one
  /// a line, or the text of the rule if it cites none. Never empty.
  package var statement: String
  /// The subject as text: `request R1, taxi T4`; empty: no entity in particular.
  package var entity: String
  /// The same entities by sort and name, in the order of the parameters.
  package var entities: [Entity] = []
  /// The value or event that the rules require.
  package var expected: String
  /// The value or event that the trace has instead.
  package var observed: String
  /// The guard that is false, or cannot be decided.
  package var `guard`: Guard?
  /// The line of the rule in the rulebook, from 1.
  package var ruleLine: Int?
  /// The assumption under which checking continued.
  package var repair: String?
  /// Earlier lines: those that last set the places that the guard reads, and the latest few about
  /// the same entities; ascending.
  package var because: [Int] = []
  /// The positions of the records in these lines, from 1; absent: each of the lines has one.
  package var becauseRecords: [Int]?
  /// Faults of the same cause, at most ``mostAlongside``: what else should have happened in the same
  /// pause between two lines, or the other places in which a reading differs; absent: none.
  package var alongside: [Alongside]?
  /// The number of rules that are broken in consequence, or in the same pause, and are not findings
  /// of their own.
  package var downstream = 0
  /// The first of these, with their lines, at most ``mostFolded``; nil: there are none.
  package var folded: [Folded]?
  /// The rejected line because of which this is not decided.
  package var undecidedBy: Int?
  /// The position of the record in that line, from 1; absent: the line has one.
  package var undecidedByRecord: Int?
  /// The text of the lines that this finding names, where it was asked for.
  package var texts: [LineText]?

  /// The number of folded lines that are kept.
  package static let mostFolded = 100

  /// Names the rejected line, or its record, because of which this is not decided.
  package mutating func leaveOpen(by line: Int?, record: Int?) {
    (undecidedBy, undecidedByRecord) = (line, record)
  }

  /// Adds a line to those that are folded under this one, up to the limit.
  package mutating func fold(_ line: Folded) {
    guard (folded?.count ?? 0) < Self.mostFolded else { return }
    folded = (folded ?? []) + [line]
  }

  /// An entity that a finding is about.
  package struct Entity: Codable, Sendable, Hashable {
    /// The name of its sort in the rulebook.
    package var sort: String
    package var name: String

    package init(sort: String, name: String) {
      self.sort = sort
      self.name = name
    }
  }

  /// A condition of the rulebook, with the values that it reads at the line of the finding.
  package struct Guard: Codable, Sendable, Hashable {
    /// The condition as the rulebook has it, on one line.
    package var text: String
    /// The line in the rulebook, from 1; nil: the text of the rulebook is not known.
    package var line: Int?
    /// The column in characters, from 1.
    package var column: Int?
    /// The values in the order of reading.
    package var values: [Reading]

    package init(_ text: String, values: [Reading] = []) {
      self.text = text
      self.values = values
    }

    /// The greatest number of values that a person is shown.
    private static let mostShown = 10

    /// `request.stage is offered — request R1.stage is searching`
    package var shown: String {
      guard !values.isEmpty else { return text }
      let shown = values.prefix(Self.mostShown).map { "\($0.path) is \($0.value)" }
      return text + " — " + shown.joined(separator: ", ")
    }
  }

  /// The value of one path of a condition.
  package struct Reading: Codable, Sendable, Hashable {
    /// `request R1.stage`
    package var path: String
    package var value: String

    package init(path: String, value: String) {
      self.path = path
      self.value = value
    }
  }

  /// A rule that is broken only because of the finding that it is folded under, on its line or a
  /// later one.
  package struct Folded: Codable, Sendable, Hashable {
    /// The line, from 1.
    package var line: Int
    package var record: Int?
    /// The event or property that the line would break.
    package var rule: String
    /// The part of the line that is not allowed, for the user.
    package var why: String

    package init(line: Int, record: Int? = nil, rule: String, why: String) {
      self.line = line
      self.record = record
      self.rule = rule
      self.why = why
    }
  }

  /// The text of a line of the trace.
  package struct LineText: Codable, Sendable, Hashable {
    /// The line, from 1.
    package let line: Int
    /// Cut after ``most`` characters, without the line end.
    package let text: String

    /// The number of characters that are kept.
    package static let most = 1_000

    package init(line: Int, text: String) {
      self.line = line
      self.text = text
    }
  }

  /// An obligation or a decision that was missed together with another, or a place in which a
  /// reading differs besides another.
  package struct Alongside: Codable, Sendable, Hashable {
    package var kind: Kind
    /// The event or property that is not kept, or the field that differs.
    package var rule: String
    /// The entities that it is about; empty: none in particular.
    package var entity: String
    /// The instant by which it should have happened, or of the reading, in milliseconds.
    package var at: Int64

    package init(kind: Kind, rule: String, entity: String, at: Int64) {
      self.kind = kind
      self.rule = rule
      self.entity = entity
      self.at = at
    }
  }

  /// The greatest number of these that are listed; more are only counted.
  package static let mostAlongside = 16

  package init(
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
