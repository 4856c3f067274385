import Rulebook

/// A condition over some variables, as a program that emits its true instances.
///
/// They are found unit by unit. A unit is one value of the first variable, if that ranges over a
/// sort; otherwise there is one unit for everything.
struct SearchProgram {
  let variables: [Core.Variable]
  /// The sort of the units; nil: one unit for everything.
  let unitSort: Int?
  let reads: Compiler.Reads
  /// The program. Notes name fields by their positions among those that are read of others.
  let code: [Instruction]
  let registers: Int

  /// Compiles a condition; nil: the evaluator must find its instances.
  init?(
    _ binders: [Core.Binder], _ conditions: [Core.Expression], due: Core.Expression?,
    _ layout: Layout
  ) {
    var noIndices: IndexRegistry?
    self.init(binders, conditions, due: due, layout, &noIndices)
  }

  /// Compiles a condition; nil if that is not possible.
  /// - Parameter indices: The indices that it may use; nil: none.
  init?(
    _ binders: [Core.Binder], _ conditions: [Core.Expression], due: Core.Expression?,
    _ layout: Layout, _ indices: inout IndexRegistry?
  ) {
    variables = binders.map(\.variable)
    var compiler = Compiler(layout)
    compiler.indices = indices
    var sort: Int?
    if case .entities(let id, .here)? = binders.first?.domain,
      !conditions.contains(where: { $0.mayFailAlone(binders) })
    {
      sort = id.index
    }
    unitSort = sort
    compiler.reads = Compiler.Reads(unit: sort == nil ? nil : binders[0].variable.id)
    do throws(Uncompilable) {
      try compiler.search(binders, conditions, due: due, hasUnits: sort != nil)
      let code = try compiler.assembler.finish()
      guard let reads = compiler.reads else { return nil }
      indices = compiler.indices
      self.reads = reads
      let foreign = reads.foreign.sorted()
      self.code = code.map { instruction in
        guard instruction.opcode == .note else { return instruction }
        var note = instruction
        note.imm = Int64(foreign.firstIndex(of: Int(note.imm)) ?? -1)
        return note
      }
    } catch {
      return nil
    }
    registers = compiler.assembler.registers
  }
}

extension Core.Binder {
  /// Makes a variable that ranges over all values of its type.
  init(ranging variable: Core.Variable) {
    if case .entity(let sort) = variable.type.scalar {
      self.init(variable, .entities(sort, .here))
    } else {
      self.init(variable, .values(variable.type.scalar))
    }
  }
}

extension Core.Expression {
  /// Returns true if the condition mentions no variable and may have no value. The evaluator then
  /// reports it even if there is no entity to bind, and units would not.
  fileprivate func mayFailAlone(_ binders: [Core.Binder]) -> Bool {
    !mentions(Set(binders.map(\.variable.id)))
      && contains { part in
        switch part {
        case .literal, .global, .isNone, .not, .and, .or, .equal: false
        default: true
        }
      }
  }

  func mentions(_ ids: Set<Int>) -> Bool {
    contains { part in
      if case .variable(let variable) = part { ids.contains(variable.id) } else { false }
    }
  }
}

extension Compiler {
  /// Emits the binding of one variable after the other, and tests each condition as soon as
  /// possible, in order.
  fileprivate mutating func search(
    _ binders: [Core.Binder], _ conditions: [Core.Expression], due: Core.Expression?,
    hasUnits: Bool
  ) throws(Uncompilable) {
    let block = try assembler.registers(binders.count + 1)
    let end = assembler.label()
    let conjuncts = conditions.flatMap(\.conjuncts)
    try bind(binders[...], at: block, conjuncts[...], hasUnits, end) {
      (c, next) throws(Uncompilable) in
      for (offset, binder) in binders.enumerated() {
        let register = try c.register(of: binder.variable)
        let place = block + UInt16(offset)
        // The unit exists.
        if register != place { c.assembler.emit(.copy, place, register) }
      }
      var instant = Assembler.now
      if let due { instant = try c.value(due) }
      c.assembler.emit(.emit, block, UInt16(binders.count), imm: Int64(instant))
    }
    assembler.place(end)
    assembler.emit(.stop)
  }

  private mutating func bind(
    _ binders: ArraySlice<Core.Binder>, at block: UInt16, _ conjuncts: ArraySlice<Core.Expression>,
    _ hasUnits: Bool, _ next: Label,
    _ body: (inout Compiler, Label) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    let open = Set(binders.map(\.variable.id))
    var conjuncts = conjuncts
    if !hasUnits {
      while let conjunct = conjuncts.first, !conjunct.mentions(open) {
        try jump(unless: conjunct, to: next)
        conjuncts.removeFirst()
      }
    }
    guard let binder = binders.first else { return try body(&self, next) }
    let rest = binders.dropFirst()
    if hasUnits {
      // The machine puts the unit into the register of the first variable.
      bind(binder.variable, to: block)
      return try bind(rest, at: block, conjuncts, false, next, body)
    }
    if case .equal(let a, let b)? = conjuncts.first, case .entities(_, .here) = binder.domain,
      let path = Self.solve(a, b, for: binder.variable, open)
    {
      let register = try value(path, orJumpTo: next)
      bind(binder.variable, to: register)
      return try bind(rest, at: block, conjuncts.dropFirst(), false, next, body)
    }
    if let search = indexedSearch(binder, conjuncts, open) {
      return try look(search) { (c, again) throws(Uncompilable) in
        try c.bind(rest, at: block, search.rest[...], false, again, body)
      }
    }
    try loop(binder) { (c, again) throws(Uncompilable) in
      try c.bind(rest, at: block, conjuncts, false, again, body)
    }
  }

  /// Returns the other side of an equation that determines the entity of the variable.
  private static func solve(
    _ a: Core.Expression, _ b: Core.Expression, for variable: Core.Variable, _ open: Set<Int>
  ) -> Core.Expression? {
    if case .variable(variable) = b, !a.mentions(open) { return a }
    if case .variable(variable) = a, !b.mentions(open) { return b }
    return nil
  }
}
