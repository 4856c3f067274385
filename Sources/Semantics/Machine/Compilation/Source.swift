import Rulebook

/// A way to all entities that may satisfy a condition, and to few others: through the lists that
/// the condition says they are in, or that it says they have.
indirect enum Source {
  /// The entity that an expression names.
  case entity(Core.Expression)
  /// The members of a queue or set.
  case members(Core.Collection)
  /// The entities whose queue or set has a member.
  case owners(of: Core.Expression, field: Core.ID<Core.Field>)
  /// Those of each part, some of them perhaps again.
  case union([Source])
  /// Those that a source leads to if some conditions hold, on which it may rely.
  case provided([Core.Expression], Source)
  /// Those that a source leads to for each value of another variable.
  case through(Core.Variable, Source, Source)

  /// Finds a source; nil: the condition names no list that leads to the variable.
  /// - Parameters:
  ///   - parts: The conjuncts of the condition.
  ///   - open: The variables that have no value yet, this one included.
  init?(of variable: Core.Variable, in parts: [Core.Expression], open: Set<Int>) {
    var before: [Core.Expression] = []
    for part in parts {
      if let source = Source(of: variable, in: part, open: open) {
        self = before.isEmpty ? source : .provided(before, source)
        return
      }
      if !part.mentions(open) { before.append(part) }
      // The evaluator must report no error of an entity that a source leaves out.
      guard part.hasValue else { return nil }
    }
    return nil
  }

  private init?(of variable: Core.Variable, in condition: Core.Expression, open: Set<Int>) {
    let own = Core.Expression.variable(variable)
    switch condition {
    case .equal(own, let other), .equal(let other, own):
      guard !other.mentions(open) else { return nil }
      self = .entity(other)
    case .member(own, let collection):
      guard collection.era == .here, !collection.owner.mentions(open) else { return nil }
      self = .members(collection)
    case .member(let member, let collection):
      guard collection.era == .here, collection.owner == own, !member.mentions(open) else {
        return nil
      }
      self = .owners(of: member, field: collection.field)
    case .and(let parts):
      self.init(of: variable, in: parts, open: open)
    case .or(let parts):
      var sources: [Source] = []
      for part in parts {
        guard let source = Source(of: variable, in: part, open: open) else { return nil }
        sources.append(source)
      }
      self = .union(sources)
    case .quantified(.some, let binders, let condition, let body):
      guard binders.count == 1, case .entities(_, .here) = binders[0].domain else { return nil }
      let other = binders[0].variable
      let parts = (condition?.parts() ?? []) + body.parts()
      guard let way = Source(of: other, in: parts, open: open.union([other.id])),
        let end = Source(of: variable, in: parts, open: open)
      else { return nil }
      self = .through(other, way, end)
    default: return nil
    }
  }
}

extension Core.Expression {
  /// True if it has a value, known or not, whatever the state is.
  fileprivate var hasValue: Bool {
    switch self {
    case .literal, .variable, .now, .global(_, .here): true
    case .field(_, .variable, .here): true
    case .isNone(let part), .not(let part): part.hasValue
    case .and(let parts), .or(let parts): parts.allSatisfy(\.hasValue)
    case .equal(let a, let b): a.hasValue && b.hasValue
    case .member(let member, let collection): member.hasValue && collection.owner.hasValue
    default: false
    }
  }
}

extension Compiler {
  /// Returns a source of the entities that a variable ranges over; nil: there is none, or each
  /// entity that the program reads has to be noted.
  /// - Parameters:
  ///   - parts: The conjuncts of the condition on it.
  ///   - open: The variables that have no value yet, this one included.
  func source(
    of binder: Core.Binder, in parts: [Core.Expression], open: Set<Int>
  ) -> Source? {
    guard reads == nil, case .entities(_, .here) = binder.domain else { return nil }
    return Source(of: binder.variable, in: parts, open: open)
  }

  /// Emits a loop over what a source leads to; `body` gets the label at which the next is tried.
  mutating func loop(
    _ variable: Core.Variable, over source: Source,
    _ body: (inout Compiler, Label) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    switch source {
    case .entity(let expression):
      let end = assembler.label()
      let register = try assembler.register()
      assembler.emit(.copy, register, try value(expression, orJumpTo: end))
      // An entity that the event introduces is not there yet.
      guard case .entity(let sort) = variable.type.scalar else { throw .illTyped }
      assembler.emit(.jumpIfNoEntity, register, imm: Int64(sort.index), to: end)
      bind(variable, to: register)
      try body(&self, end)
      assembler.place(end)
    case .members(let collection):
      try loop(Core.Binder(variable, .members(collection)), body)
    case .owners(let member, let field):
      let member = try value(member)
      let register = try assembler.registers(2)
      bind(variable, to: register)
      let (again, next, end) = (assembler.label(), assembler.label(), assembler.label())
      assembler.emit(.firstOwner, register, member, imm: Int64(field.index), to: end)
      assembler.place(again)
      try body(&self, next)
      assembler.place(next)
      assembler.emit(.nextOwner, register, imm: Int64(field.index), to: again)
      assembler.place(end)
    case .union(let sources):
      for source in sources { try loop(variable, over: source, body) }
    case .provided(let conditions, let source):
      let end = assembler.label()
      for condition in conditions { try jump(unless: condition, to: end) }
      try loop(variable, over: source, body)
      assembler.place(end)
    case .through(let other, let way, let end):
      try loop(other, over: way) { (c, _) throws(Uncompilable) in
        try c.loop(variable, over: end, body)
      }
    }
  }

  /// Emits a loop over what a source leads to, each entity once and in the order in which a loop
  /// over all entities has them.
  mutating func loop(
    _ variable: Core.Variable, overEachOf source: Source,
    _ body: (inout Compiler, Label) throws(Uncompilable) -> Void
  ) throws(Uncompilable) {
    assembler.emit(.clearCandidates)
    try loop(variable, over: source) { (c, _) throws(Uncompilable) in
      c.assembler.emit(.addCandidate, try c.register(of: variable))
    }
    let register = try assembler.registers(2)
    bind(variable, to: register)
    let (again, next, end) = (assembler.label(), assembler.label(), assembler.label())
    assembler.emit(.firstCandidate, register, to: end)
    assembler.place(again)
    try body(&self, next)
    assembler.place(next)
    assembler.emit(.nextCandidate, register, to: again)
    assembler.place(end)
  }
}
