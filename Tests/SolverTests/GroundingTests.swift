import Basics
import Solver
import Testing

/// Random small problems of first-order logic over one sort: unary and binary relations, a
/// function, constants, quantifiers in any order.
struct RandomProblem {
  var bank = TermBank()
  private var random: SplitMix64
  private let sort: Sort
  private let unary: [Function]
  private let binary: Function
  private let next: Function
  private let constants: [Term]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    sort = bank.uninterpreted("S")
    unary = [bank.function("P", [sort], .bool), bank.function("Q", [sort], .bool)]
    binary = bank.function("R", [sort, sort], .bool)
    next = bank.function("next", [sort], sort)
    constants = [
      bank.apply(bank.function("a", [], sort), []), bank.apply(bank.function("b", [], sort), []),
    ]
  }

  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func assertions() -> [Term] { (0..<4).map { _ in formula(3, []) } }

  private mutating func element(_ variables: [Term]) -> Term {
    let known = constants + variables + variables
    let term = known[pick(known.count)]
    return pick(6) == 0 ? bank.apply(next, [term]) : term
  }

  private mutating func formula(_ depth: Int, _ variables: [Term]) -> Term {
    guard depth > 0 else {
      switch pick(3) {
      case 0: return bank.apply(unary[pick(2)], [element(variables)])
      case 1: return bank.apply(binary, [element(variables), element(variables)])
      default: return bank.equal(element(variables), element(variables))
      }
    }
    switch pick(7) {
    case 0: return bank.not(formula(depth - 1, variables))
    case 1: return bank.and([formula(depth - 1, variables), formula(depth - 1, variables)])
    case 2: return bank.or([formula(depth - 1, variables), formula(depth - 1, variables)])
    case 3: return bank.equal(formula(depth - 1, variables), formula(depth - 1, variables))
    case 4:
      let condition = formula(0, variables)
      return bank.ite(condition, formula(depth - 1, variables), formula(depth - 1, variables))
    default:
      let variable = bank.variable("x", sort)
      let body = formula(depth - 1, variables + [variable])
      return pick(2) == 0 ? bank.forall([variable], body) : bank.exists([variable], body)
    }
  }
}

func answer(_ bank: TermBank, _ assertions: [Term], rlimit: UInt32 = 200_000) throws -> Answer {
  let session = Session(bank, SessionOptions(rlimit: rlimit, seed: 1))
  try session.assert(assertions)
  return try session.check()
}

@Suite("Ground instances")
struct GroundingTests {
  @Test("What ground instances refute, the solver never satisfies", arguments: [0, 1])
  func sound(depth: Int) throws {
    var refuted = 0
    for seed in 0..<150 {
      var problem = RandomProblem(seed: UInt64(seed))
      let assertions = problem.assertions()
      var grounding = Grounding(problem.bank, depth: depth)
      guard let instances = grounding.instances(of: assertions),
        try answer(grounding.bank, instances) == .unsatisfiable
      else { continue }
      refuted += 1
      #expect(try answer(problem.bank, assertions) != .satisfiable, "seed \(seed)")
    }
    // Otherwise this test would say nothing.
    #expect(refuted > 15)
  }

  @Test("A contradiction between a universal and an existential is found")
  func contradiction() throws {
    var bank = TermBank()
    let sort = bank.uninterpreted("S")
    let p = bank.function("P", [sort], .bool)
    let x = bank.variable("x", sort)
    let y = bank.variable("y", sort)
    let assertions = [
      bank.forall([x], bank.apply(p, [x])),
      bank.or([
        bank.exists([y], bank.not(bank.apply(p, [y]))),
        bank.exists([x], bank.not(bank.apply(p, [x]))),
      ]),
    ]
    var grounding = Grounding(bank)
    let instances = grounding.instances(of: assertions)
    #expect(try answer(grounding.bank, #require(instances)) == .unsatisfiable)
  }

  @Test("A witness of a witness needs a second round")
  func depth() throws {
    var bank = TermBank()
    let sort = bank.uninterpreted("S")
    let r = bank.function("R", [sort, sort], .bool)
    let x = bank.variable("x", sort)
    let y = bank.variable("y", sort)
    let a = bank.apply(bank.function("a", [], sort), [])
    let assertions = [
      bank.forall([x], bank.exists([y], bank.apply(r, [x, y]))),
      bank.forall([y], bank.not(bank.apply(r, [a, y]))),
    ]
    var shallow = Grounding(bank)
    let few = shallow.instances(of: assertions)
    #expect(try answer(shallow.bank, #require(few)) == .satisfiable)
    var deep = Grounding(bank, depth: 1)
    let more = deep.instances(of: assertions)
    #expect(try answer(deep.bank, #require(more)) == .unsatisfiable)
  }

  @Test("Too many instances are not made")
  func budget() {
    var bank = TermBank()
    let sort = bank.uninterpreted("S")
    let r = bank.function("R", [sort, sort, sort, sort], .bool)
    let constants = (0..<20).map { bank.apply(bank.function("c\($0)", [], sort), []) }
    let variables = (0..<4).map { bank.variable("x\($0)", sort) }
    let all = bank.forall(variables, bank.apply(r, variables))
    let facts = constants.map { bank.apply(r, [$0, $0, $0, $0]) }
    var grounding = Grounding(bank, budget: 100_000)
    let instances = grounding.instances(of: facts + [all])
    #expect(instances == nil)
  }
}
