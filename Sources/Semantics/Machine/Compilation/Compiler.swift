import Rulebook

/// A compiler of expressions of the core. Values go to registers; conditions become jumps.
struct Compiler {
  /// The places that the truth of a watched condition depends on, found while it is compiled.
  struct Reads {
    /// The variable that names the unit: reads of its fields need no note.
    var unit: Int?
    /// The fields read of the unit itself, and those read of other entities; among the latter the
    /// sorts of which the condition goes through all entities, by ``place(ofExtent:)``.
    var own: Set<Int> = []
    var foreign: Set<Int> = []
    var globals: Set<Int> = []
    var readsNow = false

    /// Returns the number that stands among fields for all entities of a sort.
    static func place(ofExtent sort: Int) -> Int { -1 - sort }
  }

  let layout: Layout
  var assembler = Assembler()
  private var variables: [Int: UInt16] = [:]
  private var depth = 0
  /// The places read; set for watches.
  var reads: Reads?
  /// The indices; set for programs that may use them.
  var indices: IndexRegistry?

  init(_ layout: Layout) { self.layout = layout }

  /// The greatest depth of an expression with a program; the evaluator refuses deeper ones.
  private static let deepest = 200

  mutating func bind(_ variable: Core.Variable, to register: UInt16) {
    variables[variable.id] = register
  }

  func register(of variable: Core.Variable) throws(Uncompilable) -> UInt16 {
    guard let register = variables[variable.id] else { throw .illTyped }
    return register
  }

  mutating func enter() throws(Uncompilable) {
    depth += 1
    if depth > Self.deepest { throw .tooLarge }
  }

  mutating func leave() { depth -= 1 }

  /// Emits the computation of an expression, and returns the register of its value.
  mutating func value(_ expression: Core.Expression) throws(Uncompilable) -> UInt16 {
    try enter()
    defer { leave() }
    switch expression {
    case .literal(let literal): return try constant(literal)
    case .variable(let variable): return try register(of: variable)
    case .now:
      reads?.readsNow = true
      return Assembler.now
    case .field(let field, let owner, .here):
      let owner = try self.owner(owner, of: field)
      let column = layout.column(field)
      if let known = assembler.known.register(holding: column, of: owner) { return known }
      let result = try assembler.register()
      assembler.emit(.load, result, owner, imm: Int64(column))
      return result
    case .global(let global, .here):
      let result = try assembler.register()
      let column = layout.column(global)
      reads?.globals.insert(column)
      assembler.emit(.constant, result)
      assembler.emit(.load, result, result, imm: Int64(column))
      return result
    case .field, .global: throw .aboutSteps
    case .certain(let part):
      let part = try value(part)
      requireSome(part)
      return part
    case .sum(let a, .literal(.number(let number, _)), _) where number >= Word.least:
      return try addConstant(number, to: a)
    case .sum(let a, let b, _): return try calculate(.add, a, b)
    case .difference(let a, let b, _): return try calculate(.subtract, a, b)
    case .product(let factors, _): return try product(factors)
    case .quotient(let dividends, let divisors, let rounding, _):
      let dividend = try product(dividends)
      let divisor = try product(divisors)
      let result = try copy(of: dividend)
      assembler.emit(rounding == .down ? .divideDown : .divideUp, result, divisor)
      return result
    case .conditional(let condition, let then, let otherwise):
      return try choose(condition, then, otherwise)
    case .isNone, .not, .and, .or, .equal, .less, .atMost, .quantified, .member, .ahead,
      .extreme, .notified:
      return try truthValue(expression)
    }
  }

  /// Emits the same, but jumps if the value is none.
  mutating func value(
    _ expression: Core.Expression, orJumpTo label: Label
  ) throws(Uncompilable) -> UInt16 {
    if case .field(let field, let owner, .here) = expression {
      let column = layout.column(field)
      let owner = try self.owner(owner, of: field)
      if assembler.known.register(holding: column, of: owner) == nil {
        let result = try assembler.register()
        assembler.emit(.loadOrJump, result, owner, imm: Int64(column), to: label)
        return result
      }
    }
    let result = try value(expression)
    assembler.emit(.jumpIfNone, result, to: label)
    return result
  }

