internal import Diagnostics
internal import Findings
internal import Rulebook
internal import Traces

/// What a trace that is not in the order of time shows.
struct Disorder: Sendable {
  /// The latest line of an instant before the present that was reported, or follows from one.
  struct Setback: Sendable {
    let record: Int
    let instant: Int64
    /// nil: it is not kept.
    let finding: Int?
  }

  var setback: Setback?
  /// How many lines are of an earlier instant than one before them, by more than is tolerated.
  var lines = 0
  /// By how much at most, in milliseconds.
  var most: Int64 = 0
}

extension Judge {
  /// Counts an event that is of an earlier instant than the present, by more than is tolerated.
  /// - Returns: Whether it is.
  mutating func isBack() -> Bool {
    guard let back = delay else { return false }
    if mode != .trial {
      disorder.lines += 1
      disorder.most = max(disorder.most, back)
    }
    return true
  }

  /// Reports that the present line is of an earlier instant than the present, if it is so by more
  /// than is tolerated. Lines that go on from such a line, one after the other, follow from it: a
  /// file in the wrong place is one fault.
  /// - Parameter named: Whom the line names.
  mutating func checkOrder(of named: [EntityKey] = []) {
    guard let back = delay else { return }
    let record = line.place.record
    if let setback = disorder.setback, setback.record == record - 1,
      setback.instant <= line.instant
    {
      disorder.setback = Disorder.Setback(
        record: record, instant: line.instant, finding: setback.finding)
      if let finding = setback.finding { noteConsequence(of: finding) }
      return
    }
    line.involved += named
    report(
      .order, Rule(name: "time", citations: [], sentence: nil, span: nil),
      about: .nobody,
      expected: "an instant not before \(Instants.timestamp(world.now))",
      observed: "\(Instants.timestamp(line.instant)), \(Instants.duration(back)) earlier",
      repair: "the line was judged at \(Instants.timestamp(world.now))")
    disorder.setback = Disorder.Setback(
      record: record, instant: line.instant, finding: mode == .telling ? line.cause : nil)
  }

  /// By how much the present line is of an earlier instant than the present; nil: it is not, or by
  /// no more than the tolerance, which is noted.
  private var delay: Int64? {
    mutating get {
      let (back, overflow) = world.now.subtractingReportingOverflow(line.instant)
      guard !overflow, back > 0 else { return nil }
      guard back <= options.tolerance else { return back }
      noteTolerated(back, "time")
      return nil
    }
  }

  /// What helps against that.
  var disorderNote: String? {
    guard disorder.lines > 1 else { return nil }
    let late = counted(disorder.lines, "event")
    return "\(late) came later than others of a later instant, by up to "
      + "\(Instants.duration(disorder.most)): --reorder puts in their place those that come late"
  }
}
