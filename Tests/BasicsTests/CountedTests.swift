import Basics
import Testing

@Suite("A number and its noun")
struct CountedTests {
  @Test("Only one is singular")
  func nouns() {
    #expect(
      [0, 1, 2, 11].map { counted($0, "line") } == ["0 lines", "1 line", "2 lines", "11 lines"])
    #expect(counted(1, "vertex", plural: "vertices") == "1 vertex")
    #expect(counted(2, "vertex", plural: "vertices") == "2 vertices")
  }
}
