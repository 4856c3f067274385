import Basics
import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// The rule that a finding is about, before it is put into words.
  struct Rule {
    let name: String
    let citations: [String]
    let sentence: String?
    /// The place in the rulebook, if it has one.
    let span: SourceSpan?
  }

  /// The entities and values that a finding is about.
  struct Subject {
    var variables: [Core.Variable] = []
    var values: [Value] = []
    /// The text that is shown instead of the values.
    var label: String?
    /// An entity that no line has introduced.
    var stranger: Stranger?
    /// The value that was observed of it, if that is the fault.
    var observed: Value?

    static let nobody = Subject()

    var entities: [EntityKey] { EntityKey.all(variables, values) }
  }

  func subject(_ act: Act) -> Subject {
    Subject(variables: rules[act.event].parameters, values: act.arguments)
  }

  func rule(_ event: Core.ID<Core.Event>) -> Rule {
    let event = rules[event]
    return Rule(name: event.name, citations: event.citations, sentence: nil, span: event.span)
  }

  func rule(_ event: Core.ID<Core.Event>, _ condition: Core.Guard) -> Rule {
    Rule(
      name: rules[event].name, citations: condition.citations, sentence: nil,
      span: condition.span)
  }

  func rule(property index: Int) -> Rule {
    let property = rules.properties[index]
    return Rule(
      name: property.name, citations: property.citations,
      sentence: property.sentence ?? property.text, span: property.span)
  }

  /// A guard that is false, and the places that it reads.
  struct BrokenGuard {
    let told: Finding.Guard
    var places: [Place] = []
  }

  /// Notes a finding about the present line. The latest violation on a line counts as the cause of
  /// all later faults on it.
  /// - Parameter isAnew: True if it follows from no earlier finding.
  mutating func report(
    _ kind: Finding.Kind, _ rule: Rule, about subject: Subject, expected: String,
    observed: String, at instant: Int64? = nil, guard: BrokenGuard? = nil, repair: String? = nil,
    reading places: Set<Core.Location>? = nil, isAnew: Bool = false
  ) {
    if kind != .assumptionBroken { line.isSpoilt = true }
    let concerned = subject.entities + line.involved
    let row = FindingRow.Key(rule: rule.name, how: kind, guard: `guard`?.told.text)
    if kind.isViolation, line.fault == nil { line.fault = row }
    guard mode == .telling else {
      guard kind.isViolation else { return }
      counts.findings += 1
      return line.blamed += concerned
    }
    // No violation rests on a guess. If it is not decided whether the line is allowed, a property
    // that it broke is not decided either.
    if kind == .property, line.unread != nil { return }
    let places = places ?? rules.locations(readBy: rule.name, kind)
    let claim = unreadClaim(kind, rule.name, subject, concerned, places)
    let doubt =
      kind == .unknown ? nil : doubt(kind, rule, concerned) ?? claim.map { text($0) }
    let isGuess = doubt != nil
    if let claim, line.unread == nil { line.unread = claim }
    let kind = isGuess ? .unknown : kind
    if isGuess { line.isGuessed = true }
    let observed = observed + (doubt ?? "")
    if kind.isViolation, options.diagnoses {
      line.blamed += concerned
      line.places.formUnion(places)
      let known =
        causeOfWitness(kind) ?? causeOfAbsence(kind)
        ?? causeOfSuspicion(kind, concerned, reading: places)
      if !isAnew, let cause = known {
        line.folded = cause
        line.consequence = CurrentLine.Consequence(rule: rule.name, why: observed)
        line.cause = cause
        suspect(concerned)
        return noteConsequence(rule.name, observed)
      }
    }
    if kind == .unknown, !isGuess, options.diagnoses,
      let cause = causeOfSuspicion(kind, concerned) ?? causeOfIgnorance(concerned)
    {
      line.cause = cause
      suspect(concerned)
      return noteConsequence(rule.name, observed)
    }
    let entity = subject.label ?? text(subject.variables, subject.values)
    if kind.isViolation, let pause = line.pause {
      note(
        Finding.Alongside(
          kind: kind, rule: rule.name, entity: entity, at: instant ?? line.instant),
        with: pause)
      return blame(concerned)
    }
    var finding = Finding(
      line: line.place.line, record: line.place.recordInLine, offset: line.place.offset,
      at: instant ?? line.instant, kind: kind,
      rule: rule.name, requirements: rule.citations,
      statement: "", entity: entity, expected: expected, observed: observed)
    finding.guard = `guard`?.told
    if isOnlyCounted(row) { return publish(finding) }
    finding.statement = statement(of: rule, `guard`?.told)
    finding.entities = entities(subject)
    if let source, let span = rule.span { finding.ruleLine = source.line(at: span.lower) }
    finding.repair = repair
    add(because(subject, setting: `guard`?.places ?? []), to: &finding)
    let rejected = claim.flatMap { unread.line(of: $0) }
    finding.leaveOpen(by: rejected?.line, record: rejected?.recordInLine)
    publish(finding)
    if let claim { lay(claim) }
    if kind != .unknown { blame(concerned) }
  }

  /// Tells another fault together with a finding. A server that does nothing for a while misses all
  /// that is due in it for one reason; a wrong reading may differ from the state in several places.
  mutating func note(_ other: Finding.Alongside, with finding: Int) {
    line.cause = finding
    if findings[finding].alongside?.count == Finding.mostAlongside {
      noteConsequence(
        of: finding, other.rule, other.entity.isEmpty ? "as well" : "as well, of \(other.entity)")
    } else {
      findings[finding].alongside = (findings[finding].alongside ?? []) + [other]
    }
  }

  /// Returns the condition under which the fault is none; nil: it is certain.
  private func doubt(
    _ kind: Finding.Kind, _ rule: Rule, _ concerned: [EntityKey]
  ) -> String? {
    if line.isCertain { return nil }
    if openOrderAt == line.place.record {
      return ", unless another order of the lines of one instant allows it"
    }
    if !aftermath.guessed.isDisjoint(with: concerned) {
      return ", if what was inferred before is right"
    }
    // If a hidden event may have introduced the entity, the finding is of another kind.
    if kind == .identity { return nil }
    return hiddenInfluence.reaches(rule.name, afterGaps: counts.unknown > 0)
      ? ", unless what nobody logs explains it" : nil
  }

  /// Returns true if a further finding of a row is counted, and nobody is shown it.
  func isOnlyCounted(_ row: FindingRow.Key) -> Bool {
    !options.diagnoses && options.filter == nil && numberFound[row, default: 0] >= options.limit
  }

  /// Publishes a finding, which may be the cause of later faults.
  mutating func publish(_ finding: Finding) {
    counts.findings += 1
    if !options.diagnoses { numberFound[finding.key, default: 0] += 1 }
    switch finding.kind {
    case .unknown: counts.unknown += 1
    case .assumptionBroken: counts.brokenAssumptions.insert(finding.rule)
    default: counts.violations += 1
    }
    guard keepsFindings else { return unkept.append(finding) }
    if finding.kind != .unknown { line.cause = findings.count }
    findings.append(finding)
    foundAt.append(line.place.record)
  }

  /// Notes that later faults of these entities may follow from the latest finding.
  mutating func blame(_ concerned: [EntityKey]) {
    excuse(concerned)
    guard let cause = line.cause else { return }
    aftermath.blame(concerned, for: cause)
    suspect(concerned)
  }

  /// Forgets an entity whose number was given to another one.
  mutating func forget(_ number: Int32, _ sort: Core.ID<Core.Entity>) {
    let gone = EntityKey(sort: sort, number: number)
    let rules = rules
    if !inferred.isEmpty { inferred.removeAll { $0.occurrence.entities(rules).contains(gone) } }
    if !newcomers.isEmpty { newcomers.remove(gone) }
    aftermath.forget(gone, rules)
    if !unread.isEmpty { unread.forget(gone) }
    possible?.forget(gone)
    names.forgetPseudonym(of: number, sort)
  }

  /// The sentence of a rule, or those of the requirements that it cites, or its own text.
  private func statement(of rule: Rule, _ broken: Finding.Guard?) -> String {
    if let sentence = rule.sentence, !sentence.isEmpty { return sentence }
    let texts = rule.citations.compactMap { id in
      rules.requirements.first { $0.id == id }?.text
    }.filter { !$0.isEmpty }
    if !texts.isEmpty { return texts.joined(separator: "\n") }
    if let broken { return "require " + broken.text }
    guard let source, let span = rule.span else { return rule.name }
    let text = source.text(ofLine: source.line(at: span.lower))
    let trimmed = text.split(separator: " ").joined(separator: " ")
    return trimmed.isEmpty ? rule.name : trimmed
  }

  private mutating func entities(_ subject: Subject) -> [Finding.Entity] {
    zip(subject.variables, subject.values).compactMap { variable, value in
      guard case .entity(let sort) = variable.type.scalar, value != .none else { return nil }
      return Finding.Entity(
        sort: rules[sort].name, name: names.text(value, variable.type.scalar))
    }
  }

  /// `request R1, taxi T4`
  mutating func text(_ variables: [Core.Variable], _ values: [Value]) -> String {
    var parts: [String] = []
    for (variable, value) in zip(variables, values) where value != .none {
      guard case .entity = variable.type.scalar else { continue }
      parts.append("\(variable.name) \(names.text(value, variable.type.scalar))")
    }
    return parts.joined(separator: ", ")
  }

  /// The lines that last set these places, and the latest lines about the entities named: those of
  /// introduced sorts, or all if there is none.
  private mutating func because(
    _ subject: Subject, setting places: [Place]
  ) -> [LineNumbers.Place] {
    var own: Set<Int> = []
    var others: Set<Int> = []
    for (variable, value) in zip(subject.variables, subject.values) {
      guard case .entity(let sort) = variable.type.scalar, case .entity(let number) = value else {
        continue
      }
      let lines = history.lines(of: Int(number), sort.index)
      if rules[sort].isIntroduced { own.formUnion(lines) } else { others.formUnion(lines) }
    }
    let lines = (own.isEmpty ? others : own).filter { $0 < line.place.record }
    var setters: Set<Int> = []
    for place in places.prefix(Self.mostPlaces) { setters.formUnion(self.setters(of: place)) }
    return Set(lines.sorted().suffix(5) + setters.sorted().suffix(Self.mostSetters)).sorted()
      .compactMap { history.lineNumbers.place(of: $0) }
  }

  /// The number of places of a guard whose setters are looked for, and of the latest setters that
  /// are told.
  private static let (mostPlaces, mostSetters) = (1_000, 10)

  /// Returns the line before the present one that last changed a place, and the one that last wrote
  /// it, which may have left it as it was, as far as the history goes.
  private mutating func setters(of place: Place) -> [Int] {
    var lines = latestWriter(of: place).map { [$0] } ?? []
    switch world.stepper.line(lastChanging: place) {
    case .line(let line): lines.append(line)
    case .notNoted: lacksSetters = true
    case .none: break
    }
    return lines.filter { $0 < line.place.record }
  }

  /// Returns the latest line before the present one whose event writes a place, as far as the
  /// history goes.
  private func latestWriter(of place: Place) -> Int? {
    let location: Core.Location
    let lines: [Int]
    switch place {
    case .field(let field, let owner):
      location = .field(field)
      lines = history.lines(of: Int(owner), rules[field].owner.index)
    case .global(let global):
      location = .global(global)
      lines = history.latestEvents.map(\.line)
    }
    return lines.last { line in
      line < self.line.place.record
        && history.event(of: line).map {
          rules[Core.ID<Core.Event>($0)].written.contains(location)
        } ?? false
    }
  }

  private func add(_ places: [LineNumbers.Place], to finding: inout Finding) {
    finding.because = places.map(\.line)
    if places.contains(where: { $0.record != nil }) {
      finding.becauseRecords = places.map { $0.record ?? 1 }
    }
  }

  /// Adds the present line to the history of the entities that it names.
  mutating func remember(_ variables: [Core.Variable], _ values: [Value]) {
    guard mode != .trial else { return }
    for (variable, value) in zip(variables, values) {
      guard case .entity(let sort) = variable.type.scalar, case .entity(let number) = value else {
        continue
      }
      history.note(line: line.place.record, of: Int(number), sort.index)
    }
  }

  /// The rulebook, or a limit, leaves something open.
  mutating func report(
    _ error: EvaluationError, _ rule: Rule, about subject: Subject, unknown: [String] = [],
    repair: String = "the line was left out"
  ) {
    let message =
      unknown.isEmpty ? error.message(in: rules) : unknownText(unknown)
    report(
      .unknown, rule, about: subject, expected: "what the rules say can be found out",
      observed: message, repair: repair)
  }

  func unknownText(_ paths: [String]) -> String {
    guard !paths.isEmpty else { return "something that this needs is not known" }
    let verb = paths.count == 1 ? "is" : "are"
    return paths.joined(separator: ", ") + " \(verb) not known: observe "
      + (paths.count == 1 ? "it" : "them") + " at the start"
  }
}
