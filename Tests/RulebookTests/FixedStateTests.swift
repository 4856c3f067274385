import Basics
import Rulebook
import Testing

@Suite("Fixed state and axioms")
struct FixedStateTests {
  private func diagnostics(_ marked: String) -> (found: [String], expected: [String]) {
    let text = """
      rulebook R
      requirements "r.tsv"
      entity Box
        fixed size: Int = any
        fill: Int = 0
      entity Parcel
        fixed weight: Int
        box: Box
      state fixed most: Int = 9
      event put(b: Box) from a -> new p: Parcel
        require b.fill < b.size and b.size < most
        b.fill += 1
        p.weight = b.size
        p.box = b
      invariant known
        all p: Parcel: p.weight >= 0 and p.box.size >= 0

      """
    let marked = MarkedSource(text + marked)
    let compilation = Small.compile(marked.source)
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    return (errors.map(marked.source.mark), marked.expected)
  }

  @Test(
    "What is fixed is written by the event that introduces its owner, and by no other",
    arguments: [
      "",
      "event e(b: Box) from a\n  b.size = 3\n  ^ writes-fixed",
      "event e(p: Parcel) from a\n  p.weight = 3\n  ^ writes-fixed",
      "event e() from a\n  most += 1\n  ^ writes-fixed",
      "effect f(b: Box)\n  b.size = 3\nevent e(b: Box) from a\n  f(b)\n  ^ writes-fixed",
    ])
  func writes(_ text: String) {
    let (found, expected) = diagnostics(text)
    #expect(found == expected)
  }

  @Test(
    "An axiom speaks of nothing that can change",
    arguments: [
      "axiom x\n  all b: Box: b.size <= most",
      "axiom x\n  all b: Box: b.fill <= 3\n  ^ axiom-of-change",
      "axiom x\n  all p: Parcel: p.weight > 0\n  ^ axiom-of-change",
      "axiom x after put\n      ^ events-here\n  most > 0",
    ])
  func axioms(_ text: String) {
    let (found, expected) = diagnostics(text)
    #expect(found == expected)
  }

  @Test("A guard that never holds is told before any proof")
  func neverTrue() {
    let source = SourceText(
      path: "r",
      text: """
        rulebook R
        requirements "r.tsv"
        parameter most = 3
        entity Box
          fill: Int = 0
        event put(b: Box) from a
          require 4 <= most
          require b.fill < most
          b.fill += 1
        """)
    let compilation = Small.compile(source)
    #expect(compilation.rules != nil)
    #expect(compilation.diagnostics.filter { $0.severity == .warning }.map(\.id) == ["never-true"])
  }
}
