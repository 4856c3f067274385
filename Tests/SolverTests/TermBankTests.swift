import Basics
import Solver
import Testing

/// Random closed terms, each built together with the value that it must have: the simplifications
/// of the constructors must not change it.
struct RandomTerms {
  var bank = TermBank()
  var random: SplitMix64
  let color: Sort
  /// Constants with the values that they have in the one interpretation of this test.
  private(set) var bools: [(Term, Bool)] = []
  private(set) var ints: [(Term, Int64)] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    color = bank.enumeration("Color", ["red", "green"])
    for index in 0..<3 {
      let p = bank.function("p\(index)", [], .bool)
      bools.append((bank.apply(p, []), index == 1))
      let n = bank.function("n\(index)", [], .int)
      ints.append((bank.apply(n, []), Int64(index) - 1))
    }
  }

  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func bool(_ depth: Int) -> (Term, Bool) {
    guard depth > 0 else {
      switch pick(4) {
      case 0: return (bank.true, true)
      case 1: return (bank.false, false)
      default: return bools[pick(bools.count)]
      }
    }
    switch pick(9) {
    case 0:
      let (a, x) = bool(depth - 1)
      return (bank.not(a), !x)
    case 1:
      let parts = (0..<(1 + pick(3))).map { _ in bool(depth - 1) }
      return (bank.and(parts.map(\.0)), parts.allSatisfy(\.1))
    case 2:
      let parts = (0..<(1 + pick(3))).map { _ in bool(depth - 1) }
      return (bank.or(parts.map(\.0)), parts.contains(where: \.1))
    case 3:
      let (a, x) = bool(depth - 1)
      let (b, y) = bool(depth - 1)
      return (bank.equal(a, b), x == y)
    case 4:
      let (a, x) = bool(depth - 1)
      let (b, y) = bool(depth - 1)
      return (bank.implies(a, b), !x || y)
    case 5:
      let (c, z) = bool(depth - 1)
      let (a, x) = bool(depth - 1)
      let (b, y) = bool(depth - 1)
      return (bank.ite(c, a, b), z ? x : y)
    case 6:
      let (a, x) = int(depth - 1)
      let (b, y) = int(depth - 1)
      return (bank.less(a, b), x < y)
    case 7:
      let (a, x) = int(depth - 1)
      let (b, y) = int(depth - 1)
      return (bank.atMost(bank.toReal(a), bank.toReal(b)), x <= y)
    default:
      let (a, x) = int(depth - 1)
      let (b, y) = int(depth - 1)
      return (bank.equal(a, b), x == y)
    }
  }

  mutating func int(_ depth: Int) -> (Term, Int64) {
    guard depth > 0 else {
      let value = Int64(pick(5)) - 2
      return pick(2) == 0 ? (bank.int(value), value) : ints[pick(ints.count)]
    }
    switch pick(5) {
    case 0:
      let parts = (0..<(1 + pick(3))).map { _ in int(depth - 1) }
      return (bank.add(parts.map(\.0)), parts.reduce(0) { $0 + $1.1 })
    case 1:
      let (a, x) = int(depth - 1)
      let (b, y) = int(depth - 1)
      return (bank.subtract(a, b), x - y)
    case 2:
      let (a, x) = int(depth - 1)
      let factor = Int64(pick(5)) - 2
      return (bank.multiply(factor, a), factor * x)
    case 3:
      let (c, z) = bool(depth - 1)
      let (a, x) = int(depth - 1)
      let (b, y) = int(depth - 1)
      return (bank.ite(c, a, b), z ? x : y)
    default:
      // Half of it, rounded down: what a quotient becomes.
      let (a, x) = int(depth - 1)
      let half = bank.multiply(1, over: 2, bank.toReal(a))
      return (bank.toInt(half), Int64((Double(x) / 2).rounded(.down)))
    }
  }

  /// That the constants have their values.
  mutating func interpretation() -> [Term] {
    var result: [Term] = []
    for (term, value) in bools { result.append(value ? term : bank.not(term)) }
    for (term, value) in ints { result.append(bank.equal(term, bank.int(value))) }
    return result
  }
}

