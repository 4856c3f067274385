import Rulebook
import Solver

extension Lowering {
  /// Applies all updates, which read the state before. On one queue removals come first.
  func apply(
    _ event: Core.Event, _ context: LoweringContext, to lowered: inout LoweredEvent
  ) throws(LoweringError) {
    let joinsFirst = fault == .removalAfterAppend
    if joinsFirst { try join(event, context, &lowered) }
    try assignAndRemove(event, context, &lowered)
    if !joinsFirst { try join(event, context, &lowered) }
    if event.updates.contains(where: { $0.each != nil }) { claimOfEach(&lowered) }
    checkGiven(event, context, &lowered)
  }

  private func assignAndRemove(
    _ event: Core.Event, _ context: LoweringContext, _ lowered: inout LoweredEvent
  ) throws(LoweringError) {
    var assignments: [Assignment] = []
    for update in event.updates {
      let (context, condition) = try start(update, reading(context, lowered))
      switch update.action {
      case .assign where update.each != nil && fault == .eachNotWritten: break
      case .assign(let place, let value):
        let write = SymbolicState.Write(
          condition: condition, owner: try owner(of: place, context),
          value: try stored(value, at: place, context),
          isOfEach: update.each != nil)
        checkWrittenOnce(update, condition, write, against: assignments, &lowered)
        assignments.append(Assignment(place: place, condition: condition, write: write))
        switch place {
        case .field(let id, _): lowered.after.fieldWrites[id, default: []].append(write)
        case .global(let id): lowered.after.globalWrites[id, default: []].append(write)
        }
      case .remove(let element, let collection):
        try remove(element, collection, update, condition, context, &lowered)
      case .notify(let notification):
        var sent = try sent(notification, condition, context)
        sent.isOfEach = update.each != nil
        if !sent.isOfEach || fault != .eachNotTold { lowered.context.sent.append(sent) }
      case .append, .move, .add: break
      }
    }
  }

  private func join(
    _ event: Core.Event, _ context: LoweringContext, _ lowered: inout LoweredEvent
  ) throws(LoweringError) {
    for update in event.updates {
      let (context, condition) = try start(update, reading(context, lowered))
      switch update.action {
      case .append(let element, let queue):
        try enqueue(element, queue, isMove: false, update, condition, context, &lowered)
      case .move(let element, let queue):
        try enqueue(element, queue, isMove: true, update, condition, context, &lowered)
      case .add(let element, let set):
        try add(element, set, update, condition, context, &lowered)
      default: break
      }
    }
  }

  /// Returns the context with the state that an effect reads: the one before.
  private func reading(_ context: LoweringContext, _ lowered: LoweredEvent) -> LoweringContext {
    guard fault == .effectReadsNewState else { return context }
    var context = context
    context.here = lowered.after
    return context
  }

  /// Returns a value in the form in which its place holds it: only a relation holds a reference by
  /// its target.
  private func stored(
    _ value: Core.Expression, at place: Core.Place, _ context: LoweringContext
  ) throws(LoweringError) -> LoweredValue {
    let lowered = try lower(value, context)
    guard case .reference(let has, _, _) = lowered else { return lowered }
    switch place {
    case .field(let id, _):
      if case .relation = encoding.fields[id.index] { return lowered }
      return .plain(term(of: lowered, value, context))
    case .global(let id):
      let entity = term(of: lowered, value, context)
      return rules[id].type.isOptional ? .optional(has: has, value: entity) : .plain(entity)
    }
  }

  private func owner(
    of place: Core.Place, _ context: LoweringContext
  ) throws(LoweringError) -> [Term] {
    switch place {
    case .field(_, let owner): [try term(owner, context)]
    case .global: []
    }
  }

