import Basics

extension Elaborator {
  /// Checks that an event gives a value to each field without default of an entity that it
  /// introduces. A value given in some cases only is left to the proof.
  func checkGiven(
    _ updates: [PlacedUpdate], _ results: [Core.Result], at span: SourceSpan
  ) {
    for result in results where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar else { continue }
      for id in rules[sort].fields where rules[id].initial == .given {
        guard case .value = rules[id].kind else { continue }
        let isGiven = updates.contains {
          if case .assign(.field(id, .variable(result.variable)), _) = $0.update.action {
            true
          } else {
            false
          }
        }
        if isGiven { continue }
        report(
          "not-given",
          "'\(result.variable.name).\(rules[id].name)' has no default and is not given here",
          at: span, notes: [Diagnostic.Note("declared here", at: rules[id].span)])
      }
    }
  }

  /// Reports an actor that differs by one slip from a word of the language or from an actor of more
  /// events, since actors are not declared.
  func checkActors() {
    var uses: [(name: String, spans: [SourceSpan])] = []
    for declaration in book.declarations {
      guard case .event(let event) = declaration.kind else { continue }
      if let index = uses.firstIndex(where: { $0.name == event.actor.text }) {
        uses[index].spans.append(event.actor.span)
      } else {
        uses.append((event.actor.text, [event.actor.span]))
      }
    }
    let words = ["world", "system", "clock"]
    for (index, use) in uses.enumerated() where !words.contains(use.name) {
      let earlier = uses.enumerated().filter { other, candidate in
        candidate.spans.count > use.spans.count
          || candidate.spans.count == use.spans.count && other < index
      }.map(\.element.name)
      guard let meant = (words + earlier).first(where: { use.name.isSlip(of: $0) }) else {
        continue
      }
      for span in use.spans {
        report("unknown-actor", "unknown actor '\(use.name)'; did you mean '\(meant)'?", at: span)
      }
    }
  }

  /// Reports reads of the fields of an entity that the event introduces: they have no value before
  /// it.
  func checkNewReads(
    _ updates: [PlacedUpdate], _ results: [Core.Result]
  ) {
    let introduced = Set(results.filter(\.isNew).map(\.variable))
    guard !introduced.isEmpty else { return }
    for placed in updates {
      for expression in [placed.update.condition] + placed.update.action.readExpressions {
        expression.forEach { node in
          for read in node.reads where introduced.contains(read.owner) {
            report(
              "reads-new", "'\(read.owner.name)' is introduced here: it has no values to read yet",
              at: placed.span)
          }
        }
      }
    }
  }

  /// Reports reads of the state before the step of an entity that may not have existed then, in a
  /// property of steps.
  func checkReadsBefore(_ formula: Core.Expression, _ event: Core.Event, at span: SourceSpan) {
    var young = Set(event.results.filter(\.isNew).map(\.variable))
    formula.forEach { node in
      for binder in node.binders {
        guard case .entity(let id) = binder.variable.type.scalar, rules[id].isIntroduced else {
          continue
        }
        switch binder.domain {
        case .entities(_, .here): young.insert(binder.variable)
        case .members(let collection) where collection.era == .here: young.insert(binder.variable)
        default: break
        }
      }
    }
    guard !young.isEmpty else { return }
    formula.forEach { node in
      for read in node.reads where read.era == .before && young.contains(read.owner) {
        report(
          "reads-before-existence",
          "'\(read.owner.name)' may not have existed before the step; bind it inside 'before', "
            + "or say 'where before(exists \(read.owner.name))'",
          at: span)
      }
    }
  }

  /// Reports guards and effects of the service that read ghost state, which only properties may
  /// use.
  func checkGhosts(
    _ guards: [Core.Guard], _ due: Core.Due?, _ updates: [PlacedUpdate],
    _ refusal: [(notification: Core.Notification, span: SourceSpan)]
  ) {
    for `guard` in guards { refuseGhost(in: `guard`.condition, at: `guard`.span) }
    if let due { refuseGhost(in: due.instant, at: due.span) }
    for placed in updates where !writesGhost(placed.update.action) {
      refuseGhost(in: placed.update.condition, at: placed.span)
      for expression in placed.update.action.readExpressions {
        refuseGhost(in: expression, at: placed.span)
      }
    }
    for (notification, span) in refusal {
      for expression in notification.readExpressions { refuseGhost(in: expression, at: span) }
    }
  }

  private func refuseGhost(in expression: Core.Expression, at span: SourceSpan) {
    func refuse(_ name: String) {
      report("reads-ghost", "'\(name)' is a ghost: only properties may read it", at: span)
    }
    expression.forEach { node in
      for field in node.readFields where rules[field].isGhost { refuse(rules[field].name) }
      if case .global(let id, _) = node, rules[id].isGhost { refuse(rules[id].name) }
    }
  }

  private func writesGhost(_ action: Core.Action) -> Bool {
    switch action {
    case .assign(.field(let id, _), _): rules[id].isGhost
    case .assign(.global(let id), _): rules[id].isGhost
    case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
      .add(_, let collection):
      rules[collection.field].isGhost
    case .notify: false
    }
  }

  /// Adds a note where an event reads a place that it also writes, since all reads are of the state
  /// before.
  func noteOldReads(_ updates: [Core.Update]) {
    var written: [Core.Expression: SourceSpan] = [:]
    for update in updates {
      guard case .assign(let place, _) = update.action else { continue }
      switch place {
      case .field(let id, let owner): written[.field(id, of: owner, .here)] = update.span
      case .global(let id): written[.global(id, .here)] = update.span
      }
    }
    for update in updates {
      for expression in update.action.readExpressions {
        expression.forEach { node in
          // To hash any other expression is to hash everything inside it.
          guard node.isPlace, let place = written[node], place != update.span else { return }
          report(
            "reads-old-value", .note, "this reads what the event also writes: the old value counts",
            at: update.span, notes: [Diagnostic.Note("written here", at: place)])
        }
      }
    }
  }

  /// Reports declarations that nothing uses, and state that nothing reads.
  func checkUses() {
    guard !reporter.hasError else { return }
    for declaration in book.declarations {
      switch declaration.kind {
      case .define(let name, _, _, _), .effect(let name, _, _), .parameter(let name, _, _),
        .type(let name, _, _):
        if !names.used.contains(name.text) {
          report("unused", .warning, "'\(name.text)' is never used", at: name.span)
        }
      case .message(let messages):
        for message in messages where !names.used.contains(message.name.text) {
          report("unused", .warning, "'\(message.name.text)' is never sent", at: message.name.span)
        }
      default: break
      }
    }
    let read = rules.readPlaces
    let readFields = read.fields.union(names.readFields)
    for (index, field) in rules.fields.enumerated() where !readFields.contains(Core.ID(index)) {
      // A field of pairs is read as a whole, and reported once.
      if let part = field.pair, part.position > 0 { continue }
      report("never-read", .warning, "'\(field.statedName)' is never read", at: field.span)
    }
    for (index, global) in rules.globals.enumerated() where !read.globals.contains(Core.ID(index)) {
      report("never-read", .warning, "'\(global.name)' is never read", at: global.span)
    }
  }

  func checkCitations() {
    guard let table else { return }
    let known = table.requirements.map(\.id)
    let knownSet = Set(known)
    var omitted: [String: SourceSpan] = [:]
    for declaration in book.declarations {
      guard case .omit(let ids, let reason) = declaration.kind else { continue }
      for id in ids {
        if let first = omitted[id.text] {
          report(
            "duplicate-name", "'\(id.text)' is omitted twice", at: id.span,
            notes: [Diagnostic.Note("first here", at: first)])
        }
        omitted[id.text] = id.span
        if !knownSet.contains(id.text) { reporter.unknown("requirement", id, among: known) }
        if let place = cited[id.text] {
          report(
            "cited-and-omitted", .warning, "'\(id.text)' is omitted, and cited", at: id.span,
            notes: [Diagnostic.Note("cited here", at: place)])
        }
      }
      rules.omissions.append(Core.Omission(ids: ids.map(\.text), reason: reason.value))
    }
    for (id, span) in cited.sorted(by: { $0.value < $1.value }) where !knownSet.contains(id) {
      reporter.unknown("requirement", Syntax.Name(id, span), among: known)
    }
    // After an error, some citations may not have been read.
    guard !reporter.hasError else { return }
    let silent = known.filter { cited[$0] == nil && omitted[$0] == nil }
    guard !silent.isEmpty else { return }
    let shown = silent.prefix(12).joined(separator: ", ") + (silent.count > 12 ? ", …" : "")
    report(
      "uncited", .warning,
      "\(counted(silent.count, "requirement")) neither cited nor omitted: \(shown)",
      at: book.requirements.span)
  }
}

