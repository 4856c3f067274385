import Rulebook

/// The programs of an event. A missing one is left to the evaluator.
struct EventProgram {
  /// The programs that decide legality, and that gather the effects.
  var legality: [Instruction]?
  var effects: [Instruction]?
  /// The program that does all in one: decides whether the event is legal and its assumptions hold,
  /// and if so gathers its effects. Missing as well if the event introduces an entity, which must
  /// be made before.
  var attempt: [Instruction]?
  /// The programs that stop at the first assumption that is false, and that gather the messages of
  /// a refusal.
  var assumptions: [Instruction]?
  var refusal: [Instruction]?
  /// The sorts of the introduced entities, with the registers of these results.
  var introduced: [(sort: Int, register: UInt16)] = []
  var registers = 1

  /// The indices that the programs use, each once.
  var indices: [Int] {
    let all = [legality, effects, attempt, assumptions, refusal].compactMap(\.self).joined()
    return Set(all.filter { $0.opcode == .firstIndexed }.map { Int($0.imm) }).sorted()
  }

  /// The outcome of `legality` if the event is legal; outcomes from 0 on are the position of the
  /// first guard that is false.
  static let legal: Int64 = 1 << 32
  /// The outcome before the event is due; the instant is in register `dueRegister`.
  static let early: Int64 = 1 << 33
  /// The outcome of `attempt` if the event is legal, but an assumption is false.
  static let unassumed: Int64 = 1 << 34

  /// The register after the arguments and results.
  var dueRegister: UInt16 = 0
}

extension EventProgram {
  init(_ event: Core.Event, _ layout: Layout, _ indices: inout IndexRegistry) {
    let variables = event.parameters + event.results.map(\.variable)
    dueRegister = UInt16(clamping: variables.count + 1)
    for (position, result) in event.results.enumerated() where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar else { continue }
      introduced.append((sort.index, UInt16(clamping: event.parameters.count + position + 1)))
    }
    let due = dueRegister
    legality = compile(variables, layout, &indices) { c throws(Uncompilable) in
      try c.legality(of: event, due: due)
    }
    effects = compile(variables, layout, &indices) { c throws(Uncompilable) in
      try c.effects(of: event)
      c.assembler.emit(.stop)
    }
    if introduced.isEmpty {
      attempt = compile(variables, layout, &indices) { c throws(Uncompilable) in
        try c.legality(of: event, due: due, assuming: event.assumptions.map(\.condition)) {
          (c) throws(Uncompilable) in
          try c.effects(of: event)
        }
      }
    }
    assumptions = compile(variables, layout, &indices) { c throws(Uncompilable) in
      try c.assumptions(of: event)
    }
    refusal = compile(variables, layout, &indices) { c throws(Uncompilable) in
      for notification in event.refusal { try c.send(notification) }
      c.assembler.emit(.stop)
    }
  }

  private mutating func compile(
    _ variables: [Core.Variable], _ layout: Layout, _ indices: inout IndexRegistry,
    _ body: (inout Compiler) throws(Uncompilable) -> Void
  ) -> [Instruction]? {
    do throws(Uncompilable) {
      var compiler = Compiler(layout)
      compiler.indices = indices
      for variable in variables {
        compiler.bind(variable, to: try compiler.assembler.register())
      }
      _ = try compiler.assembler.register()
      try body(&compiler)
      let code = try compiler.assembler.finish()
      registers = max(registers, compiler.assembler.registers)
      indices = compiler.indices ?? indices
      return code
    } catch {
      return nil
    }
  }
}

extension Compiler {
  /// Emits the guards in their order and the assumptions, then the due instant; stops with `last`
  /// if all of them hold.
  fileprivate mutating func legality(
    of event: Core.Event, due register: UInt16, assuming assumptions: [Core.Expression] = [],
    _ last: (inout Compiler) throws(Uncompilable) -> Void = { (_) throws(Uncompilable) in }
  ) throws(Uncompilable) {
    let guards = event.guards.enumerated().map { ($1.condition, Int64($0)) }
    let assumptions = assumptions.map { ($0, EventProgram.unassumed) }
    try require(guards + assumptions) { (c) throws(Uncompilable) in
      if let due = event.due {
        let isDue = c.assembler.label()
        c.assembler.emit(.copy, register, try c.value(due.instant))
        c.assembler.emit(.jumpIfAtMost, register, Assembler.now, to: isDue)
        c.assembler.emit(.stop, imm: EventProgram.early)
        c.assembler.place(isDue)
      }
      try last(&c)
    }
  }

  fileprivate mutating func assumptions(of event: Core.Event) throws(Uncompilable) {
    try require(event.assumptions.map { ($0.condition, EventProgram.unassumed) }) { _ in }
  }

  /// Emits tests that stop with the outcome of the first condition that is false, or with `legal`
  /// after all of them. The path that most events take jumps over nothing.
  private mutating func require(
    _ conditions: [(condition: Core.Expression, otherwise: Int64)],
    _ last: (inout Compiler) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    let failures = conditions.map { _ in assembler.label() }
    for (condition, failure) in zip(conditions, failures) {
      try jump(unless: condition.condition, to: failure)
    }
    try last(&self)
    assembler.emit(.stop, imm: EventProgram.legal)
    for (condition, failure) in zip(conditions, failures) {
      assembler.place(failure)
      assembler.emit(.stop, imm: condition.otherwise)
    }
  }

