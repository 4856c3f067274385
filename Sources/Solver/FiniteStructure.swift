/// The reason why a term has no value in a finite structure.
package enum FiniteStructureError: Error, Hashable, Sendable {
  /// A number exceeds 64 bits.
  case numberTooLarge
  /// A quantifier over numbers for which no candidates were given.
  case endlessQuantifier
  /// A variable that neither a quantifier nor ``FiniteStructure/bind(_:to:)`` binds.
  case unboundVariable(String)
  /// A function of numbers, which no finite table holds.
  case noTable(String)
}

/// A finite structure for the symbols of a bank: the size of each sort, and the value of each
/// function at each point. It gives every term its value by the textbook definition, with
/// quantifiers by enumeration: a reference for small universes, beside the solver.
///
/// The terms of the bank are compiled once; a structure is then filled and evaluated many times.
/// Numbers are exact rationals of 64 bits; a number that exceeds them throws.
package struct FiniteStructure {
  let bank: TermBank
  let program: StructureProgram
  /// The values that quantifiers over numbers try. Only formulas whose quantifiers over numbers are
  /// bounded mean the same here as in the theory, and only if the candidates cover the bounds.
  package var candidates: [Sort: [Rational]] = [:] { didSet { generation &+= 1 } }

  private(set) var sizes: [Int] = []
  private var tables: [Rational] = []
  private var offsets: [Int] = []
  private var strides: [[Int]] = []
  /// True for each function whose arguments are all of finite sorts.
  private let isTabled: [Bool]

  /// The values of closed terms, valid if the stamp is of this generation.
  private var known: [Rational]
  private var stamps: [UInt64]
  private var generation: UInt64 = 1
  private var environment: [Rational?]

  /// Makes a structure in which all sorts have one element and all functions are 0, false or the
  /// first element or case.
  package init(_ bank: TermBank) {
    self.bank = bank
    program = StructureProgram(bank)
    known = Array(repeating: Rational(0), count: bank.count)
    stamps = Array(repeating: 0, count: bank.count)
    environment = Array(repeating: nil, count: bank.variables.count)
    isTabled = bank.functions.map { !$0.arguments.contains(.int) && !$0.arguments.contains(.real) }
    reset(sizes: [:])
  }

  /// Resets the structure to universes of these sizes, 1 where none is given.
  package mutating func reset(sizes given: [Sort: Int]) {
    generation &+= 1
    sizes = bank.uninterpreted.indices.map { max(1, given[.uninterpreted($0)] ?? 1) }
    offsets = []
    strides = []
    var end = 0
    for function in bank.functions {
      var size = 1
      var own: [Int] = []
      for sort in function.arguments {
        own.append(size)
        // A function of numbers has no table; evaluating it throws.
        size *= self.size(of: sort) ?? 0
      }
      offsets.append(end)
      strides.append(own)
      end += size
    }
    tables = Array(repeating: Rational(0), count: end)
  }

  /// Returns the number of elements of a finite sort; nil for numbers.
  package func size(of sort: Sort) -> Int? {
    switch sort {
    case .bool: 2
    case .int, .real: nil
    case .uninterpreted(let index): sizes[index]
    case .enumeration(let index): bank.enumerations[index].cases.count
    }
  }

  /// Sets the value of a function at a point, given by positions in the universes.
  package mutating func set(_ function: Function, at point: [Int], to value: ModelValue) {
    generation &+= 1
    tables[position(of: function, at: point)] = Self.code(value)
  }

  /// Sets the value of a constant of the bank.
  package mutating func set(_ constant: Term, to value: ModelValue) {
    guard case .apply(let function, let arguments) = bank[constant], arguments.isEmpty else {
      preconditionFailure("no constant")
    }
    set(function, at: [], to: value)
  }

  /// Returns the value of a function at a point.
  package func value(of function: Function, at point: [Int]) -> ModelValue {
    let declaration = bank.functions[function.index]
    return Self.decode(tables[position(of: function, at: point)], declaration.result)
  }

  private func position(of function: Function, at point: [Int]) -> Int {
    zip(point, strides[function.index]).reduce(offsets[function.index]) { $0 + $1.0 * $1.1 }
  }

  /// Binds a variable that no quantifier binds, for the terms that are evaluated next.
  package mutating func bind(_ variable: Term, to value: ModelValue) {
    guard case .variable(let id) = bank[variable] else { preconditionFailure("no variable") }
    environment[id] = Self.code(value)
  }

  /// Returns the value of a term, in time that grows with the product of the universes that its
  /// quantifiers go through.
  package mutating func value(of term: Term) throws(FiniteStructureError) -> ModelValue {
    Self.decode(try evaluate(Int(term.index)), bank.sort(of: term))
  }

  /// Returns true if a formula holds.
  package mutating func holds(_ formula: Term) throws(FiniteStructureError) -> Bool {
    try evaluate(Int(formula.index)).numerator != 0
  }

  // MARK: Evaluation

  private mutating func evaluate(_ term: Int) throws(FiniteStructureError) -> Rational {
    let step = program.steps[term]
    guard step.isWorthKnowing else { return try compute(step) }
    if stamps[term] == generation { return known[term] }
    let value = try compute(step)
    known[term] = value
    stamps[term] = generation
    return value
  }

  private mutating func isTrue(_ term: Int32) throws(FiniteStructureError) -> Bool {
    try evaluate(Int(term)).numerator != 0
  }

  private mutating func compute(
    _ step: StructureProgram.Step
  ) throws(FiniteStructureError) -> Rational {
    let operands = step.first..<(step.first + step.count)
    switch step.operation {
    case .literal: return program.literals[step.payload]
    case .variable:
      if let value = environment[step.payload] { return value }
      throw .unboundVariable(bank.variables[step.payload].name)
    case .apply:
      guard isTabled[step.payload] else { throw .noTable(bank.functions[step.payload].name) }
      var position = offsets[step.payload]
      for (index, operand) in operands.enumerated() {
        let argument = try evaluate(Int(program.operands[operand]))
        position += Int(argument.numerator) * strides[step.payload][index]
      }
      return tables[position]
    case .not: return Self.bool(try !isTrue(program.operands[step.first]))
    case .and:
      for operand in operands where try !isTrue(program.operands[operand]) {
        return Self.bool(false)
      }
      return Self.bool(true)
    case .or:
      for operand in operands where try isTrue(program.operands[operand]) { return Self.bool(true) }
      return Self.bool(false)
    case .ite:
      let branch = try isTrue(program.operands[step.first]) ? step.first + 1 : step.first + 2
      return try evaluate(Int(program.operands[branch]))
    case .forAll, .exists:
      let isForAll = step.operation == .forAll
      return Self.bool(try quantified(step, from: step.first, isForAll: isForAll))
    case .equal, .less, .atMost, .add, .subtract, .multiply, .floor, .same:
      return try arithmetic(step)
    }
  }

  private mutating func arithmetic(
    _ step: StructureProgram.Step
  ) throws(FiniteStructureError) -> Rational {
    let first = try evaluate(Int(program.operands[step.first]))
    switch step.operation {
    case .multiply: return try first.times(program.literals[step.payload])
    case .floor: return Rational(first.floor)
    case .add:
      var sum = first
      for operand in (step.first + 1)..<(step.first + step.count) {
        sum = try sum.plus(try evaluate(Int(program.operands[operand])))
      }
      return sum
    case .same: return first
    default: break
    }
    let second = try evaluate(Int(program.operands[step.first + 1]))
    switch step.operation {
    case .equal: return Self.bool(first == second)
    case .less: return Self.bool(first.isLess(than: second))
    case .atMost: return Self.bool(!second.isLess(than: first))
    default: return try first.plus(try second.times(Rational(-1)))
    }
  }

  /// Evaluates a quantifier. The operands are the variables, then the body.
  private mutating func quantified(
    _ step: StructureProgram.Step, from operand: Int, isForAll: Bool
  ) throws(FiniteStructureError) -> Bool {
    guard operand < step.first + step.count - 1 else {
      return try isTrue(program.operands[operand])
    }
    let variable = program.steps[Int(program.operands[operand])].payload
    let outer = environment[variable]
    defer { environment[variable] = outer }
    let sort = bank.variables[variable].sort
    if let size = size(of: sort) {
      for element in 0..<size {
        environment[variable] = Rational(Int64(element))
        let holds = try quantified(step, from: operand + 1, isForAll: isForAll)
        if holds != isForAll { return holds }
      }
    } else {
      guard let numbers = candidates[sort] else { throw .endlessQuantifier }
      for number in numbers {
        environment[variable] = number
        let holds = try quantified(step, from: operand + 1, isForAll: isForAll)
        if holds != isForAll { return holds }
      }
    }
    return isForAll
  }

  // MARK: Values as numbers

  private static func bool(_ value: Bool) -> Rational { Rational(value ? 1 : 0) }

  private static func code(_ value: ModelValue) -> Rational {
    switch value {
    case .bool(let value): bool(value)
    case .number(let number): number
    case .enumCase(let index), .element(let index): Rational(Int64(index))
    case .other: preconditionFailure("no value")
    }
  }

  private static func decode(_ code: Rational, _ sort: Sort) -> ModelValue {
    switch sort {
    case .bool: .bool(code.numerator != 0)
    case .int, .real: .number(code)
    case .uninterpreted: .element(Int(code.numerator))
    case .enumeration: .enumCase(Int(code.numerator))
    }
  }
}
