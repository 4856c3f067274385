import Rulebook

extension Compiler {
  /// The greatest number of values that are tried one by one; the evaluator refuses more.
  private static let mostValues: Int64 = 1_000_000

  /// Emits a quantifier: `some` ends with the first binding that satisfies it, `all` with the first
  /// that does not.
  mutating func jumpQuantified(
    _ quantifier: Core.Quantifier, _ binders: [Core.Binder], _ condition: Core.Expression?,
    _ body: Core.Expression, on sense: Bool, to label: Label
  ) throws(Uncompilable) {
    if case .atLeast(let number) = quantifier {
      return try jumpCounted(number, binders, condition, body, on: sense, to: label)
    }
    let decisive = quantifier == .some
    let found = assembler.label()
    if let search = indexedSearch(quantifier, binders, condition, body) {
      try look(search) { (c, next) throws(Uncompilable) in
        for part in search.rest { try c.jump(unless: part, to: next) }
        c.assembler.emit(.jump, to: sense == decisive ? label : found)
      }
      if sense != decisive { assembler.emit(.jump, to: label) }
      return assembler.place(found)
    }
    let parts = (condition?.parts() ?? []) + body.parts(negated: quantifier == .all)
    try loop(binders[...], in: parts) { (c, next) throws(Uncompilable) in
      if let condition { try c.jump(unless: condition, to: next) }
      try c.jump(body, on: decisive, to: sense == decisive ? label : found)
    }
    if sense != decisive { assembler.emit(.jump, to: label) }
    assembler.place(found)
  }

  /// Counts those of whom both hold.
  private mutating func jumpCounted(
    _ number: Core.Expression, _ binders: [Core.Binder], _ condition: Core.Expression?,
    _ body: Core.Expression, on sense: Bool, to label: Label
  ) throws(Uncompilable) {
    let wanted = try copy(of: value(number))
    let found = try assembler.register()
    assembler.emit(.constant, found, imm: 0)
    if let search = indexedSearch(.some, binders, condition, body) {
      try look(search) { (c, next) throws(Uncompilable) in
        for part in search.rest { try c.jump(unless: part, to: next) }
        c.assembler.emit(.addConstant, found, found, imm: 1)
      }
    } else {
      try loop(binders[...]) { (c, next) throws(Uncompilable) in
        if let condition { try c.jump(unless: condition, to: next) }
        try c.jump(unless: body, to: next)
        c.assembler.emit(.addConstant, found, found, imm: 1)
      }
    }
    assembler.emit(sense ? .jumpIfAtMost : .jumpIfNotAtMost, wanted, found, to: label)
  }

  private func indexedSearch(
    _ quantifier: Core.Quantifier, _ binders: [Core.Binder], _ condition: Core.Expression?,
    _ body: Core.Expression
  ) -> IndexedSearch? {
    guard indices != nil,
      let search = IndexedSearch(quantifier, binders, condition, body, layout.rules),
      search.specification.watch(0, layout) != nil
    else { return nil }
    return search
  }

  /// Returns a search with an index of the candidates for a variable.
  /// - Parameter open: The variables that are not bound yet.
  func indexedSearch(
    _ binder: Core.Binder, _ conditions: ArraySlice<Core.Expression>, _ open: Set<Int>
  ) -> IndexedSearch? {
    guard let search = indexedSearch(.some, [binder], nil, .and(Array(conditions))),
      !search.key.mentions(open)
    else { return nil }
    return search
  }

  /// Emits a loop over the entities of an index.
  mutating func look(
    _ search: IndexedSearch, _ body: (inout Compiler, Label) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    let key = try value(search.key)
    let register = try assembler.registers(2)
    bind(search.specification.variable, to: register)
    let number = Int64(indices?.number(of: search.specification) ?? 0)
    let (again, next, end) = (assembler.label(), assembler.label(), assembler.label())
    assembler.emit(.firstIndexed, register, key, imm: number, to: end)
    assembler.place(again)
    try body(&self, next)
    assembler.place(next)
    assembler.emit(.nextIndexed, register, imm: number, to: again)
    assembler.place(end)
  }

  /// Emits nested loops; `body` gets the label at which the next binding is tried.
  /// - Parameter parts: Conditions without which a binding does not matter, and of which it does
  ///   not matter how often it is tried.
  mutating func loop(
    _ binders: ArraySlice<Core.Binder>, in parts: [Core.Expression] = [],
    _ body: (inout Compiler, Label) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    let next = assembler.label()
    guard let binder = binders.first else {
      try body(&self, next)
      assembler.place(next)
      return
    }
    let rest = binders.dropFirst()
    func inner(_ c: inout Compiler, _ own: Label) throws(Uncompilable) {
      if rest.isEmpty { try body(&c, own) } else { try c.loop(rest, in: parts, body) }
    }
    if let source = source(of: binder, in: parts, open: Set(binders.map(\.variable.id))) {
      try loop(binder.variable, over: source, inner)
    } else {
      try loop(binder, inner)
    }
    assembler.place(next)
  }

