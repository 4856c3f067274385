import Basics
import Findings
import Rulebook
import Semantics

/// The rows of one comparison, as they are found.
struct Work {
  let union: Union
  let old: Comparison.Side
  let new: Comparison.Side
  let sides: BothSides
  let proofs: Proofs
  let runs: Runs
  private let mistake: ComparisonMistake?
  private(set) var rows: [Differing.Row] = []
  /// The number of rules that are written the same.
  private(set) var same = 0
  /// The kinds of certain or possible differences of each event.
  private(set) var known: [Int: Set<Differing.Kind>] = [:]

  init(
    union: Union, options: ProofOptions, budget: Searcher.Budget, old: Comparison.Side,
    new: Comparison.Side, mistake: ComparisonMistake? = nil
  ) {
    self.union = union
    self.old = old
    self.new = new
    sides = BothSides(union)
    self.mistake = mistake
    proofs = Proofs(union, options, mistake)
    runs = Runs(union, budget)
  }

  mutating func add(_ row: Differing.Row, key: [String] = []) {
    var row = row
    row.sha256 = Digest.sha256(
      ([row.subject, row.kind.rawValue] + key).joined(separator: "\n").utf8)
    rows.append(row)
  }

  mutating func noteSame() { same += 1 }

  // MARK: Events

  mutating func compare(_ index: Int) throws(Comparison.Fault) {
    let pair = union.pairs[index]
    parameters(of: pair)
    var probes = union.probes(of: index)
    if let mistake { probes = mistake.applied(to: probes) }
    if probes.isEmpty { noteSame() }
    for probe in probes {
      var row = try row(of: probe, span: pair.old ?? pair.new ?? pair.never)
      if let actors = actors(of: pair) {
        row.details.insert("its actor is '\(actors.new)' now, and was '\(actors.old)'", at: 0)
      }
      row.requirements = ((pair.old?.citations ?? []) + (pair.new?.citations ?? [])).uniqued
      let lines = lines(of: pair, row.kind)
      (row.oldLine, row.newLine) = lines
      if row.status != .equal { known[index, default: []].insert(row.kind) }
      add(row, key: [pair.old.map(form) ?? "", pair.new.map(form) ?? ""])
    }
  }

  /// Returns the actors of an event that both rulebooks have under one name, from different actors:
  /// for the comparison these are two events. nil: it is no such event.
  private func actors(of pair: Union.Pair) -> (old: String, new: String)? {
    guard (pair.old == nil) != (pair.new == nil) else { return nil }
    let namesakes = union.pairs.filter { $0.name == pair.name }
    guard let old = pair.old ?? namesakes.lazy.compactMap(\.old).first,
      let new = pair.new ?? namesakes.lazy.compactMap(\.new).first,
      old.source.word != new.source.word
    else { return nil }
    return (old.source.word, new.source.word)
  }

  private mutating func parameters(of pair: Union.Pair) {
    for (old, new) in pair.renamedParameters {
      var row = Differing.Row("\(pair.name).\(old)", .renamed, .note)
      row.details = ["is called '\(new)' now"]
      add(row)
    }
    for name in pair.addedParameters {
      add(Differing.Row("\(pair.name).\(name)", .added, .note))
    }
    for name in pair.removedParameters {
      add(Differing.Row("\(pair.name).\(name)", .removed, .note))
    }
  }

  /// Proved equal, or with a run, or open.
  func row(of probe: Probe, span: Core.Event) throws(Comparison.Fault) -> Differing.Row {
    var row = Differing.Row(probe.name, probe.kind, .open)
    if let because = proofs.exclusion(of: probe, span) {
      row.status = .equal
      row.because = because
      return row
    }
    do {
      guard let (found, reached) = try runs.run(to: probe, span) else {
        row.state = proofs.state(of: probe, span) ?? []
        return row
      }
      let check = RunCheck(sides: sides)
      let judged = try check.judgement(
        found.recording, { found.names[$0] }, reached: reached, pair: probe.pair)
      guard let judged, shows(judged, probe) else {
        row.details = ["a run was found that the evaluators do not judge otherwise"]
        return row
      }
      row.status = .different
      row.run = found.run
      row.reached = reached
      row.details = details(judged, probe)
    } catch let fault as Searcher.Fault {
      row.details = ["the search ended: \(fault.message)"]
    } catch {
      row.details = ["no run can be told"]
    }
    return row
  }

