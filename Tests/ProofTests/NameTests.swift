import Findings
import Proof
import Rulebook
import Testing

/// Whatever a rulebook calls its things, the proof speaks of those and of no others.
@Suite struct NameTests {
  /// What the proof itself has beside what is declared: tickets, whether there is a value, who
  /// exists, clocks, now; the constants of an event; what it asks.
  static let ownWords = """
    state nextTicket: Int = 0
    state a: Time? = none
    state later: Int = 0
    state anybody: Int = 0
    entity a
      has: Bool = false
      exists: Bool = true
    entity Loan
      exists: Bool = true
      has: Bool = false
      clock: Time? = none
      ticket: Int = 0
      readers: Queue<Reader>
    entity Reader
      loan: Loan? = none
      ticket: a? = none
    entity question
      goal: Int = 0
    event lend(reader: Reader, a: a?) from clerk -> new loan: Loan
      require reader.loan is none
      reader.loan = loan
      reader.ticket = a
      append reader to loan.readers
      loan.clock = now
    event initial() from world
      nextTicket += 1
      a = now
      later = nextTicket + anybody
    bounded Loan "A loan is in use for two weeks at most."
      all l: Loan where l.clock is not none: l.has lasts at most 15 days
    bounded a "So are others."
      all l: Loan: l.has lasts at most 15 days
    invariant queued "Who waits for a loan has it."
      all l: Loan, r: Reader where r in l.readers: r.loan is l
    """

  @Test func whatTheProofAddsHasNamesOfItsOwn() throws {
    let prover = try Prover(Core.Rules.declaring(Self.ownWords), ProofOptions())
    let verdicts = prover.prove().properties.filter { $0.name == "queued" }.map(\.verdict)
    #expect(verdicts == [.proved])
    let files = prover.exportedObligations().map(\.file)
    #expect(Set(files).count == files.count)
  }
}
