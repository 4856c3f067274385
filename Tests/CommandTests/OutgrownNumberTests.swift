import Foundation
import Testing

/// What a rulebook makes of its own numbers is no fault of the tool's.
@Suite("Numbers that outgrow 64 bits")
struct OutgrownNumberTests {
  private static let bank = """
    entity Account
      balance: Int = 1
    event raise(account: Account) from user
      account.balance = account.balance * 1000000
    invariant solvent "Nobody owes anything."
      all a: Account: 1 <= a.balance

    """

  /// What outgrows is also in a guard, in properties that are open, and in an instant.
  private static let loans = """
    parameter term = 1 min
    entity Account
      balance: Int = 1
      loans: Int = 0
      since: Time? = none
    event raise(account: Account) from user
      require account.since is none
      require 0 <= account.balance * 1000
      account.balance = account.balance * 1000000
      account.loans += 1
      account.since = now
    event settle(account: Account) from clock
      require account.since is not none
      due account.since + term
      account.since = none
    bounded settled "A loan is soon settled."
      all a: Account: a.since is not none lasts at most term
    invariant solvent "Nobody owes anything."
      all a: Account: 1 <= a.balance
    invariant few "Nobody takes many loans."
      all a: Account: a.loans <= 4
    invariant weighed "Loans are outweighed."
      all a: Account: a.balance * 2 - a.loans * 3 >= 0 - 15

    """

  private func folder(_ book: String) throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(book)
    return folder
  }

  @Test("They end a random run on which proofs are tried, and a note names the event")
  func audit() throws {
    let result = try Tool.run(["verify", "r.rulebook"], in: folder(Self.bank))
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("ended at 'raise': the result does not fit into 64 bits"))
    #expect(!result.output.contains("fault"))
  }

  @Test("So does what is too much to be tried one by one")
  func domain() throws {
    let book = """
      type Cents = 0...9223372036854775807
      entity Account
        balance: Cents = 1
      event spend(account: Account) from user
        require all c: Cents where c < 5: c <= account.balance + 10
        account.balance = 3
      invariant solvent "Nobody owes anything."
        all a: Account: 1 <= a.balance

      """
    let result = try Tool.run(["verify", "r.rulebook"], in: folder(book))
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("ended at 'spend': too many values to try one by one"))
  }

  @Test("What is looked for among runs stays open")
  func search() throws {
    let folder = try folder(Self.loans)
    for options in [[], ["--suggest-lemmas"]] {
      let result = try Tool.run(["verify", "r.rulebook"] + options, in: folder)
      #expect(result.code == 3, "\(result.output)\(result.errors)")
      #expect(!result.output.contains("fault"))
    }
    let bounds = try Tool.run(["bounds", "r.rulebook"], in: folder)
    #expect(bounds.isExit && bounds.code != 70, "\(bounds.output)\(bounds.errors)")
  }

  @Test("A rulebook in which nothing can happen is verified")
  func locked() throws {
    let book = """
      state isOpen: Bool = true
      state guests: Int = 0
      event close() from system
        require guests > 0
        guests = 0
      prompt closed "It does not stay open."
        isOpen lasts at most 0 min

      """
    let folder = try folder(book)
    for options in [[], ["--suggest-lemmas"]] {
      let result = try Tool.run(["verify", "r.rulebook"] + options, in: folder)
      #expect(result.isExit && result.code == 1, "\(result.output)\(result.errors)")
    }
  }

  @Test("A made-up trace ends with the event, at its line")
  func simulate() throws {
    let folder = try folder(Self.bank)
    let result = try Tool.run(["simulate", "r.rulebook", "--output", "t.jsonl"], in: folder)
    #expect(result.isExit && result.code == 2, "\(result.errors)")
    #expect(result.errors.contains("r.rulebook:6:"), "\(result.errors)")
    #expect(result.errors.contains("'raise', has no value: the result does not fit into 64 bits"))
    #expect(!(try folder.names.contains("t.jsonl")))
  }

  @Test(
    "Instants beyond those of traces end it too",
    arguments: ["9223372036854775807ms", "3000000days"])
  func instants(term: String) throws {
    let folder = try folder("")
    let simulate = ["simulate", Tool.model("MyTaxiService"), "--events", "50"]
    let result = try Tool.run(simulate + ["--set", "answerWindow=\(term)"], in: folder)
    #expect(result.isExit && result.code == 2, "\(result.errors)")
    #expect(result.output == "")
    #expect(result.errors.contains(" of the run"), "\(result.errors)")
  }

  @Test("A run beyond them is shown, and no trace of it written")
  func runs() throws {
    let book = """
      parameter term = 3000000 days
      entity Account
        since: Time? = none
        isOld: Bool = false
      event open(account: Account) from user
        require account.since is none
        account.since = now
      event age(account: Account) from clock
        require account.since is not none
        due account.since + term
        account.isOld = true
      invariant young "Nobody grows old."
        all a: Account: not a.isOld

      """
    let folder = try folder(book)
    let result = try Tool.run(["verify", "r.rulebook", "--runs", "runs"], in: folder)
    #expect(result.code == 1, "\(result.output)\(result.errors)")
    #expect(result.errors.contains("no trace is written of the run of 'young'"))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "runs").path)
    #expect(names.contains("young.txt") && !names.contains("young.jsonl"))
    let simulated = try Tool.run(["simulate", "r.rulebook"], in: folder)
    #expect(simulated.isExit && simulated.code == 2, "\(simulated.errors)")
    #expect(simulated.errors.contains("'age', has an instant for which traces have no place"))
  }
}
