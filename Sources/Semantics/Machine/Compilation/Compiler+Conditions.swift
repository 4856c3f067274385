import Rulebook

extension Compiler {
  mutating func jump(
    if condition: Core.Expression, to label: Label
  ) throws(Uncompilable) {
    try jump(condition, on: true, to: label)
  }

  mutating func jump(
    unless condition: Core.Expression, to label: Label
  ) throws(Uncompilable) {
    try jump(condition, on: false, to: label)
  }

  /// Emits a jump to a label, taken if the truth of a condition is `sense`.
  mutating func jump(
    _ condition: Core.Expression, on sense: Bool, to label: Label
  ) throws(Uncompilable) {
    try enter()
    defer { leave() }
    switch condition {
    case .literal(.bool(let truth)):
      if truth == sense { assembler.emit(.jump, to: label) }
    case .not(let part): try jump(part, on: !sense, to: label)
    case .and(let parts): try jump(parts, decisive: false, on: sense, to: label)
    case .or(let parts):
      if try jumpIfAmong(parts, on: sense, to: label) { return }
      try jump(parts, decisive: true, on: sense, to: label)
    case .isNone(let part):
      if sense {
        _ = try value(part, orJumpTo: label)
      } else {
        assembler.emit(.jumpIfSome, try value(part), to: label)
      }
    case .equal(let a, let b): try jumpEqual(a, b, on: sense, to: label)
    case .less(let a, let b):
      let first = try value(a)
      let second = try value(b)
      assembler.emit(sense ? .jumpIfLess : .jumpIfNotLess, first, second, to: label)
    case .atMost(let a, let b):
      let first = try value(a)
      let second = try value(b)
      assembler.emit(sense ? .jumpIfAtMost : .jumpIfNotAtMost, first, second, to: label)
    case .conditional(let condition, let then, let otherwise):
      let (other, end) = (assembler.label(), assembler.label())
      try jump(unless: condition, to: other)
      try jump(then, on: sense, to: label)
      assembler.emit(.jump, to: end)
      assembler.place(other)
      try jump(otherwise, on: sense, to: label)
      assembler.place(end)
    case .quantified(let quantifier, let binders, let condition, let body):
      try jumpQuantified(quantifier, binders, condition, body, on: sense, to: label)
    case .member(let member, let collection):
      let member = try value(member)
      let owner = try list(collection)
      assembler.emit(
        sense ? .jumpIfMember : .jumpIfNotMember, member, owner,
        imm: Int64(collection.field.index), to: label)
    case .ahead(let first, let second, let collection):
      let pair = try assembler.registers(2)
      assembler.emit(.copy, pair, try value(first))
      assembler.emit(.copy, pair + 1, try value(second))
      let owner = try list(collection)
      assembler.emit(
        sense ? .jumpIfAhead : .jumpIfNotAhead, pair, owner, imm: Int64(collection.field.index),
        to: label)
    case .extreme(let extreme): try jumpExtreme(extreme, on: sense, to: label)
    case .notified: throw .aboutSteps
    case .literal, .now, .sum, .difference, .product, .quotient: throw .illTyped
    case .field(_, _, .here), .global(_, .here):
      try jumpEqual(condition, .literal(.bool(true)), on: sense, to: label)
    case .variable, .field, .global, .certain:
      let truth = try value(condition)
      assembler.emit(sense ? .jumpIfTrue : .jumpIfFalse, truth, to: label)
    }
  }

  /// Emits `and`, which ends at the first false part, or `or`, at the first true one: `decisive`.
  private mutating func jump(
    _ parts: [Core.Expression], decisive: Bool, on sense: Bool, to label: Label
  ) throws(Uncompilable) {
    if sense == decisive {
      for part in parts { try jump(part, on: decisive, to: label) }
      return
    }
    let end = assembler.label()
    for part in parts { try jump(part, on: decisive, to: end) }
    assembler.emit(.jump, to: label)
    assembler.place(end)
  }

  /// Emits a test whether a field has one of some values, if the parts of a disjunction have this
  /// form.
  /// - Returns: false: nothing was emitted.
  private mutating func jumpIfAmong(
    _ parts: [Core.Expression], on sense: Bool, to label: Label
  ) throws(Uncompilable) -> Bool {
    var values: UInt64 = 0
    var place: Core.Expression?
    for part in parts.flatMap(\.disjuncts) {
      guard case .equal(let path, .literal(let literal)) = part, path == place ?? path,
        let word = literal.word, (0..<64).contains(word)
      else { return false }
      place = path
      values |= 1 << UInt64(word)
    }
    guard case .field(let field, let owner, .here)? = place else { return false }
    let register = try self.owner(owner, of: field)
    assembler.emit(
      sense ? .jumpIfFieldIsAmong : .jumpIfFieldIsNotAmong, register,
      UInt16(layout.column(field)), imm: Int64(bitPattern: values), to: label)
    return true
  }

  /// Emits the fused forms: a field or a global against a constant, a field against a register.
  private mutating func jumpEqual(
    _ a: Core.Expression, _ b: Core.Expression, on sense: Bool, to label: Label
  ) throws(Uncompilable) {
    if case .literal = a, !b.isLiteral { return try jumpEqual(b, a, on: sense, to: label) }
    if case .variable = a, case .field = b { return try jumpEqual(b, a, on: sense, to: label) }
    if case .field(let field, let owner, .here) = a {
      if case .literal(let literal) = b, let word = literal.word {
        let owner = try self.owner(owner, of: field)
        if let known = assembler.known.register(holding: layout.column(field), of: owner) {
          return assembler.emit(sense ? .jumpIfIs : .jumpIfIsNot, known, imm: word, to: label)
        }
        assembler.emit(
          sense ? .jumpIfFieldIs : .jumpIfFieldIsNot, owner, UInt16(layout.column(field)),
          imm: word, to: label)
        return
      }
      if case .variable(let variable) = b {
        let owner = try self.owner(owner, of: field)
        let other = try register(of: variable)
        if let known = assembler.known.register(holding: layout.column(field), of: owner) {
          return assembler.emit(
            sense ? .jumpIfEqual : .jumpIfUnequal, known, other, to: label)
        }
        assembler.emit(
          sense ? .jumpIfFieldEqual : .jumpIfFieldUnequal, owner, UInt16(layout.column(field)),
          imm: Int64(other), to: label)
        return
      }
    }
    if case .global(let global, .here) = a, case .literal(let literal) = b, let word = literal.word
    {
      let column = layout.column(global)
      reads?.globals.insert(column)
      assembler.emit(
        sense ? .jumpIfGlobalIs : .jumpIfGlobalIsNot, 0, UInt16(column), imm: word, to: label)
      return
    }
    let first = try value(a)
    if case .literal(let literal) = b, let word = literal.word {
      assembler.emit(sense ? .jumpIfIs : .jumpIfIsNot, first, imm: word, to: label)
      return
    }
    let second = try value(b)
    assembler.emit(sense ? .jumpIfEqual : .jumpIfUnequal, first, second, to: label)
  }

  /// Returns the register of a queue's or set's owner.
  mutating func list(_ collection: Core.Collection) throws(Uncompilable) -> UInt16 {
    guard collection.era == .here else { throw .aboutSteps }
    return try owner(collection.owner, of: collection.field)
  }
}

extension Core.Expression {
  fileprivate var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }

  /// The parts of a disjunction, with nested ones flattened.
  fileprivate var disjuncts: [Core.Expression] {
    if case .or(let parts) = self { parts.flatMap(\.disjuncts) } else { [self] }
  }
}
