/// The limits of the search for the cause of a fault: how far it looks, and how many alternatives it
/// tries. Decisions 033, 037, 038 and 040 have the measurements.
enum Limits {
  // MARK: Distances, in lines

  /// The number of lines behind a fault that are read before it is decided. The next line about the
  /// same ride may be that far away where a thousand rides overlap.
  static let waiting = 10_000
  /// The number of lines behind a fault that are all examined; farther away only lines about the
  /// affected entities are. With 128 lines, and 2,000 that wait, one report in 35 was superfluous.
  static let window = 500
  /// The number of lines close to a fault. Only there are lines examined first, is an earlier line
  /// revised for them, and are lines of one instant put into another order. Farther away a line that
  /// is not about the affected entities has nothing to do with the fault: whoever was meant instead
  /// of another shows before.
  static let near = 64
  /// The number of lines by which a line may be out of its place, and of lines that may be the record
  /// of one event: writers take turns within a few lines.
  static let reach = 12
  /// The rarity of an affected entity: one that is in more than one of so many lines is mostly not the
  /// one that a fault is about.
  static let rarity = 20

  // MARK: Distances, in milliseconds

  /// The distance to a later line that is taken to belong before a fault: clocks differ by seconds,
  /// and the nearer of two explanations is the likelier.
  static let mostEarly: Int64 = 60_000
  /// The largest delay of the record of an event that was taken to have happened.
  static let mostLate: Int64 = 3_600_000

  // MARK: Alternatives of one kind

  /// The number of right lines that rest on the state of an entity after which it is not in doubt; of
  /// references, one from another, over which a rule is taken to read; and of lines that may keep an
  /// event from happening.
  static let confirming = 2
  /// The number of alternatives that are each expensive: entities that refer to another, values of a
  /// number, queues that are corrected, missed obligations, and later lines about the affected
  /// entities that may belong before a fault. With eight of these a line that came late was taken to
  /// belong elsewhere.
  static let few = 4
  /// The number of alternatives that are less so: the entities of a sort that are all tried, lines of
  /// one instant that are put into another order, lines before which an event may be missing. Where
  /// more deadlines are missed at once the server stood still, or the instant of the line is wrong: no
  /// other explanation is tried.
  static let several = 8
  /// The number of lines about the affected entities that tell most, and of equally good explanations
  /// among which the farther lines decide. The farther away a line is, the likelier it shows another
  /// fault.
  static let telling = 16
  /// The number of alternatives that cost little, or of which few are left: explanations that are
  /// followed, revisions of earlier lines, bindings of one event, lines that repeat one and may belong
  /// before it, entities referring to another one whose invariants are examined.
  static let many = 128

  // MARK: Effort

  /// The number of lines that may be tried; for each line taken, `trialsPerLine` are added. A trace
  /// with more faults is not one of a server with few of them: then lines are believed.
  static let freeTrials = 100_000
  static let trialsPerLine = 64
  /// The cost of trying a line with a fault, in lines without one.
  static let costOfFault = 32
}
