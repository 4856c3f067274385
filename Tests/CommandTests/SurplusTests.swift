import Foundation
import Testing

@Suite("What the proofs would not miss")
struct SurplusTests {
  /// `weighed` needs `counted`; nothing needs `spare`.
  private static let book = """
    rulebook Lift
    requirements "r.tsv"
    type State = closed | open
    entity Lift
      state:   State = closed
      load:    Int = 0
      visits:  Int = 0
      painted: Bool = false
    entity Rider
    event enter(lift: Lift) from rider
      require lift.state is open [L1]
      require lift.load < 3 [L1]
      require lift.load < 9
      lift.load += 1
      lift.visits += 1
    event open(lift: Lift) from system
      require lift.state is closed [L1]
      require not lift.painted
      lift.state = open
    event paint(lift: Lift) from painter
      require not lift.painted
      lift.painted = true
    event leave(lift: Lift) from rider
      require lift.load > 0
      lift.load -= 1
    lemma counted
      all l: Lift: l.visits >= 0
    lemma spare
      all l: Lift: l.load >= 0
    invariant light [L1] "Never more than the lift bears."
      all l: Lift: l.load <= 3
    invariant weighed [L1] "What a lift bears and has borne is something."
      all l: Lift: l.load + l.visits >= 0
    measure closed count l: Lift where l.state is closed

    """

  private func folder(_ book: String = book) throws -> Folder {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\nL1\ta\tstate\tOne.\n")
    try folder.write("r.rulebook", book)
    return folder
  }

  @Test("Lemmas, rules and state that no proof would miss")
  func text() throws {
    let result = try Tool.run(["verify", "r.rulebook", "--surplus"], in: folder())
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let start = try #require(result.output.range(of: "What the proofs would not miss\n"))
    let text = result.output[start.upperBound...].components(separatedBy: "\n\n")[0]
    #expect(
      text == """
          lemmas that no proof needs: spare
          4 rules could change without any property noticing:
            line 11 require lift.state is open  [L1]  enter
            line 13 require lift.load < 9  enter
            line 18 require not lift.painted  open
            line 21 require not lift.painted  paint
          redundant: line 13 require lift.load < 9  enter
            follows from require lift.load < 3
          state that no property mentions: Lift.painted
        """)
  }

  @Test("What is told can be done: without it everything is proved all the same")
  func true_() throws {
    var book = Self.book
    for line in [
      "  require lift.state is open [L1]\n", "  require lift.load < 9\n",
      "  require not lift.painted\n", "lemma spare\n  all l: Lift: l.load >= 0\n",
    ] {
      #expect(book.contains(line))
      book = book.replacing(line, with: "")
    }
    let without = try Tool.run(["verify", "r.rulebook"], in: folder(book))
    #expect(without.code == 0, "\(without.output)")
    // What is not told is needed.
    for line in [
      "  require lift.load < 3 [L1]\n", "  require lift.load > 0\n",
      "  require lift.state is closed [L1]\n", "lemma counted\n  all l: Lift: l.visits >= 0\n",
    ] {
      let fewer = Self.book.replacing(line, with: "")
      #expect(fewer != Self.book)
      let result = try Tool.run(["verify", "r.rulebook"], in: folder(fewer))
      #expect(result.code != 0, "without \(line)\(result.output)")
    }
  }

  @Test("Of two lemmas that do for each other, one is spare")
  func spare() throws {
    let book = Self.book.replacing(
      "lemma spare\n",
      with: "lemma twice\n  all l: Lift: l.visits + l.visits >= 0\nlemma spare\n")
    let result = try Tool.run(
      ["verify", "r.rulebook", "--surplus", "--format", "json"], in: folder(book))
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let surplus = document.surplus
    #expect(surplus.unneededLemmas.count == 2)
    #expect(surplus.unneededLemmas.contains("spare"))
    #expect(Set(surplus.unneededLemmas).isSubset(of: ["counted", "twice", "spare"]))
    #expect(
      surplus.spareLemmas == ["counted", "twice"].filter { !surplus.unneededLemmas.contains($0) })
    #expect(surplus.redundantGuards.map(\.rule.line) == [13])
    #expect(surplus.unexplained == 0)
  }

  private struct Document: Decodable {
    struct Surplus: Decodable {
      struct Rule: Decodable { let line: Int }
      struct Redundancy: Decodable { let rule: Rule }

      let unneededLemmas: [String]
      let spareLemmas: [String]
      let redundantGuards: [Redundancy]
      let unexplained: Int
    }

    let surplus: Surplus
  }

  @Test("A guard that the language needs is no surplus")
  func narrowing() throws {
    let folder = try Folder()
    try folder.writeBook(
      """
      entity Zone
        open: Bool = true
      entity Taxi
        zone: Zone? = any
        calls: Int = 0
      event call(taxi: Taxi) from driver
        require taxi.zone is not none
        require taxi.zone.open
        taxi.calls = 1
      invariant few "Few calls."
        all t: Taxi: t.calls <= 1

      """)
    let result = try Tool.run(["verify", "r.rulebook", "--surplus"], in: folder)
    #expect(!result.output.contains("require taxi.zone is not none"), "\(result.output)")
    #expect(result.output.contains("require taxi.zone.open"))
  }
}