  private func remove(
    _ element: Core.Expression, _ collection: Core.Collection, _ update: Core.Update,
    _ condition: Term, _ context: LoweringContext, _ lowered: inout LoweredEvent
  ) throws(LoweringError) {
    var condition = condition
    var placeholders = placeholder(update, context).map { [$0] } ?? []
    let owner: Term
    if let isTo = try leads(collection.owner, from: update.each, context) {
      // Any entity that the field of the bound one names is put in the owner's place.
      owner = builder.variable("owner", encoding.sorts[rules[collection.field].owner.index])
      condition = builder.and([condition, isTo(owner)])
      placeholders.append(owner)
    } else {
      owner = try term(collection.owner, context)
    }
    let member = try term(element, context)
    if case .queue = rules[collection.field].kind {
      lowered.definedness.append(
        LoweredEvent.Definedness(
          name: "who is removed is in the queue", hypothesis: condition,
          fact: isMember(member, of: collection.field, owner: owner, in: lowered.after),
          span: update.span))
    }
    if placeholders.isEmpty {
      lowered.after.collectionWrites[collection.field, default: []].append(
        .remove(condition: condition, owner: owner, element: member))
    } else {
      let happens = fault == .eachNotRemoved ? builder.bool(false) : condition
      lowered.after.collectionWrites[collection.field, default: []].append(
        .removeEach(placeholders, condition: happens, owner: owner, element: member))
    }
  }

  /// Returns the condition that a field of the entity bound by `each` names a given entity; nil:
  /// the owner is no such field, or a term stands for its value.
  private func leads(
    _ owner: Core.Expression, from each: Core.Binder?, _ context: LoweringContext
  ) throws(LoweringError) -> ((Term) -> Term)? {
    let field = if case .certain(let inner) = owner { inner } else { owner }
    guard let each, case .field(_, .variable(each.variable), _) = field,
      case .reference(_, let isTo, _) = try lower(field, context)
    else { return nil }
    return isTo
  }

  private func enqueue(
    _ element: Core.Expression, _ queue: Core.Collection, isMove: Bool, _ update: Core.Update,
    _ condition: Term, _ context: LoweringContext, _ lowered: inout LoweredEvent
  ) throws(LoweringError) {
    let owner = try term(queue.owner, context)
    let member = try term(element, context)
    let isThere = isMember(member, of: queue.field, owner: owner, in: lowered.after)
    lowered.definedness.append(
      LoweredEvent.Definedness(
        name: isMove ? "who moves to the end is in the queue" : "who joins is not yet in the queue",
        hypothesis: condition, fact: isMove ? isThere : builder.not(isThere), span: update.span))
    if isMove {
      checkChangedOnce(
        queue.field, update, condition, owner, member, "who moves to the end joins once", &lowered
      ) {
        if case .insert(let condition, let owner, let element, _) = $0 {
          (condition, owner, element)
        } else {
          nil
        }
      }
    }
    let ticket = lowered.after.nextTicket
    lowered.after.collectionWrites[queue.field, default: []].append(
      .insert(condition: condition, owner: owner, element: member, ticket: ticket))
    guard fault != .appendWithoutTicket else { return }
    lowered.after.nextTicket = builder.ite(
      condition, builder.bank.add([ticket, builder.int(1)]), ticket)
  }

  private func add(
    _ element: Core.Expression, _ set: Core.Collection, _ update: Core.Update,
    _ condition: Term, _ context: LoweringContext, _ lowered: inout LoweredEvent
  ) throws(LoweringError) {
    let owner = try term(set.owner, context)
    let member = try term(element, context)
    checkChangedOnce(
      set.field, update, condition, owner, member, "who is added is not removed", &lowered
    ) {
      switch $0 {
      case .remove(let condition, let owner, let element),
        .removeEach(_, let condition, let owner, let element):
        (condition, owner, element)
      case .insert, .insertEach, .clear: nil
      }
    }
    if fault == .addForgetsOthers {
      lowered.after.collectionWrites[set.field, default: []].append(.clear(owner: owner))
    }
    if let each = placeholder(update, context) {
      let happens = fault == .eachNotAdded ? builder.bool(false) : condition
      lowered.after.collectionWrites[set.field, default: []].append(
        .insertEach([each], condition: happens, owner: owner, element: member))
      return
    }
    lowered.after.collectionWrites[set.field, default: []].append(
      .insert(condition: condition, owner: owner, element: member, ticket: nil))
  }

