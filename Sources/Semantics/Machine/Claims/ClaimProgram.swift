import Rulebook

/// An invariant, lemma or axiom as searches for a violation, one for each variable that may be
/// known.
struct ClaimProgram {
  struct Search {
    let program: SearchProgram
    /// The indices that the searches use, each once.
    let indices: Set<Int>

    /// Makes the code of a program; nil: there is no program, or none that goes from entity to
    /// entity.
    init?(_ program: SearchProgram?) {
      guard let program, program.unitSort != nil else { return nil }
      self.program = program
      let asking = program.code.filter { $0.opcode == .firstIndexed }
      indices = Set(asking.map { Int($0.imm) })
    }
  }

  let universal: StateClaim.Universal
  /// The searches by the position of their first variable. One goes through all entities, the
  /// other, if any, uses indices.
  let plain: [Search?]
  let indexed: [Search?]

  /// Compiles a claim; nil: it is no `all` over entities and values.
  init?(_ claim: StateClaim, _ layout: Layout, _ indices: inout IndexRegistry?) {
    guard let universal = claim.universal,
      !universal.variables.contains(where: \.type.isOptional)
    else { return nil }
    self.universal = universal
    let binders = universal.variables.map { Core.Binder(ranging: $0) }
    let conditions = (universal.condition.map { [$0] } ?? []) + [.negation(of: universal.body)]
    var (plain, indexed): ([Search?], [Search?]) = ([], [])
    for first in binders.indices {
      let order = universal.order(binders, first: first)
      plain.append(Search(SearchProgram(order, conditions, due: nil, layout)))
      let other = Search(SearchProgram(order, conditions, due: nil, layout, &indices))
      indexed.append(other?.indices.isEmpty == false ? other : nil)
    }
    (self.plain, self.indexed) = (plain, indexed)
  }
}

extension SearchProgram {
  /// Returns a bound on the instructions for one unit, approximately: those in loops count once per
  /// iteration.
  /// - Parameters:
  ///   - entities: The number of entities of a sort.
  ///   - members: The greatest number of members of a list.
  func work(entities: (Int) -> Int, members: (Int) -> Int) -> Double {
    var turns: [Double] = [1]
    var (work, factor) = (0.0, 1.0)
    func enter(_ count: Int) { turns.append((turns.last ?? 1) * Double(max(1, count))) }
    for instruction in code {
      work += turns.last ?? 1
      switch instruction.opcode {
      case .firstEntity: enter(entities(Int(instruction.imm)))
      case .firstMember, .lastMember: enter(members(Int(instruction.imm)))
      // Few entities refer to one.
      case .firstIndexed: enter(1)
      case .nextEntity, .nextMember, .previousMember, .nextIndexed: _ = turns.popLast()
      // The instructions do not show where a loop over values starts.
      case .nextValue: factor *= Double(max(1, instruction.imm + 1))
      default: break
      }
    }
    return work * factor
  }
}