/// An update with the place in the event that leads to it, where a reader looks first: the update
/// itself may stand in an effect.
struct PlacedUpdate {
  let update: Core.Update
  let span: SourceSpan

  init(_ update: Core.Update, in clause: Syntax.Clause) {
    self.update = update
    let isInside = clause.span.lower <= update.span.lower && update.span.upper <= clause.span.upper
    span = isInside ? update.span : clause.span
  }
}

extension Core.Expression {
  /// The variables that this node binds.
  var binders: [Core.Binder] {
    switch self {
    case .quantified(_, let binders, _, _): binders
    case .extreme(let extreme): [extreme.binder]
    default: []
    }
  }

  /// True if the expression is the value of a field or of a global.
  fileprivate var isPlace: Bool {
    switch self {
    case .field, .global: true
    default: false
    }
  }

  /// The collections that this node itself reads.
  private var collections: [Core.Collection] {
    switch self {
    case .member(_, let collection), .ahead(_, _, let collection): [collection]
    default:
      binders.compactMap { binder in
        if case .members(let collection) = binder.domain { collection } else { nil }
      }
    }
  }

  /// The fields and collections that this node itself reads.
  package var readFields: [Core.ID<Core.Field>] {
    if case .field(let id, _, _) = self { [id] } else { collections.map(\.field) }
  }

  /// The variables whose fields or collections this node itself reads, and in which state.
  var reads: [(owner: Core.Variable, era: Core.Era)] {
    if case .field(_, .variable(let variable), let era) = self { return [(variable, era)] }
    return collections.compactMap { collection in
      guard case .variable(let variable) = collection.owner else { return nil }
      return (variable, collection.era)
    }
  }
}

extension String {
  /// Returns true if one edit makes this name the other: a letter removed, added or replaced, or
  /// two exchanged. Digits and capitals are distinguished on purpose: `stand1` is no slip of
  /// `stand2`.
  fileprivate func isSlip(of other: String) -> Bool {
    let (a, b) = (Array(self), Array(other))
    guard self != other, min(a.count, b.count) >= 3, abs(a.count - b.count) <= 1 else {
      return false
    }
    let start = zip(a, b).prefix { $0 == $1 }.count
    let (restA, restB) = (a[start...], b[start...])
    let ends = zip(restA.reversed(), restB.reversed()).prefix { $0 == $1 }.count
    let (left, right) = (Array(restA.dropLast(ends)), Array(restB.dropLast(ends)))
    guard (left + right).allSatisfy({ $0.isLetter && $0.isLowercase }) else { return false }
    return left.count <= 1 && right.count <= 1 || left.count == 2 && left == right.reversed()
  }
}
