import Glibc
import Solver
import Testing

@Suite("Why something cannot be, and for how long it is asked")
struct CoreTests {
  @Test("A core names terms that are enough, and leaves out what has nothing to do with it")
  func core() throws {
    var bank = TermBank()
    func number(_ name: String) -> Term { bank.apply(bank.function(name, [], .int), []) }
    let (a, b, c, d) = (number("a"), number("b"), number("c"), number("d"))
    let unrelated = bank.less(number("e"), number("f"))
    let tracked = [bank.less(c, d), bank.less(a, b), unrelated, bank.less(d, a), bank.less(b, c)]
    let background = bank.less(c, a)
    let session = Session(bank, SessionOptions(rlimit: 1_000_000, seed: 1))
    try session.assert(background)
    let (answer, core) = try session.check(tracking: tracked)
    #expect(answer == .unsatisfiable)
    #expect(!core.contains(2) && core == core.sorted())
    let again = Session(bank, SessionOptions(rlimit: 1_000_000, seed: 1))
    try again.assert([background] + core.map { tracked[$0] })
    #expect(try again.check() == .unsatisfiable)
    let open = Session(bank, SessionOptions(rlimit: 1_000_000, seed: 1))
    let rest = try open.check(tracking: [tracked[0], tracked[3]])
    #expect(rest.answer == .satisfiable && rest.core == [])
  }

  /// So many pigeons in one hole fewer.
  private func pigeons(_ count: Int) -> (TermBank, [Term]) {
    var bank = TermBank()
    let holes = (0..<count).map { pigeon in
      (0..<(count - 1)).map { bank.apply(bank.function("p\(pigeon).\($0)", [], .bool), []) }
    }
    var terms = holes.map { bank.or($0) }
    for hole in 0..<(count - 1) {
      for a in 0..<count {
        for b in 0..<a { terms.append(bank.not(bank.and([holes[a][hole], holes[b][hole]]))) }
      }
    }
    return (bank, terms)
  }

  @Test("A check that runs past its time is stopped, whatever its resource limit says")
  func deadline() throws {
    let (bank, assertions) = pigeons(14)
    let start = ContinuousClock.now
    let options = SessionOptions(
      rlimit: 4_000_000_000, seed: 1, deadline: .now + .milliseconds(200))
    let session = Session(bank, options)
    try session.assert(assertions)
    #expect(try session.check() == .unknown(.timeLimit))
    // It would run for an hour.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("A thread that waits uses up none of its time, one that works does")
  func processorTime() {
    let deadline = ProcessorInstant.now + .milliseconds(50)
    usleep(200_000)
    #expect(!deadline.isOver)
    let start = ContinuousClock.now
    while !deadline.isOver, ContinuousClock.now - start < .seconds(60) {}
    #expect(deadline.isOver)
  }

  @Test("Where no time is left, nothing is asked")
  func late() throws {
    let (bank, assertions) = pigeons(3)
    let session = Session(bank, SessionOptions(rlimit: 0, seed: 1, deadline: .now))
    try session.assert(assertions)
    #expect(try session.check() == .unknown(.timeLimit))
    #expect(session.rlimitUsed < 10_000)
  }

  @Test("Many sessions are watched at once, each by its own time")
  func many() async throws {
    let answers = try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
      for index in 0..<8 {
        group.addTask {
          let (bank, assertions) = pigeons(index.isMultiple(of: 2) ? 4 : 14)
          let deadline =
            ProcessorInstant.now + (index.isMultiple(of: 2) ? .seconds(600) : .milliseconds(50))
          let session = Session(
            bank, SessionOptions(rlimit: 4_000_000_000, seed: 1, deadline: deadline))
          try session.assert(assertions)
          return (index, try session.check())
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (index, answer) in answers {
      #expect(answer == (index.isMultiple(of: 2) ? .unsatisfiable : .unknown(.timeLimit)))
    }
  }
}
