import Basics
import Rulebook
import Testing

@Suite("Mistakes beside broken syntax")
struct BrokenRulebookTests {
  private func mistakes(_ text: String) -> [String] {
    let source = SourceText(path: "broken", bytes: Array(text.utf8))
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    return compilation.diagnostics.filter { $0.severity == .error }.map { diagnostic in
      "\(diagnostic.span.map { source.line(at: $0.lower) } ?? 0) \(diagnostic.id)"
    }
  }

  private static let book = """
    rulebook R
    requirements "r.tsv"
    entity Lift
      load: Int = 0
    event enter(lift: Lift) from rider
      require lift.laod < 3
      lift.load += 1
    event leave(lift: Lift) from rider
      lift.load -= missing
    invariant light
      all l: Lift: l.load <= 3

    """

  @Test("A mistake elsewhere is told with them")
  func both() {
    #expect(mistakes(Self.book) == ["6 unknown-name", "9 unknown-name"])
    let broken = Self.book.replacing("leave(lift: Lift)", with: "leave(lift: Lift")
    #expect(mistakes(broken) == ["6 unknown-name", "8 expected-token"])
  }

  @Test("What a broken declaration would have declared is not missed")
  func noConsequences() {
    let right = Self.book.replacing("laod", with: "load").replacing("missing", with: "1")
    #expect(mistakes(right) == [])
    #expect(
      mistakes(right.replacing("entity Lift", with: "entity Lift {")).allSatisfy {
        $0.hasSuffix("-token")
      })
  }

  @Test("A declaration that is broken makes no other wrong", arguments: Fixture.allCases)
  func shipped(_ fixture: Fixture) throws {
    let lines = String(decoding: try fixture.bytes(), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.dropFirst(3).filter { lines[$0].first?.isLetter ?? false }
    var random = SplitMix64(seed: 5)
    for _ in 0..<12 {
      let start = starts[Int(random.next() % UInt64(starts.count))]
      var changed = lines
      let words = changed[start].split(separator: " ")
      changed[start] = Substring(([words[0], ") ("] + words.dropFirst()).joined(separator: " "))
      let found = mistakes(changed.joined(separator: "\n"))
      #expect(!found.isEmpty)
      #expect(found.allSatisfy { $0.hasPrefix("\(start + 1) ") }, "\(changed[start]): \(found)")
    }
  }
}
