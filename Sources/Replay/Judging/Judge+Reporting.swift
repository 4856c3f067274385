internal import Diagnostics
internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Judge {
  /// What a finding is about, before it is put into words.
  struct Rule {
    let name: String
    let citations: [String]
    let sentence: String?
    /// Where it stands in the rulebook, if it does.
    let span: SourceSpan?
  }

  /// Whom a finding is about.
  struct Subject {
    var variables: [Core.Variable] = []
    var values: [Value] = []
    /// How it is shown, if not as its values.
    var label: String?
    /// An entity that no line has introduced.
    var stranger: Stranger?

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

  /// Notes a finding about the present line. The latest violation on a line counts as the
  /// cause of whatever follows on it.
  /// - Parameter isAnew: True if it follows from nothing that was found before.
  mutating func report(
    _ kind: Finding.Kind, _ rule: Rule, about subject: Subject, expected: String,
    observed: String, at instant: Int64? = nil, guard: BrokenGuard? = nil, repair: String? = nil,
    reading places: Set<Core.Location>? = nil, isAnew: Bool = false
  ) {
    if kind != .assumptionBroken { line.isSpoilt = true }
    let concerned = subject.entities + line.involved
    guard mode == .telling else {
      if kind.isViolation { counts.findings += 1 }
      return
    }
    // No violation rests on a guess.
    // Where it is not decided whether the line is allowed, what it broke is not either.
    if kind == .property, line.unread != nil { return }
    let places = places ?? rules.locations(readBy: rule.name, kind)
    let claim = unreadClaim(kind, rule.name, concerned, places, stranger: subject.stranger)
    let doubt =
      kind == .unknown ? nil : doubt(rule, concerned) ?? claim.map { text($0) }
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
      statement: statement(of: rule, `guard`?.told), entity: entity,
      expected: expected, observed: observed)
    finding.entities = entities(subject)
    finding.guard = `guard`?.told
    if let source, let span = rule.span { finding.ruleLine = source.line(at: span.lower) }
    finding.repair = repair
    add(because(subject, setting: `guard`?.places ?? []), to: &finding)
    finding.undecidedBy = claim.flatMap { unread.line(of: $0) }
    publish(finding)
    if let claim { lay(claim) }
    if kind != .unknown { blame(concerned) }
  }

  /// Tells another fault together with a finding. A server that does nothing for a while misses all
  /// that is due in it for one reason; a wrong reading may differ from the state in several places.
  mutating func note(_ other: Finding.Alongside, with finding: Int) {
    line.cause = finding
    if result.findings[finding].alongside?.count == Finding.mostAlongside {
      result.findings[finding].downstream += 1
    } else {
      result.findings[finding].alongside = (result.findings[finding].alongside ?? []) + [other]
    }
  }

  /// Why something may be right in spite of all; nil: it is not.
  private func doubt(_ rule: Rule, _ concerned: [EntityKey]) -> String? {
    if line.isCertain { return nil }
    if !aftermath.guessed.isDisjoint(with: concerned) {
      return ", if what was inferred before is right"
    }
    return hiddenInfluence.reaches(rule.name, afterGaps: counts.unknown > 0)
      ? ", unless what nobody logs explains it" : nil
  }

  /// Puts a finding on record, which may be the cause of what follows.
  mutating func publish(_ finding: Finding) {
    counts.findings += 1
    switch finding.kind {
    case .unknown: counts.unknown += 1
    case .assumptionBroken: counts.brokenAssumptions.insert(finding.rule)
    default: counts.violations += 1
    }
    guard keepsFindings else { return unkept.append(finding) }
    if finding.kind != .unknown { line.cause = result.findings.count }
    result.findings.append(finding)
    foundAt.append(line.place.record)
  }

  /// What is found later about these entities may follow from the latest finding.
  mutating func blame(_ concerned: [EntityKey]) {
    excuse(concerned)
    guard let cause = line.cause else { return }
    aftermath.blame(concerned, for: cause)
    suspect(concerned)
  }

  /// The finding about somebody because of whom a guard does not hold, if events introduced him:
  /// he may be in that state only because of what was found.
  private func causeOfWitness(_ kind: Finding.Kind) -> Int? {
    guard kind == .wronglyAccepted || kind == .forbidden else { return nil }
    return culprit(line.involved.lazy.filter { rules[$0.sort].isIntroduced })
  }

  /// The finding because of which nobody knows something of some of these: no line tells everything of
  /// whom one that was refused, or is missing, should have introduced.
  private func causeOfIgnorance(_ concerned: [EntityKey]) -> Int? {
    world.unseen == nil ? culprit(concerned.lazy.filter { rules[$0.sort].isIntroduced }) : nil
  }

  /// The finding about the refusal because of which nobody knows a name.
  private func causeOfAbsence(_ kind: Finding.Kind) -> Int? {
    kind == .identity ? line.unborn?.finding : nil
  }

  /// The finding that a broken property of these entities follows from: rules that are proved
  /// break in no other way.
  func culprit(_ subject: Subject) -> Int? { culprit(subject.entities) }

  /// The first finding about the first of these about whom there is one; of newcomers the next.
  func culprit(_ keys: some Sequence<EntityKey>) -> Int? {
    aftermath.culprit(keys)
      ?? (keys.contains(where: newcomers.contains) ? result.findings.count : nil)
  }

  /// The number belongs to somebody else now.
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
  private func because(_ subject: Subject, setting places: [Place]) -> [LineNumbers.Place] {
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
    let setters = places.prefix(Self.mostSetters).compactMap(latestWriter)
    return Set(lines.sorted().suffix(5) + setters).sorted()
      .compactMap { history.lineNumbers.place(of: $0) }
  }

  /// The number of places of a guard whose latest writers are looked for.
  private static let mostSetters = 10

  /// The latest line before the present one whose event writes a place, as far as it is on record.
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

  /// Puts the present line on record for the entities that it names.
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
