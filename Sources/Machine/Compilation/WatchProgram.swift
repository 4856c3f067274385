internal import Rulebook

/// A condition over some variables whose every true instance is kept up to date: an obligation,
/// or what a `prompt` or `bounded` property is about.
///
/// The instances are found unit by unit. A unit is one value of the first variable, where that
/// ranges over a sort, and everything otherwise. Its program emits the instances of this unit and
/// notes the places that it read of others; a change to one of them makes the unit *stale*.
/// Reads of the unit's own fields need no note. Since conditions stop at the first part that
/// decides, a request that is over is never looked at again.
struct WatchProgram {
  enum Kind {
    case obligation(event: Int)
    case prompt(property: Int, limit: Int64)
    case bounded(property: Int, limit: Int64)
    /// No instances, but the entities that the index has, by what their keys name.
    case index(Int)
  }

  let kind: Kind
  let variables: [Core.Variable]
  /// nil: one unit for everything.
  let unitSort: Int?
  let reads: Compiler.Reads
  /// Notes name fields by their positions among those that are read of others.
  let code: [Instruction]
  let registers: Int
  /// Of an index: the field that names the key.
  var key: Core.ID<Core.Field>?

  /// nil: its instances must be asked of the evaluator.
  init?(
    _ kind: Kind, _ binders: [Core.Binder], _ conditions: [Core.Expression],
    due: Core.Expression?, _ layout: Layout
  ) {
    self.kind = kind
    variables = binders.map(\.variable)
    var compiler = Compiler(layout)
    var sort: Int?
    if case .entities(let id, .here)? = binders.first?.domain,
      !conditions.contains(where: { $0.mayFailAlone(binders) })
    {
      sort = id.index
    }
    unitSort = sort
    compiler.reads = Compiler.Reads(unit: sort == nil ? nil : binders[0].variable.id)
    do throws(Uncompilable) {
      try compiler.watch(binders, conditions, due: due, hasUnits: sort != nil)
      let code = try compiler.assembler.finish()
      guard let reads = compiler.reads, !reads.readsNow else { return nil }
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

extension Core.Expression {
  /// Whether it is about no variable and may have no value. The evaluator then finds it even
  /// where there is no entity to bind, and units would not.
  fileprivate func mayFailAlone(_ binders: [Core.Binder]) -> Bool {
    !mentions(Set(binders.map(\.variable.id)))
      && contains { part in
        switch part {
        case .literal, .global, .isNone, .not, .and, .or, .equal: false
        default: true
        }
      }
  }

  fileprivate func mentions(_ ids: Set<Int>) -> Bool {
    contains { part in
      if case .variable(let variable) = part { ids.contains(variable.id) } else { false }
    }
  }
}

extension Compiler {
  /// Binds one variable after the other, and tests each condition as soon as it can be, in order.
  fileprivate mutating func watch(
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
        // The unit is there.
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
      // The machine puts the unit where the first variable is.
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
    try loop(binder) { (c, again) throws(Uncompilable) in
      try c.bind(rest, at: block, conjuncts, false, again, body)
    }
  }

  /// The other side of an equation that says which entity the variable is.
  private static func solve(
    _ a: Core.Expression, _ b: Core.Expression, for variable: Core.Variable, _ open: Set<Int>
  ) -> Core.Expression? {
    if case .variable(variable) = b, !a.mentions(open) { return a }
    if case .variable(variable) = a, !b.mentions(open) { return b }
    return nil
  }
}