  /// Requires that two changes of one membership agree: otherwise they have no meaning.
  private func checkChangedOnce(
    _ field: Core.ID<Core.Field>, _ update: Core.Update, _ condition: Term, _ owner: Term,
    _ member: Term, _ name: String, _ lowered: inout LoweredEvent,
    against other: (SymbolicState.CollectionWrite) -> (condition: Term, owner: Term, element: Term)?
  ) {
    guard fault != .writtenTwiceAllowed else { return }
    for write in lowered.after.collectionWrites[field, default: []].compactMap(other) {
      let same = builder.and([
        builder.equal(owner, write.owner), builder.equal(member, write.element),
      ])
      lowered.definedness.append(
        LoweredEvent.Definedness(
          name: name, hypothesis: builder.and([condition, write.condition]),
          fact: builder.not(same), span: update.span))
    }
  }

  /// Requires that a new entity has a value in every field: those without default must be given in
  /// every case.
  func checkGiven(
    _ event: Core.Event, _ context: LoweringContext, _ lowered: inout LoweredEvent
  ) {
    for result in event.results where result.isNew {
      guard case .entity(let id) = result.variable.type.scalar,
        case .plain(let new)? = context.bound[result.variable.id]?.value
      else { continue }
      for field in rules[id].fields where rules[field].initial == .given {
        guard case .value = rules[field].kind else { continue }
        let isGiven = builder.or(
          lowered.after.fieldWrites[field, default: []].map { write in
            builder.and([write.condition, builder.equal(write.owner[0], new)])
          })
        if isGiven == builder.bool(true) { continue }
        lowered.definedness.append(
          LoweredEvent.Definedness(
            name: "\(result.variable.name).\(rules[field].name) is given",
            hypothesis: builder.bool(true), fact: isGiven, span: event.span))
      }
    }
  }

  /// Requires that no two writes to one place have conditions that can both hold: they have no
  /// meaning.
  private func checkWrittenOnce(
    _ update: Core.Update, _ condition: Term, _ write: SymbolicState.Write,
    against earlier: [Assignment], _ lowered: inout LoweredEvent
  ) {
    guard case .assign(let place, _) = update.action else { return }
    for other in earlier {
      guard place.sharesTable(with: other.place) else { continue }
      let isOfEach = write.isOfEach || other.write.isOfEach
      if isOfEach, fault == .eachTwiceAllowed { continue }
      let sameOwner = zip(write.owner, other.write.owner).map { builder.equal($0, $1) }
      let name = "\(rules.name(of: place)) is written once"
      lowered.definedness.append(
        LoweredEvent.Definedness(
          name: name, hypothesis: builder.and([condition, other.condition]),
          fact: builder.not(builder.and(sameOwner)), span: update.span))
    }
  }

  private func sent(
    _ notification: Core.Notification, _ condition: Term, _ context: LoweringContext
  ) throws(LoweringError) -> LoweringContext.Sent {
    var arguments: [LoweredValue?] = []
    for argument in notification.arguments {
      if let argument {
        let value = try lower(argument, context)
        // A reference is fixed here, where its owner is known, not where it is read.
        if case .reference(let has, _, _) = value {
          arguments.append(.optional(has: has, value: term(of: value, argument, context)))
        } else {
          arguments.append(value)
        }
      } else {
        arguments.append(nil)
      }
    }
    return LoweringContext.Sent(
      condition: condition, recipient: try term(notification.recipient, context),
      recipientSort: rules.type(of: notification.recipient).scalar,
      message: notification.message, arguments: arguments)
  }
}

/// An assignment of an event, distinguished from the others.
private struct Assignment {
  let place: Core.Place
  let condition: Term
  let write: SymbolicState.Write
}

extension Core.Place {
  func sharesTable(with other: Core.Place) -> Bool {
    switch (self, other) {
    case (.field(let a, _), .field(let b, _)): a == b
    case (.global(let a), .global(let b)): a == b
    default: false
    }
  }
}

extension Core.Rules {
  func name(of place: Core.Place) -> String {
    switch place {
    case .field(let id, _): "\(self[self[id].owner].name).\(self[id].name)"
    case .global(let id): self[id].name
    }
  }
}
