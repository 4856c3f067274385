/// The terms of a bank in a flat form, which a ``FiniteStructure`` walks millions of times.
struct StructureProgram {
  enum Operation: UInt8 {
    case literal, variable, apply, not, and, or, ite, forAll, exists
    case equal, less, atMost, add, subtract, multiply, floor
    /// A change of sort that leaves the number unchanged.
    case same
  }

  struct Step {
    let operation: Operation
    /// True if it is closed, and more than a literal: its value is looked up the second time.
    let isWorthKnowing: Bool
    /// The position of its first operand, and the number of operands.
    let first: Int
    let count: Int
    /// The number of the function, the variable or the literal.
    let payload: Int
  }

  private(set) var steps: [Step] = []
  private(set) var operands: [Int32] = []
  private(set) var literals: [Rational] = []

  init(_ bank: TermBank) {
    steps.reserveCapacity(bank.count)
    for index in 0..<bank.count { compile(bank[Term(index: Int32(index))], index, bank) }
  }

  private mutating func compile(_ node: Node, _ index: Int, _ bank: TermBank) {
    let operation: Operation
    var payload = 0
    var children = node.children
    switch node {
    case .bool(let value): (operation, payload) = (.literal, literal(Rational(value ? 1 : 0)))
    case .int(let value): (operation, payload) = (.literal, literal(Rational(value)))
    case .real(let value): (operation, payload) = (.literal, literal(value))
    case .enumCase(_, let index): (operation, payload) = (.literal, literal(Rational(Int64(index))))
    case .variable(let id): (operation, payload) = (.variable, id)
    case .apply(let function, _): (operation, payload) = (.apply, function.index)
    case .not: operation = .not
    case .and: operation = .and
    case .or: operation = .or
    case .equal: operation = .equal
    case .ite: operation = .ite
    case .add: operation = .add
    case .subtract: operation = .subtract
    case .multiply(let factor, _): (operation, payload) = (.multiply, literal(factor))
    case .less: operation = .less
    case .atMost: operation = .atMost
    case .toReal: operation = .same
    case .toInt: operation = .floor
    case .quantified(let isForAll, let variables, let body):
      operation = isForAll ? .forAll : .exists
      children = variables + [body]
    }
    let isClosed = bank.freeVariables(in: Term(index: Int32(index))).isEmpty
    steps.append(
      Step(
        operation: operation, isWorthKnowing: isClosed && operation != .literal,
        first: operands.count, count: children.count, payload: payload))
    operands += children.map(\.index)
  }

  private mutating func literal(_ value: Rational) -> Int {
    literals.append(value)
    return literals.count - 1
  }
}