  private mutating func constant(_ literal: Core.Literal) throws(Uncompilable) -> UInt16 {
    guard let word = literal.word else { throw .values }
    let result = try assembler.register()
    assembler.emit(.constant, result, imm: word)
    return result
  }

  private mutating func addConstant(
    _ number: Int64, to expression: Core.Expression
  ) throws(Uncompilable) -> UInt16 {
    let part = try value(expression)
    let result = try assembler.register()
    assembler.emit(.addConstant, result, part, imm: number)
    return result
  }

  private mutating func calculate(
    _ opcode: Opcode, _ a: Core.Expression, _ b: Core.Expression
  ) throws(Uncompilable) -> UInt16 {
    let first = try value(a)
    let second = try value(b)
    let result = try copy(of: first)
    assembler.emit(opcode, result, second)
    return result
  }

  /// Emits a product. The evaluator multiplies in 128 bits; a product that exceeds 64 bits on the
  /// way is left to it.
  private mutating func product(
    _ factors: [Core.Expression]
  ) throws(Uncompilable) -> UInt16 {
    let result = try assembler.register()
    assembler.emit(.constant, result, imm: 1)
    for factor in factors {
      let factor = try value(factor)
      assembler.emit(.multiply, result, factor)
    }
    return result
  }

  mutating func requireSome(_ register: UInt16) {
    if register == Assembler.now || assembler.known.holds(.given(register)) { return }
    assembler.emit(.requireSome, register)
  }

  mutating func copy(of register: UInt16) throws(Uncompilable) -> UInt16 {
    let result = try assembler.register()
    assembler.emit(.copy, result, register)
    return result
  }

  private mutating func choose(
    _ condition: Core.Expression, _ then: Core.Expression, _ otherwise: Core.Expression
  ) throws(Uncompilable) -> UInt16 {
    let result = try assembler.register()
    let (other, end) = (assembler.label(), assembler.label())
    try jump(unless: condition, to: other)
    assembler.emit(.copy, result, try value(then))
    assembler.emit(.jump, to: end)
    assembler.place(other)
    assembler.emit(.copy, result, try value(otherwise))
    assembler.place(end)
    return result
  }

  /// Emits a condition where a value is needed.
  private mutating func truthValue(
    _ condition: Core.Expression
  ) throws(Uncompilable) -> UInt16 {
    let result = try assembler.register()
    let end = assembler.label()
    assembler.emit(.constant, result, imm: 0)
    try jump(unless: condition, to: end)
    assembler.emit(.constant, result, imm: 1)
    assembler.place(end)
    return result
  }

  /// Emits a note that all entities of a sort are gone through, as a field of no entity.
  mutating func noteExtent(of sort: Core.ID<Core.Entity>) throws(Uncompilable) {
    guard reads != nil else { return }
    let place = Reads.place(ofExtent: sort.index)
    reads?.foreign.insert(place)
    let owner = try assembler.register()
    assembler.emit(.constant, owner)
    assembler.emit(.note, owner, imm: Int64(place))
  }

  /// Returns the register of the entity whose field is read. None and entities that do not exist
  /// escape at the read, so `certain` needs no instruction of its own here.
  mutating func owner(
    _ expression: Core.Expression, of field: Core.ID<Core.Field>
  ) throws(Uncompilable) -> UInt16 {
    var path = expression
    while case .certain(let inner) = path { path = inner }
    let register = try value(path)
    if case .variable(let variable) = path, variable.id == reads?.unit {
      reads?.own.insert(field.index)
    } else if reads != nil {
      reads?.foreign.insert(field.index)
      let place = Int64(field.index)
      if !assembler.known.holds(.noted(place: place, of: register)) {
        assembler.emit(.note, register, imm: place)
      }
    }
    return register
  }
}
