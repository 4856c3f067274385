import Solver
import Synchronization
import Testing

@Suite("Sessions")
struct SessionTests {
  private static let options = SessionOptions(rlimit: 0, seed: 1)

  /// n + 1 pigeons in n holes, no two in one: hard for every solver of this kind.
  private func pigeons(_ holes: Int) -> (TermBank, [Term]) {
    var bank = TermBank()
    var places: [[Term]] = []
    for pigeon in 0...holes {
      places.append(
        (0..<holes).map { bank.apply(bank.function("p\(pigeon).\($0)", [], .bool), []) })
    }
    var assertions = places.map { bank.or($0) }
    for hole in 0..<holes {
      for a in 0...holes {
        for b in 0..<a {
          assertions.append(bank.or([bank.not(places[a][hole]), bank.not(places[b][hole])]))
        }
      }
    }
    return (bank, assertions)
  }

  @Test("Quantified problems are decided")
  func quantified() throws {
    var bank = TermBank()
    let sort = bank.uninterpreted("S")
    let less = bank.function("less", [sort, sort], .bool)
    let x = bank.variable("x", sort)
    let y = bank.variable("y", sort)
    let z = bank.variable("z", sort)
    let isTransitive = bank.forall(
      [x, y, z],
      bank.implies(
        bank.and([bank.apply(less, [x, y]), bank.apply(less, [y, z])]), bank.apply(less, [x, z])))
    let isIrreflexive = bank.forall([x], bank.not(bank.apply(less, [x, x])))
    let hasCycle = bank.exists(
      [x, y], bank.and([bank.apply(less, [x, y]), bank.apply(less, [y, x])]))
    let one = Session(bank, Self.options)
    try one.assert([isTransitive, isIrreflexive, hasCycle])
    #expect(try one.check() == .unsatisfiable)
    if one.model() != nil { Issue.record("a model of a contradiction") }
    let two = Session(bank, Self.options)
    try two.assert([isIrreflexive, hasCycle])
    #expect(try two.check() == .satisfiable)
  }

  @Test("A model tells the universes, the functions on them and the values of terms")
  func model() throws {
    var bank = TermBank()
    let sort = bank.uninterpreted("S")
    let color = bank.enumeration("Color", ["red", "dark green"])
    let paint = bank.function("paint", [sort], color)
    let weight = bank.function("weight", [sort], .real)
    let a = bank.apply(bank.function("a", [], sort), [])
    let b = bank.apply(bank.function("b", [], sort), [])
    let heavy = bank.real(7)
    let x = bank.variable("x", sort)
    let half = bank.multiply(1, over: 2, heavy)
    let assertions = [
      bank.not(bank.equal(a, b)),
      bank.forall([x], bank.or([bank.equal(x, a), bank.equal(x, b)])),
      bank.equal(bank.apply(paint, [a]), bank.enumCase(color, 1)),
      bank.equal(bank.apply(paint, [b]), bank.enumCase(color, 0)),
      bank.equal(bank.apply(weight, [a]), half),
    ]
    let session = Session(bank, Self.options)
    try session.assert(assertions)
    #expect(try session.check() == .satisfiable)
    guard let found = session.model() else {
      Issue.record("no model")
      return
    }
    #expect(found.size(of: sort) == 2)
    guard case .element(let first) = found.value(of: a),
      case .element(let second) = found.value(of: b)
    else {
      Issue.record("the constants are no elements")
      return
    }
    #expect(first != second)
    #expect(found.value(of: paint, at: [first]) == .enumCase(1))
    #expect(found.value(of: paint, at: [second]) == .enumCase(0))
    #expect(found.value(of: weight, at: [first]) == .number(Rational(7, over: 2)))
    #expect(found.value(of: assertions[0]) == .bool(true))
    #expect(found.value(of: paint, at: [99]) == .other("?"))
    #expect(found.value(of: paint, at: []) == .other("?"))
  }

  @Test("Work is limited, and the same for the same question")
  func resourceLimit() throws {
    let (bank, assertions) = pigeons(10)
    var used: [UInt64] = []
    for _ in 0..<2 {
      let session = Session(bank, SessionOptions(rlimit: 200_000, seed: 1))
      try session.assert(assertions)
      #expect(try session.check() == .unknown(.resourceLimit))
      used.append(session.rlimitUsed)
    }
    #expect(used[0] == used[1])
    #expect(used[0] >= 200_000)
  }

  /// What two threads tell each other.
  private final class Exchange: Sendable {
    let interrupter = Mutex<Interrupter?>(nil)
    let answer = Mutex<Answer?>(nil)
    let mayEnd = Mutex(false)
  }

  @Test("A check is interrupted from another thread")
  func interrupt() async throws {
    let (bank, assertions) = pigeons(14)
    let exchange = Exchange()
    let worker = Task.detached {
      // A limit far above what happens before the interrupt, so that a fault ends.
      let session = Session(bank, SessionOptions(rlimit: 2_000_000_000, seed: 1))
      try session.assert(assertions)
      let interrupter = session.interrupter
      exchange.interrupter.withLock { $0 = interrupter }
      let result = try session.check()
      exchange.answer.withLock { $0 = result }
      // The session must outlive the last interrupt.
      while !exchange.mayEnd.withLock({ $0 }) { await Task.yield() }
    }
    // An interrupt before the check has begun is lost, so it is repeated.
    while exchange.answer.withLock({ $0 }) == nil {
      if let interrupt = exchange.interrupter.withLock({ $0 }) { interrupt() }
      await Task.yield()
    }
    exchange.mayEnd.withLock { $0 = true }
    try await worker.value
    #expect(exchange.answer.withLock { $0 } == .unknown(.interrupted))
  }

  @Test("The library tells its version")
  func version() {
    #expect(Session.version.split(separator: ".").count == 3)
  }
}