  /// Emits a loop over the values of one binder.
  mutating func loop(
    _ binder: Core.Binder, backwards: Bool = false,
    _ body: (inout Compiler, Label) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    let register = try assembler.registers(2)
    bind(binder.variable, to: register)
    let (again, next, end) = (assembler.label(), assembler.label(), assembler.label())
    let step: (opcode: Opcode, imm: Int64)
    switch binder.domain {
    case .entities(let sort, .here):
      guard !backwards else { throw .illTyped }
      try noteExtent(of: sort)
      assembler.emit(.firstEntity, register, imm: Int64(sort.index), to: end)
      step = (.nextEntity, Int64(sort.index))
    case .entities: throw .aboutSteps
    case .members(let collection):
      let owner = try list(collection)
      let list = Int64(collection.field.index)
      assembler.emit(backwards ? .lastMember : .firstMember, register, owner, imm: list, to: end)
      step = (backwards ? .previousMember : .nextMember, list)
    case .values(let scalar):
      guard !backwards, let values = values(of: scalar) else { throw .values }
      if values.lower > values.upper { return assembler.place(end) }
      assembler.emit(.constant, register, imm: values.lower)
      step = (.nextValue, values.upper)
    }
    assembler.place(again)
    try body(&self, next)
    assembler.place(next)
    assembler.emit(step.opcode, register, imm: step.imm, to: again)
    assembler.place(end)
  }

  /// Returns the values of a scalar type, if they are few enough; for entities see
  /// ``loop(_:backwards:_:)``.
  func values(of scalar: Core.Scalar) -> (lower: Int64, upper: Int64)? {
    switch scalar {
    case .bool: return (0, 1)
    case .enumeration(let id): return (0, Int64(layout.rules[id].cases.count) - 1)
    case .range(let id):
      let (lower, upper) = (layout.rules[id].lower, layout.rules[id].upper)
      if lower > upper { return (0, -1) }
      let (distance, overflow) = upper.subtractingReportingOverflow(lower)
      return overflow || distance >= Self.mostValues || lower < Word.least ? nil : (lower, upper)
    case .int, .time, .duration, .unit, .entity: return nil
    }
  }

  /// Emits the test that the subject satisfies the condition and that no other that does comes
  /// before it.
  mutating func jumpExtreme(
    _ extreme: Core.Extreme, on sense: Bool, to label: Label
  ) throws(Uncompilable) {
    let (isSo, isNot, end) = (assembler.label(), assembler.label(), assembler.label())
    let subject = try value(extreme.subject)
    switch extreme.binder.domain {
    case .entities(let sort, .here):
      assembler.emit(.jumpIfNoEntity, subject, imm: Int64(sort.index), to: isNot)
    case .members(let collection):
      let owner = try list(collection)
      assembler.emit(
        .jumpIfNotMember, subject, owner, imm: Int64(collection.field.index), to: isNot)
    case .entities, .values: throw .aboutSteps
    }
    switch extreme.kind {
    case .first, .last: try seekFirst(extreme, subject, isSo, isNot)
    case .best(let key): try seekBest(extreme, subject, key, isNot)
    }
    assembler.place(isSo)
    assembler.emit(.jump, to: sense ? label : end)
    assembler.place(isNot)
    if !sense { assembler.emit(.jump, to: label) }
    assembler.place(end)
  }

  private mutating func seekFirst(
    _ extreme: Core.Extreme, _ subject: UInt16, _ isSo: Label, _ isNot: Label
  ) throws(Uncompilable) {
    let variable = extreme.binder.variable
    let own = assembler.label()
    try loop(extreme.binder, backwards: extreme.kind == .last) { (c, next) throws(Uncompilable) in
      let candidate = try c.register(of: variable)
      c.assembler.emit(.jumpIfEqual, candidate, subject, to: own)
      if let condition = extreme.condition {
        try c.jump(if: condition, to: isNot)
      } else {
        c.assembler.emit(.jump, to: isNot)
      }
    }
    assembler.emit(.jump, to: isNot)
    assembler.place(own)
    if let condition = extreme.condition { try jump(unless: condition, to: isNot) }
    assembler.emit(.jump, to: isSo)
  }

  private mutating func seekBest(
    _ extreme: Core.Extreme, _ subject: UInt16, _ key: Core.Expression, _ isNot: Label
  ) throws(Uncompilable) {
    let variable = extreme.binder.variable
    bind(variable, to: subject)
    if let condition = extreme.condition { try jump(unless: condition, to: isNot) }
    let own = try value(key)
    // The key must be a number even if there is no other to compare it with; this escapes if it is
    // not.
    assembler.emit(.jumpIfLess, own, own, to: isNot)
    try loop(extreme.binder) { (c, next) throws(Uncompilable) in
      c.assembler.emit(.jumpIfEqual, try c.register(of: variable), subject, to: next)
      if let condition = extreme.condition { try c.jump(unless: condition, to: next) }
      c.assembler.emit(.jumpIfLess, own, try c.value(key), to: isNot)
    }
  }
}
