import Findings
import Rulebook
import Testing
import Verification

/// Events that are enabled and have no meaning.
@Suite struct UndefinedTests {
  static let text = """
    rulebook Shelf
    requirements "none.tsv"

    entity Shelf
      books: Queue<Book>

    entity Book
      lent: Bool = false

    event put(shelf: Shelf, book: Book) from clerk
      append book to shelf.books

    event lend(book: Book) from reader
      require not book.lent
      book.lent = true

    invariant inPlace "No book is lent."
      all b: Book: not b.lent
    """

  @Test func theShortestRunEndsInTheEvent() throws {
    let rules = try Fixture.rules(Self.text)
    let put = try #require(rules.events.firstIndex { $0.name == "put" })
    guard case .found(let found) = try Searcher(rules).answer(to: .undefined(event: put)) else {
      Issue.record("not found")
      return
    }
    let run = found.run
    #expect(run.steps.map(\.event) == ["put", "put"])
    #expect(run.steps.last?.changes == [])
    #expect(run.failure == ["it is in the queue Shelf.books already"])
  }

  /// A guard without a value is a fault of its event; the others go on.
  @Test(arguments: [false, true])
  func guardsWithoutAValue(isSlow: Bool) throws {
    let rules = try Fixture.rules(
      """
      rulebook Staff
      requirements "none.tsv"
      entity Worker
        rank: Int = 0
        boss: Worker? = none
      event promote(worker: Worker) from office
        worker.rank += 1
      event dismiss(worker: Worker) from office
        require worker.rank > 0 and worker.boss!.rank > 3
        worker.boss = none
      invariant low "Nobody gets far."
        all w: Worker: w.rank < 3
      """)
    var budget = Searcher.Budget()
    budget.isSlow = isSlow
    let questions: [Searcher.Question] = [.undefined(event: 1), .violation(property: 0)]
    let answers = try Searcher(rules, budget).answers(to: questions)
    let runs = questions.compactMap { question -> Run? in
      guard case .found(let found)? = answers[question] else { return nil }
      return found.run
    }
    #expect(
      runs.map { $0.steps.map(\.event) } == [
        ["promote", "dismiss"], ["promote", "promote", "promote"],
      ])
    #expect(runs.first?.failure == ["a value is needed here, but there is none"])
  }

  /// In what the slice for the loans leaves out, and in a guard, which it does not.
  @Test(arguments: ["", "require account.balance * 10 > 0"], [false, true])
  func numbersThatOutgrowAreNoFault(guarding: String, isSlow: Bool) throws {
    let rules = try Fixture.rules(
      """
      rulebook Bank
      requirements "none.tsv"
      entity Account
        balance: Int = 1
        loans: Int = 0
      event lend(account: Account) from user
        \(guarding)
        account.balance = account.balance * 1000000
        account.loans += 1
      invariant few "Nobody takes many loans."
        all a: Account: a.loans <= 7
      """)
    var budget = Searcher.Budget()
    budget.isSlow = isSlow
    let few = Searcher.Question.violation(property: 0)
    let answers = try Searcher(rules, budget).answers(to: [few, .timelock, .lasso])
    guard case .nothing = answers[few] else {
      Issue.record("no run has so many loans")
      return
    }
  }

  @Test func itDoesNotKeepOthersFromBeingAnswered() throws {
    let rules = try Fixture.rules(Self.text)
    let questions: [Searcher.Question] = [
      .undefined(event: 0), .violation(property: 0), .timelock, .lasso,
    ]
    let answers = try Searcher(rules).answers(to: questions)
    #expect(Set(answers.keys) == Set(questions))
    guard case .found(let found) = answers[.violation(property: 0)] else {
      Issue.record("not refuted")
      return
    }
    let run = found.run
    #expect(run.steps.map(\.event) == ["lend"])
    guard case .nothing(_, nil, []) = answers[.timelock] else {
      Issue.record("time sticks")
      return
    }
  }
}
