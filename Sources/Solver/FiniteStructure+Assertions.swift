extension FiniteStructure {
  /// Returns the structure as assertions for a solver: a name for each element, distinct, no other
  /// elements, and every value of the given functions.
  ///
  /// With these, a formula over those functions is satisfiable exactly if it holds here.
  /// - Parameter bank: Gets the names; a copy of the structure's own bank.
  package func assertions(
    about functions: Set<Function>, in bank: inout TermBank
  ) -> [Term] {
    var result: [Term] = []
    var names: [[Term]] = []
    for (index, sort) in bank.uninterpreted.enumerated() {
      let sortOf = Sort.uninterpreted(index)
      let own = (0..<sizes[index]).map { element in
        let name = bank.function("\(sort)#\(element)", [], sortOf)
        return bank.apply(name, [])
      }
      names.append(own)
      for (position, name) in own.enumerated() {
        for other in own[..<position] {
          let same = bank.equal(name, other)
          result.append(bank.not(same))
        }
      }
      let any = bank.variable("x", sortOf)
      let known = own.map { bank.equal(any, $0) }
      let closed = bank.or(known)
      result.append(bank.forall([any], closed))
    }
    for function in functions.sorted(by: { $0.index < $1.index }) {
      let declaration = bank.functions[function.index]
      for point in Self.points(declaration.arguments.map { size(of: $0) ?? 0 }) {
        let arguments = zip(declaration.arguments, point).map {
          Self.term($1, $0, names, &bank)
        }
        let application = bank.apply(function, arguments)
        let value = Self.term(self.value(of: function, at: point), declaration.result, names, &bank)
        result.append(bank.equal(application, value))
      }
    }
    return result
  }

  /// Returns the functions that occur in the terms.
  package static func functions(in terms: [Term], of bank: TermBank) -> Set<Function> {
    var found: Set<Function> = []
    var seen: Set<Term> = []
    var open = terms
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if case .apply(let function, _) = bank[next] { found.insert(function) }
      open += bank[next].children
    }
    return found
  }

  private static func points(_ sizes: [Int]) -> [[Int]] {
    sizes.reduce([[]]) { points, size in
      points.flatMap { point in (0..<size).map { point + [$0] } }
    }
  }

  private static func term(
    _ position: Int, _ sort: Sort, _ names: [[Term]], _ bank: inout TermBank
  ) -> Term {
    switch sort {
    case .bool: position == 1 ? bank.true : bank.false
    case .enumeration: bank.enumCase(sort, position)
    case .uninterpreted(let index): names[index][position]
    case .int: bank.int(Int64(position))
    case .real: bank.real(Int64(position))
    }
  }

  private static func term(
    _ value: ModelValue, _ sort: Sort, _ names: [[Term]], _ bank: inout TermBank
  ) -> Term {
    switch value {
    case .bool(let value): return value ? bank.true : bank.false
    case .enumCase(let index): return bank.enumCase(sort, index)
    case .element(let index): return term(index, sort, names, &bank)
    case .number(let number):
      if sort == .int { return bank.int(number.numerator) }
      let one = bank.real(1)
      return bank.multiply(number.numerator, over: number.denominator, one)
    case .other: preconditionFailure("no value")
    }
  }
}
