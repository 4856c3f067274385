import Basics
import Findings
import Rulebook
import Traces

/// The disorder of a trace whose lines are not in the order of time.
struct Disorder: Sendable {
  /// The latest line of an instant before the present that was reported, or follows from one.
  struct Setback: Sendable {
    var record: Int
    var instant: Int64
    /// The finding about it; nil: it is not kept.
    var finding: Int?
  }

  var setback: Setback?
  /// The last record for which lines of one instant were taken in another order.
  var lastReordered: Int?
  /// The names in lines of which it could not be decided if another order allows them, each with
  /// the last such record.
  var openNames: [ExactText: Int] = [:]
  /// The number of lines with an earlier instant than one before them, by more than the tolerance.
  var lines = 0
  /// The largest such difference, in milliseconds.
  var most: Int64 = 0
}

extension Judge {
  /// Counts an event with an earlier instant than the present, by more than the tolerance.
  /// - Returns: True if it is one.
  mutating func isBack() -> Bool {
    guard let back = delay else { return false }
    if mode != .trial {
      disorder.lines += 1
      disorder.most = max(disorder.most, back)
    }
    return true
  }

  /// Reports that the present line has an earlier instant than the present, by more than the
  /// tolerance. Lines that continue from such a line, one after the other, follow from it: a file
  /// in the wrong place is one fault.
  /// - Parameter named: The entities that the line names.
  mutating func checkOrder(of named: [EntityKey] = []) {
    guard let back = delay else { return }
    let record = line.place.record
    let observed =
      "\(Instants.timestamp(line.instant)), \(Instants.duration(back)) earlier"
    if let setback = disorder.setback, setback.record == record - 1,
      setback.instant <= line.instant
    {
      disorder.setback = Disorder.Setback(
        record: record, instant: line.instant, finding: setback.finding)
      if let finding = setback.finding { noteConsequence(of: finding, "time", observed) }
      return
    }
    line.involved += named
    report(
      .order, Rule(name: "time", citations: [], sentence: nil, span: nil),
      about: .nobody,
      expected: "an instant not before \(Instants.timestamp(world.now))",
      observed: observed,
      repair: "the line was judged at \(Instants.timestamp(world.now))")
    disorder.setback = Disorder.Setback(
      record: record, instant: line.instant, finding: mode == .telling ? line.cause : nil)
  }

  /// The time by which the present line is earlier than the present; nil: it is not, or by no more
  /// than the tolerance, which is noted.
  private var delay: Int64? {
    mutating get {
      let (back, overflow) = world.now.subtractingReportingOverflow(line.instant)
      guard !overflow, back > 0 else { return nil }
      guard back <= options.tolerance else { return back }
      noteTolerated(back, "time")
      return nil
    }
  }

  /// A hint on how to handle that; nil: it is not needed.
  var disorderNote: String? {
    guard disorder.lines > 1 else { return nil }
    let late = counted(disorder.lines, "event")
    return "\(late) came later than others of a later instant, by up to "
      + "\(Instants.duration(disorder.most)): --reorder puts in their place those that come late"
  }
}