  /// True if the last step shows the difference of the row.
  private func shows(_ judgement: BothSides.Judgement, _ probe: Probe) -> Bool {
    guard probe.pair != nil else { return true }
    let (old, new) = judgement.permitted
    switch probe.kind {
    case .newlyPermitted: return new != .bool(false) && old != .bool(true)
    case .noLongerPermitted: return old != .bool(false) && new != .bool(true)
    case .deadline: return judgement.due.map { $0.old != $0.new } ?? false
    case .effect: return judgement.places?.isEmpty == false
    case .message: return !judgement.messages.isEmpty
    default: return true
    }
  }

  private func details(_ judgement: BothSides.Judgement, _ probe: Probe) -> [String] {
    switch probe.kind {
    case .deadline:
      guard case (.number(let old), .number(let new))? = judgement.due else { return [] }
      let by = Instants.duration(abs(new - old))
      return [
        "due \(by) \(new < old ? "earlier" : "later"): "
          + "\(Instants.clock(old)) → \(Instants.clock(new))"
      ]
    case .effect: return ["differs in \((judgement.places ?? []).sorted().joined(separator: ", "))"]
    case .message: return ["differs in \(judgement.messages.sorted().joined(separator: ", "))"]
    default: return []
    }
  }

  private func lines(of pair: Union.Pair, _ kind: Differing.Kind) -> (Int?, Int?) {
    let normal = NormalForm()
    func keys(_ event: Core.Event?) -> Set<String> {
      Set(
        (event?.guards ?? []).map { normal.key($0.condition) }
          + (event?.updates ?? []).map(normal.key))
    }
    let (a, b) = (keys(pair.old), keys(pair.new))
    func span(_ event: Core.Event, _ others: Set<String>) -> SourceSpan {
      switch kind {
      case .newlyPermitted, .noLongerPermitted:
        event.guards.first { !others.contains(normal.key($0.condition)) }?.span ?? event.span
      case .deadline: event.due?.span ?? event.span
      case .effect, .message:
        event.updates.first { !others.contains(normal.key($0)) }?.span ?? event.span
      default: event.span
      }
    }
    let isPair = pair.old != nil && pair.new != nil
    return (
      pair.old.map { old.line(isPair ? span($0, b) : $0.span) },
      pair.new.map { new.line(isPair ? span($0, a) : $0.span) }
    )
  }

  /// The normal form with the names of the old rules: a key that does not depend on places of
  /// declarations.
  private var named: NormalForm {
    let rules = union.old
    return NormalForm(names: NormalForm.Names { "\($0.kind) \(rules.name(of: $0))" })
  }

  private func form(_ event: Core.Event) -> String {
    let normal = named
    return [
      normal.key(allOf: event.guards.map(\.condition)),
      normal.key(allOf: event.assumptions.map(\.condition)),
      event.due.map { normal.key($0.instant) } ?? "",
      event.updates.map(normal.key).sorted().joined(),
      event.refusal.map(normal.key).sorted().joined(),
    ].joined(separator: "\n")
  }
}

extension Core.Event {
  static func nothing(_ span: SourceSpan) -> Core.Event {
    Core.Event(
      name: "", source: .world, parameters: [], results: [], guards: [], assumptions: [], due: nil,
      updates: [], refusal: [], definedness: [], citations: [], span: span)
  }
}

extension Array where Element: Hashable {
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
