import Rulebook

extension Machine {
  /// The greatest number of instructions of a search; more take as long as the evaluator, which
  /// sorts before it searches.
  private static let most = 4_000_000.0

  /// Returns the properties that may be violated, by their positions in the rules, of those that
  /// ``Evaluator/violatedProperties(in:touching:among:)`` checks: all others certainly hold.
  ///
  /// O(touched entities × instances of the other variables + entities), at the speed of programs.
  package func doubtfulProperties(touching touched: Touched) -> Set<Int>? {
    let positions = evaluator.claims.indices.filter {
      evaluator.claims[$0].isTouched(by: touched)
    }
    var doubtful = Set(positions.map { evaluator.claims[$0].index })
    guard detached == nil else { return doubtful }
    let claims = claims
    claims.forgetIndices()
    var interpreter = Interpreter(memory, indices: claims.indices, claims.registers, found)
    for position in positions {
      guard let program = claims.programs[position] else { continue }
      let isKept = program.universal.positions(touched, count: count(of:)).allSatisfy {
        first, entities in
        let search = search(program.plain[first], program.indexed[first], entities.count)
        guard let search else { return false }
        for index in search.indices { claims.prepare(index, memory, &interpreter) }
        return findsNothing(search.program, entities, &interpreter)
      }
      if isKept { doubtful.remove(evaluator.claims[position].index) }
    }
    return doubtful
  }

  /// Returns the cheaper search for a number of units; nil: both are too expensive.
  private func search(
    _ plain: ClaimProgram.Search?, _ indexed: ClaimProgram.Search?, _ units: Int
  ) -> ClaimProgram.Search? {
    func work(_ search: ClaimProgram.Search?) -> Double {
      guard let search else { return .infinity }
      let work = search.program.work(
        entities: { memory.counts[$0] },
        members: { list in layout.member(of: list).map { memory.counts[$0.index] } ?? 0 })
      return work * Double(units)
    }
    if work(plain) <= worthAnIndex { return plain }
    let best = indexed ?? plain
    return work(best) <= Self.most ? best : nil
  }

  private func findsNothing(
    _ program: SearchProgram, _ units: [Int32], _ interpreter: inout Interpreter
  ) -> Bool {
    program.code.withUnsafeBufferPointer { code in
      guard let start = code.baseAddress else { return false }
      return units.allSatisfy { unit in
        interpreter.pending.pointee.clearFindings()
        interpreter.registers[0] = memory.now
        interpreter.registers[1] = Int64(unit)
        return interpreter.run(start) != Interpreter.escaped
          && interpreter.pending.pointee.bindings.count == 0
      }
    }
  }
}
