import Findings
import Replay
import Report
import Rulebook
import Traces

/// The results of the parts as one.
struct ShardResults {
  private let results: [TraceResult]
  /// The rules that every part checks.
  private let shared: Set<String>
  /// The sorts of which each part has its own, by name.
  private let homed: Set<String>
  /// The sorts of the entities that each event introduces, by name of the event.
  private let introduced: [String: [String]]

  init(_ results: [TraceResult], _ plan: ShardingPlan) {
    self.results = results
    shared = Set(plan.parts.filter { $0.scope == .shared }.map(\.name))
    let rules = plan.rules
    homed = Set(
      rules.entities.indices.filter { plan.isHomed(Core.ID($0)) }.map { rules.entities[$0].name })
    introduced = Dictionary(
      uniqueKeysWithValues: rules.events.map { event in
        (event.name, event.results.filter(\.isNew).map { rules.name(of: $0.variable.type) })
      })
  }

  func merged(
    _ path: String, events: Int, lines: Int, _ options: ReplayOptions
  ) -> TraceResult {
    var merged = TraceResult(path: path)
    merged.events = events
    merged.lines = lines
    list(in: &merged, options)
    merged.rejected = rejected
    merged.tolerance = results[0].tolerance
    for (index, result) in results.enumerated() {
      merged.entities.merge(result.entities.filter { !homed.contains($0.key) }) { max($0, $1) }
      merged.entities.merge(result.entities.filter { homed.contains($0.key) }) { $0 + $1 }
      for (rule, exercise) in result.exercised { add(exercise, rule, index, &merged) }
      for (rule, tolerated) in result.tolerated {
        var all = merged.tolerated[rule] ?? TraceResult.Tolerated(times: 0)
        all.times += tolerated.times
        all.most = [all.most, tolerated.most].compactMap(\.self).max()
        merged.tolerated[rule] = all
      }
      // An event shared by all parts is inferred, or left open, by every part.
      for (event, times) in result.inferred where index == 0 || !shared.contains(event) {
        merged.inferred[event, default: 0] += times
      }
      for (event, undecided) in result.undecided where index == 0 || !shared.contains(event) {
        merged.undecided[event, default: TraceResult.Undecided()].add(undecided)
      }
      merged.notes += result.notes.map { "part \(index + 1): \($0)" }
    }
    (merged.verdict, merged.reason) = verdict(merged)
    return merged
  }

  /// Counts and lists the findings of all parts. The findings that parts did not keep are added to
  /// the rows; those of a rule that every part checks are taken from the first part.
  private func list(in merged: inout TraceResult, _ options: ReplayOptions) {
    var ledger = FindingLedger(limit: options.limit, filter: options.filter)
    for finding in findings { ledger.take(finding) }
    for (part, result) in results.enumerated() {
      var kept: [FindingRow.Key: Int] = [:]
      for finding in result.findings { kept[finding.key, default: 0] += 1 }
      for row in result.rows where part == 0 || !isShared(row) {
        let rest = row.count - kept[row.key, default: 0]
        if rest > 0 { ledger.count(rest, more: row) }
      }
    }
    ledger.add(to: &merged)
  }

  private func isShared(_ row: FindingRow) -> Bool {
    row.how == .order || shared.contains(row.rule)
  }

  /// The rejected lines, in order. An unreadable line is rejected by every part; one that makes no
  /// sense may be rejected by one part alone.
  private var rejected: [TraceResult.Rejection] {
    var known: Set<TraceResult.Rejection> = []
    return results.flatMap(\.rejected).filter { known.insert($0).inserted }
      .sorted { ($0.line, $0.offset) < ($1.line, $1.offset) }
  }

  /// Adds an exercise of a rule; a rule that every part checks counts once.
  private func add(
    _ exercise: TraceResult.Exercise, _ rule: String, _ part: Int, _ merged: inout TraceResult
  ) {
    let name = String(rule.drop { $0 != " " }.dropFirst().prefix { $0 != ":" })
    let isPerState = rule.hasPrefix("property ") || shared.contains(name)
    guard part == 0 || !isPerState else {
      var margin = exercise
      margin.times = 0
      merged.exercised[rule, default: TraceResult.Exercise(times: 0)].add(margin)
      return
    }
    merged.exercised[rule, default: TraceResult.Exercise(times: 0)].add(exercise)
  }