@Suite("Terms")
struct TermBankTests {
  @Test("Random terms keep their value through every simplification", arguments: 0..<40)
  func simplification(seed: Int) throws {
    var terms = RandomTerms(seed: UInt64(seed))
    var claims: [Term] = []
    for _ in 0..<10 {
      let (term, value) = terms.bool(5)
      claims.append(value ? term : terms.bank.not(term))
    }
    let (number, value) = terms.int(5)
    claims.append(terms.bank.equal(number, terms.bank.int(value)))
    let facts = terms.interpretation()
    let all = terms.bank.and(claims)
    let wrong = terms.bank.not(all)
    let session = Session(terms.bank, SessionOptions(rlimit: 0, seed: 1))
    try session.assert(facts + [wrong])
    #expect(try session.check() == .unsatisfiable)
  }

  @Test("Substituting the values gives the same answer as the solver", arguments: 0..<20)
  func substitution(seed: Int) {
    var terms = RandomTerms(seed: UInt64(1000 + seed))
    let (term, value) = terms.bool(4)
    var replacements: [Term: Term] = [:]
    for (constant, value) in terms.bools {
      replacements[constant] = value ? terms.bank.true : terms.bank.false
    }
    for (constant, value) in terms.ints { replacements[constant] = terms.bank.int(value) }
    let ground = terms.bank.substitute(replacements, in: term)
    let session = Session(terms.bank, SessionOptions(rlimit: 0, seed: 1))
    #expect(throws: Never.self) {
      try session.assert(ground)
      #expect(try session.check() == (value ? .satisfiable : .unsatisfiable))
    }
  }

  @Test("Equal terms are one term, and the obvious is simplified")
  func constructors() {
    var bank = TermBank()
    let f = bank.function("f", [.int], .bool)
    let n = bank.apply(bank.function("n", [], .int), [])
    let p = bank.apply(f, [n])
    #expect(bank.apply(f, [n]) == p)
    #expect(bank.not(bank.not(p)) == p)
    #expect(bank.and([p, bank.true, p]) == p)
    #expect(bank.and([p, bank.not(p)]) == bank.false)
    #expect(bank.or([bank.not(p), p]) == bank.true)
    #expect(bank.and([]) == bank.true && bank.or([]) == bank.false)
    #expect(bank.equal(n, n) == bank.true)
    #expect(bank.equal(bank.int(3), bank.int(4)) == bank.false)
    #expect(bank.less(bank.int(3), bank.int(4)) == bank.true)
    #expect(bank.add([n, bank.int(0)]) == n)
    #expect(bank.multiply(0, n) == bank.int(0))
    #expect(bank.toInt(bank.toReal(n)) == n)
    #expect(bank.ite(p, n, n) == n)
    #expect(bank.add([bank.int(.max), bank.int(1)]) != bank.int(.min))
    #expect(Rational(6, over: 4) == Rational(3, over: 2))
    #expect(Rational(-6, over: 4).numerator == -3)
    #expect(Rational(0, over: 7).denominator == 1)
    #expect(Rational(.min, over: 2).numerator == .min / 2)
  }

  @Test("Binders: unused variables go, bound ones are not free, instances are not captured")
  func binders() {
    var bank = TermBank()
    let sort = bank.uninterpreted("S")
    let r = bank.function("r", [sort, sort], .bool)
    let x = bank.variable("x", sort)
    let y = bank.variable("x", sort)
    let xy = bank.apply(r, [x, y])
    #expect(x != y)
    #expect(bank.freeVariables(in: xy) == [x, y])
    let all = bank.forall([x], xy)
    #expect(bank.freeVariables(in: all) == [y])
    #expect(bank.forall([y], bank.forall([x], xy)) == bank.forall([y, x], xy))
    #expect(bank.exists([x], bank.apply(r, [y, y])) == bank.apply(r, [y, y]))
    let a = bank.apply(bank.function("a", [], sort), [])
    #expect(bank.substitute([y: a], in: all) == bank.forall([x], bank.apply(r, [x, a])))
    #expect(bank.name(of: sort) == "S" && bank.name(of: r) == "r")
  }
}
