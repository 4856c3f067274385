import Rulebook

/// The invariants, lemmas and axioms as programs, with registers of their own, and with indices
/// that are built on demand: a whole state is seldom checked.
final class ClaimPrograms {
  /// The program of each claim; nil: only the evaluator checks it.
  let programs: [ClaimProgram?]
  let registers: UnsafeMutablePointer<Int64>
  let indices: UnsafeMutablePointer<Watch>
  private let indexPrograms: [WatchProgram]
  /// The indices that are up to date with the state.
  private var prepared: Set<Int> = []
  private let layout: Layout

  /// Compiles the claims. O(rules).
  init(_ claims: [StateClaim], _ layout: Layout) {
    self.layout = layout
    var registry: IndexRegistry? = IndexRegistry()
    programs = claims.map { ClaimProgram($0, layout, &registry) }
    // Only claims with a program have registered indices.
    indexPrograms = (registry?.specifications ?? []).enumerated().compactMap {
      $0.element.watch($0.offset, layout)
    }
    indices = .allocate(capacity: max(1, indexPrograms.count))
    for (index, program) in indexPrograms.enumerated() {
      (indices + index).initialize(to: Watch(program))
    }
    let searches = programs.flatMap { ($0?.plain ?? []) + ($0?.indexed ?? []) }
    let most =
      searches.compactMap { $0?.program.registers } + indexPrograms.map(\.search.registers)
    // The number of a sort may be used where other instructions name a register.
    let count = max(layout.rules.entities.count + 1, most.max() ?? 0, 2)
    registers = .allocate(capacity: count)
    registers.initialize(repeating: 0, count: count)
  }

  deinit {
    for index in indexPrograms.indices { indices[index].deallocate() }
    indices.deallocate()
    registers.deallocate()
  }

  /// Marks all indices as out of date, after a change of the state.
  func forgetIndices() { prepared.removeAll() }

  /// Builds an index for the present state. O(entities of the two sorts), once a state.
  func prepare(_ number: Int, _ memory: borrowing Memory, _ interpreter: inout Interpreter) {
    guard prepared.insert(number).inserted else { return }
    let program = indexPrograms[number]
    indices[number].deallocate()
    indices[number] = Watch(program)
    let index = indices + number
    guard let sort = program.search.unitSort, let key = program.key,
      case .value(let type) = layout.rules[key].kind, case .entity(let target) = type.scalar
    else {
      // Programs that use the index learn that the answer is not known.
      index.pointee.unsettled = 1
      return
    }
    for _ in 0..<memory.counts[target.index] { index.pointee.index.addOwner() }
    for unit in 0..<memory.counts[sort] {
      index.pointee.addUnit()
      interpreter.pending.pointee.clearFindings()
      interpreter.registers[0] = memory.now
      interpreter.registers[1] = Int64(unit)
      guard interpreter.run(index.pointee.code) != Interpreter.escaped else {
        index.pointee.unsettled += 1
        continue
      }
      let bindings = interpreter.pending.pointee.bindings
      if bindings.count > 0 { index.pointee.index.append(unit, to: Int(bindings[1])) }
    }
  }
}
