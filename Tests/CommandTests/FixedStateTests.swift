import Foundation
import Testing

/// Fixed state and axioms, from the proof to the replay.
@Suite("Fixed state in the commands")
struct FixedStateCommandTests {
  private static let book = """
    rulebook Boxes
    requirements "r.tsv"

    entity Box
      fixed size: Int = any
      fill:       Int = 0

    axiom sized [B1] "Every box holds something."
      all b: Box: b.size >= 1

    event put(box: Box) from user
      require box.fill < box.size
      box.fill += 1

    event crush(box: Box) from user
      require box.fill < 5
      require box.size < 1
      box.fill = 0

    invariant fits
      all b: Box: b.fill <= b.size

    reach full after put
      box.fill is box.size

    """

  private func folder(_ book: String = Self.book) throws -> Folder {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\nB1\ta\tstate\tOne.\n")
    try folder.write("r.rulebook", book)
    return folder
  }

  @Test("An axiom holds in every state, and the verdicts name it")
  func verify() throws {
    let result = try Tool.run(["verify", "r.rulebook"], in: folder())
    #expect(result.code == 3)
    #expect(result.output.contains("assumed  axiom      sized  B1"))
    #expect(result.output.contains("proved   invariant  fits"))
    #expect(result.output.contains("'crush' is impossible: 'require box.size < 1' never holds"))
    #expect(result.output.contains("2 assumed") == false)
    #expect(result.output.contains("assumed: sized"))
  }

  @Test("Without the axiom the event is possible")
  func without() throws {
    let book = Self.book.replacing("b.size >= 1", with: "b.size >= 0")
    let result = try Tool.run(["verify", "r.rulebook"], in: folder(book))
    #expect(result.code == 0)
    #expect(!result.output.contains("impossible"))
  }

  @Test("Axioms that contradict each other prove nothing")
  func contradiction() throws {
    let book = Self.book.replacing("b.size >= 1", with: "b.size >= 1 and b.size < 1")
    let result = try Tool.run(["verify", "r.rulebook"], in: folder(book))
    #expect(result.code == 3)
    #expect(result.output.contains("no start satisfies the axioms"))
    #expect(!result.output.contains("proved   invariant"))
  }

  @Test("Random runs keep to it; a trace that does not is told so, and is no violation")
  func replay() throws {
    let folder = try folder()
    let simulate = [
      "simulate", "r.rulebook", "--events", "20", "--seed", "3", "--output", "t.jsonl",
    ]
    #expect(try Tool.run(simulate, in: folder).code == 0)
    #expect(try Tool.run(["replay", "r.rulebook", "t.jsonl"], in: folder).code == 0)
    try folder.write("w.jsonl", "{\"at\":0,\"observe\":{\"size\":{\"A\":0}}}\n")
    let broken = try Tool.run(["replay", "r.rulebook", "w.jsonl"], in: folder)
    #expect(broken.output.contains("assumption broken"), "\(broken.output)")
    #expect(broken.output.contains("sized"))
  }
}
