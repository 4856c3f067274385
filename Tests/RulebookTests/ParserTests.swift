import Diagnostics
import Rulebook
import Testing

@Suite("Parser")
struct ParserTests {
  @Test("The example rulebooks parse without a diagnostic", arguments: Fixture.allCases)
  func fixtures(_ fixture: Fixture) throws {
    let source = try fixture.source()
    let parsed = Parser.parse(source)
    #expect(parsed.diagnostics.map(source.mark) == [])
    #expect(parsed.book?.name.text == fixture.rawValue)
  }
}