  /// The findings in the order of lines. A finding of a rule that every part checks is kept only if
  /// each part has it: if one does not, the finding follows there from an earlier one.
  private var findings: [Finding] {
    var found: [(part: Int, position: Int, finding: Finding)] = []
    for (part, result) in results.enumerated() {
      for (position, finding) in result.findings.enumerated() {
        if isShared(finding), !isToldOnce(finding, part) { continue }
        found.append((part, position, finding))
      }
    }
    found.sort { a, b in
      (a.finding.line, a.finding.record ?? 0, a.finding.at, a.part, a.position)
        < (b.finding.line, b.finding.record ?? 0, b.finding.at, b.part, b.position)
    }
    foldStrangers(&found)
    foldPauses(&found)
    return found.map(\.finding)
  }

  /// Folds findings about unknown entities into the refusal that explains them. An entity that a
  /// wrongly refused line would have introduced is unknown in a part that did not get that line.
  /// Each refusal accounts for one unknown entity of a sort.
  private func foldStrangers(_ found: inout [(part: Int, position: Int, finding: Finding)]) {
    var missed: [(part: Int, sort: String, cause: Int)] = []
    var kept: [(part: Int, position: Int, finding: Finding)] = []
    for (part, position, finding) in found {
      if finding.kind == .identity,
        let index = missed.firstIndex(where: {
          $0.part != part && finding.entity.hasPrefix($0.sort + " ")
        })
      {
        kept[missed.remove(at: index).cause].finding.downstream += 1 + finding.downstream
        continue
      }
      if finding.kind == .wronglyRefused {
        missed += introduced[finding.rule, default: []].map { (part, $0, kept.count) }
      }
      kept.append((part, position, finding))
    }
    found = kept
  }

  /// Folds findings of several parts in one pause between two lines: they have one cause.
  private func foldPauses(_ found: inout [(part: Int, position: Int, finding: Finding)]) {
    var kept: [(part: Int, position: Int, finding: Finding)] = []
    for next in found {
      guard next.finding.kind.isOfPause,
        let index = kept.lastIndex(where: { $0.finding.kind.isOfPause }),
        kept[index].part != next.part, kept[index].finding.line == next.finding.line,
        kept[index].finding.record == next.finding.record
      else {
        kept.append(next)
        continue
      }
      kept[index].finding.add(alongside: next.finding)
    }
    found = kept
  }

  /// Returns true if a finding of a rule that every part checks is shown for this part: for the
  /// first, if each part has it; or if it is listed with others that this part alone missed in the
  /// same pause.
  private func isToldOnce(_ finding: Finding, _ part: Int) -> Bool {
    finding.alongside != nil
      || part == 0 && results.allSatisfy { $0.findings.contains { tells($0, finding) } }
  }

  private func isShared(_ finding: Finding) -> Bool {
    finding.kind == .order || shared.contains(finding.rule)
  }

  /// Returns true if a finding equals another one, or lists it among those missed in its pause.
  private func tells(_ finding: Finding, _ other: Finding) -> Bool {
    finding.line == other.line && finding.record == other.record
      && ([finding.companion] + (finding.alongside ?? [])).contains {
        $0.kind == other.kind && $0.rule == other.rule && $0.entity == other.entity
      }
  }

  private func verdict(_ merged: TraceResult) -> (TraceResult.Verdict, String?) {
    let judged = results.filter {
      $0.events > 0 || !$0.rejected.isEmpty || !$0.findings.isEmpty
    }
    // If a part found more than it kept, the rest may be such findings.
    if merged.rows.contains(where: \.how.isViolation) {
      return (.violates, nil)
    }
    if let open = judged.first(where: { $0.verdict != .conforms }) {
      return (.inconclusive, open.reason)
    }
    return judged.isEmpty ? (.inconclusive, "no event") : (.conforms, nil)
  }
}

extension Finding.Kind {
  fileprivate var isOfPause: Bool { self == .missed || self == .tardy }
}

extension Finding {
  /// The finding as it is listed with another one.
  fileprivate var companion: Alongside {
    Alongside(kind: kind, rule: rule, entity: entity, at: at)
  }

  fileprivate mutating func add(alongside other: Finding) {
    let (own, its) = (companion, other.companion)
    let all = ((alongside ?? []) + [its] + (other.alongside ?? [])).uniqued.filter { $0 != own }
      .sorted { $0.at < $1.at }
    alongside = all.isEmpty ? nil : Array(all.prefix(Self.mostAlongside))
    downstream += (its == own ? 0 : other.downstream) + max(0, all.count - Self.mostAlongside)
  }
}
