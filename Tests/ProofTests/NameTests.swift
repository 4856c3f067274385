import Findings
import Rulebook
import Solver
import Testing
import Verification

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
    let files = prover.exportedProofs().obligations.map(\.file)
    #expect(Set(files).count == files.count)
  }

  /// Sorts, functions and commands of SMT-LIB and of the theories of Z3 and cvc5.
  static let wordsOfSolvers = """
    type Array = store | select
    type RoundingMode = RNE | roundTowardZero
    type RegLan = re_all | re_none
    entity Real
      abs: Int = 0
      mod: Int = 0
      is_int: Bool = false
      to_int: Array = store
    entity String
      at: Real? = none
      len: Int = 0
      replace: Time? = none
    entity Seq
      unit: String = any
      nth: Queue<String>
    entity set
      union: set? = none
      member: Set<String>
    entity str
      len: Int = 0
    state assert: Int = 0
    state distinct: Bool = false
    state div: Int = 0
    state concat: RoundingMode = RNE
    state xor: Time? = none
    state ite: RegLan = re_all
    state bvadd: Int = 0
    state push: Int = 0
    state let: Int = 0
    event declare_fun(forall: Real, par: String) from match
      require forall.abs <= 5
      require par.at is none
      forall.abs += 1
      forall.is_int = true
      forall.to_int = select
      par.at = forall
      par.replace = now
      assert += let
      distinct = forall.is_int
      div = bvadd + push
      concat = roundTowardZero
      xor = now
      ite = re_none
    event check_sat(Int_: Seq, Bool_: set) from exit
      require not (Int_.unit in Int_.nth)
      append Int_.unit to Int_.nth
      add Int_.unit to Bool_.member
      Bool_.union = Bool_
    event possible_check_sat(const: str) from exit
      const.len = 3
    bounded String "s"
      all exists: String where exists.at is not none: exists.len is 1 lasts at most 15 days
    invariant forall "a"
      all as: Real: 0 <= as.abs and as.abs <= 6
    invariant assert "a"
      assert <= let and div <= bvadd + push implies (distinct or concat is RNE or ite is re_none)
    invariant match "a"
      all x: String where x.at is not none: x.replace is not none
    """

  /// Each script as the library itself reads it, so that no program need be installed.
  @Test func wordsOfSMTLIBAreNamesAsOthers() throws {
    let obligations = try Prover(Core.Rules.declaring(Self.wordsOfSolvers), ProofOptions())
      .exportedProofs().obligations
    #expect(obligations.contains { $0.properties.contains("forall") })
    for obligation in obligations {
      let options = SessionOptions(rlimit: 5_000_000, seed: 1)
      let answer = try Session.answer(toScript: obligation.script, options)
      switch answer {
      case .unsatisfiable: #expect(obligation.expected == "unsat", "\(obligation.file)")
      case .satisfiable: #expect(obligation.expected == "sat", "\(obligation.file)")
      case .unknown: break
      }
    }
    let files = obligations.map(\.file)
    #expect(Set(files).count == files.count)
  }
}