  fileprivate mutating func effects(of event: Core.Event) throws(Uncompilable) {
    var rest = event.updates[...]
    while let first = rest.first {
      if let each = first.each {
        try perform(first, ofEach: each)
        rest.removeFirst()
        continue
      }
      let single = rest.prefix { $0.each == nil }
      try decide(single.map { ConditionedUpdate($0) }) { (c, action) throws(Uncompilable) in
        try c.perform(action)
      }
      rest = rest.dropFirst(single.count)
    }
    for result in event.results where result.isNew { try requireGiven(result, in: event) }
  }

  /// Emits a loop over the domain of an action.
  private mutating func perform(
    _ update: Core.Update, ofEach each: Core.Binder
  ) throws(Uncompilable) {
    let end = assembler.label()
    let parts = update.parts
    for part in parts.once { try jump(unless: part, to: end) }
    func inner(_ c: inout Compiler, _ next: Label) throws(Uncompilable) {
      for part in parts.forEach { try c.jump(unless: part, to: next) }
      try c.perform(update.action)
    }
    let conditions = parts.forEach.flatMap { $0.parts() }
    if let source = source(of: each, in: conditions, open: [each.variable.id]) {
      try loop(each.variable, overEachOf: source, inner)
    } else {
      try loop(each, inner)
    }
    assembler.place(end)
  }

  private mutating func perform(_ action: Core.Action) throws(Uncompilable) {
    switch action {
    case .assign(let place, let expression): try assign(expression, to: place)
    case .append(let member, let collection): try change(.append, member, collection)
    case .move(let member, let collection): try change(.move, member, collection)
    case .add(let member, let collection): try change(.insert, member, collection)
    case .remove(let member, let collection):
      let isSet = layout.isSet(collection.field.index)
      try change(isSet ? .discard : .remove, member, collection)
    case .notify(let notification): try send(notification)
    }
  }

  private mutating func change(
    _ opcode: Opcode, _ member: Core.Expression, _ collection: Core.Collection
  ) throws(Uncompilable) {
    let member = try value(member)
    let owner = try list(collection)
    assembler.emit(opcode, member, owner, imm: Int64(collection.field.index))
  }

  private mutating func assign(
    _ expression: Core.Expression, to place: Core.Place
  ) throws(Uncompilable) {
    let column: Int
    switch place {
    case .field(let field, _): column = layout.column(field)
    case .global(let global): column = layout.column(global)
    }
    guard let type = layout.type(ofColumn: column) else { throw .illTyped }
    // Only an assignment after another on its path may assign the same place.
    let isFirst = !assembler.known.isAssigned(column)
    if isFirst, let word = constant(expression, of: type), column <= UInt16.max {
      let owner = try owner(of: place)
      return assembler.emit(.assignConstant, owner, UInt16(column), imm: word)
    }
    let word = try value(expression)
    let owner = try owner(of: place)
    if !type.isOptional { requireSome(word) }
    if case .range(let id) = type.scalar {
      let upper = try assembler.register()
      assembler.emit(.constant, upper, imm: layout.rules[id].upper)
      assembler.emit(.requireRange, word, upper, imm: layout.rules[id].lower)
    }
    assembler.emit(isFirst ? .assign : .assignOnce, owner, word, imm: Int64(column))
  }

  private mutating func owner(of place: Core.Place) throws(Uncompilable) -> UInt16 {
    if case .field(let field, let expression) = place {
      return try self.owner(expression, of: field)
    }
    let owner = try assembler.register()
    assembler.emit(.constant, owner)
    return owner
  }

  /// Returns the word of a literal, if a column of that type may hold it.
  private func constant(_ expression: Core.Expression, of type: Core.ValueType) -> Int64? {
    guard case .literal(let literal) = expression, let word = literal.word else { return nil }
    if word == Word.none { return type.isOptional ? word : nil }
    if case .range(let id) = type.scalar {
      return layout.rules[id].lower <= word && word <= layout.rules[id].upper ? word : nil
    }
    return word
  }

  fileprivate mutating func send(_ notification: Core.Notification) throws(Uncompilable) {
    guard case .entity(let sort) = layout.rules.type(of: notification.recipient).scalar else {
      throw .illTyped
    }
    let recipient = try value(notification.recipient)
    var arguments: [UInt16] = []
    for argument in notification.arguments {
      if let argument {
        arguments.append(try value(argument))
      } else {
        let open = try assembler.register()
        assembler.emit(.constant, open, imm: Word.open)
        arguments.append(open)
      }
    }
    assembler.emit(
      .notify, recipient, UInt16(clamping: sort.index), imm: Int64(notification.message.index))
    for argument in arguments { assembler.emit(.argument, argument) }
  }

  /// Emits a test that a field without default has a value; most events always give it.
  private mutating func requireGiven(
    _ result: Core.Result, in event: Core.Event
  ) throws(Uncompilable) {
    guard case .entity(let sort) = result.variable.type.scalar else { throw .illTyped }
    for field in layout.rules[sort].fields {
      guard layout.rules[field].initial == .given, case .value = layout.rules[field].kind else {
        continue
      }
      let isGiven = event.updates.contains { update in
        guard update.condition == .true,
          case .assign(.field(field, of: .variable(let owner)), _) = update.action
        else { return false }
        return owner.id == result.variable.id
      }
      if isGiven { continue }
      let register = try self.register(of: result.variable)
      assembler.emit(.requireGiven, register, imm: Int64(layout.column(field)))
    }
  }
}
