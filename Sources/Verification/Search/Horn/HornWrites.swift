import Rulebook

/// The state after the updates of an event, all of which read the state before.
struct HornWrites {
  let layout: HornLayout
  var context: HornContext
  var after: HornState

  /// Performs the updates: values and sets; for queues removals first, then the rest in order.
  mutating func perform(_ updates: [Core.Update]) throws(NotHorn) {
    for update in updates {
      if case .remove = update.action { try perform(update) }
    }
    for update in updates {
      if case .remove = update.action { continue }
      try perform(update)
    }
  }

  private mutating func perform(_ update: Core.Update) throws(NotHorn) {
    guard let each = update.each else { return try performOnce(update, where: "true") }
    for (exists, value) in try context.choices(of: each.domain) where exists != "false" {
      var one = self
      one.context.variables[each.variable.id] = HornTerm(value)
      try one.performOnce(update, where: exists)
      after = one.after
    }
  }

  private mutating func performOnce(
    _ update: Core.Update, where exists: String
  ) throws(NotHorn) {
    let condition = Horn.all([exists, try context.truth(update.condition)])
    guard condition != "false" else { return }
    switch update.action {
    case .notify: return
    case .assign(.global(let id), let value):
      guard let place = layout.globals[id.index] else { throw NotHorn() }
      let isOptional = layout.rules[id].type.isOptional
      write(try context.term(value), at: place, isOptional, condition)
    case .assign(.field(let id, let owner), let value):
      guard case .value(_, let isOptional)? = layout.columns[id.index],
        let column = layout.columns[id.index]
      else { throw NotHorn() }
      let value = try context.term(value)
      try forEachOwner(owner, id) { writes, owner, isIt in
        writes.write(
          value, at: writes.layout.place(of: owner, in: column), isOptional,
          Horn.all([condition, isIt]))
      }
    case .append(let member, let collection), .add(let member, let collection):
      try change(member, collection, condition) { $0.append($1, $2, $3, $4) }
    case .remove(let member, let collection):
      try change(member, collection, condition) { $0.remove($1, $2, $3, $4) }
    case .move(let member, let collection):
      try change(member, collection, condition) { $0.remove($1, $2, $3, $4) }
      try change(member, collection, condition) { $0.append($1, $2, $3, $4) }
    }
  }

  private mutating func write(
    _ term: HornTerm, at place: Int, _ isOptional: Bool, _ condition: String
  ) {
    let old = after.value(at: place, isOptional: isOptional)
    after.set(.conditional(condition, term, old), at: place, isOptional: isOptional)
  }

  private mutating func forEachOwner(
    _ owner: Core.Expression, _ field: Core.ID<Core.Field>,
    _ visit: (inout HornWrites, _ owner: Int, _ isIt: String) -> Void
  ) throws(NotHorn) {
    let term = try context.term(owner).value
    for index in 0..<layout.caps[layout.rules[field].owner.index] {
      let isIt = Horn.equal(term, "\(index)")
      if isIt != "false" { visit(&self, index, isIt) }
    }
  }

  /// Makes a change of the collection in one row, under a condition.
  private mutating func change(
    _ member: Core.Expression, _ collection: Core.Collection, _ condition: String,
    _ visit: (
      inout HornWrites, _ column: HornLayout.Column, _ row: Int, _ member: String,
      _ condition: String
    ) -> Void
  ) throws(NotHorn) {
    guard let column = layout.columns[collection.field.index] else { throw NotHorn() }
    let member = try context.term(member).value
    try forEachOwner(collection.owner, collection.field) { writes, owner, isIt in
      visit(
        &writes, column, writes.layout.place(of: owner, in: column), member,
        Horn.all([condition, isIt]))
    }
  }

  /// Returns the last place of a queue; for a set the term of membership.
  private mutating func append(
    _ column: HornLayout.Column, _ row: Int, _ member: String, _ condition: String
  ) {
    switch column {
    case .value: return
    case .set(_, let members): put("true", of: member, row, members, condition)
    case .queue(_, let members):
      let others = (0..<members).map { other in
        Horn.conditional("(> \(after.cells[row + other]) 0)", "1", "0")
      }
      put("(+ 1 \(others.joined(separator: " ")))", of: member, row, members, condition)
    }
  }

  /// Puts a term at the member's cell of a row.
  private mutating func put(
    _ term: String, of member: String, _ row: Int, _ members: Int, _ condition: String
  ) {
    for other in 0..<members {
      let isIt = Horn.all([condition, Horn.equal(member, "\(other)")])
      after.cells[row + other] = Horn.conditional(isIt, term, after.cells[row + other])
    }
  }

  /// Removes a member; those behind it move up.
  private mutating func remove(
    _ column: HornLayout.Column, _ row: Int, _ member: String, _ condition: String
  ) {
    switch column {
    case .value: return
    case .set(_, let members): put("false", of: member, row, members, condition)
    case .queue(_, let members):
      let old = (0..<members).map { after.cells[row + $0] }
      let place = (0..<members).reversed().reduce("0") { rest, other in
        Horn.conditional(Horn.equal(member, "\(other)"), old[other], rest)
      }
      let isThere = Horn.all([condition, "(> \(place) 0)"])
      for other in 0..<members {
        let moved = Horn.conditional(
          "(> \(old[other]) \(place))", "(- \(old[other]) 1)", old[other])
        let isIt = Horn.equal(member, "\(other)")
        after.cells[row + other] = Horn.conditional(
          isThere, Horn.conditional(isIt, "0", moved), old[other])
      }
    }
  }
}
