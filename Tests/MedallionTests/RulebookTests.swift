import Foundation
import Medallion
import Testing

@Suite("The library compiles rulebooks") struct RulebookTests {
  @Test("A rulebook has its name, its digest and no warnings")
  func compiles() throws {
    let rulebook = try Loans.rulebook()
    #expect(rulebook.name == "Loans")
    #expect(rulebook.digest.count == 64)
    #expect(rulebook.warnings == [])
  }

  @Test("A mistake is told with its line and column")
  func mistake() throws {
    let text = Loans.text.replacing(
      "require book.reader is none", with: "require book.raeder is none")
    let error = try #require(throws: RulebookError.self) {
      try Rulebook(text: text, name: "Loans.rulebook")
    }
    let diagnostic = try #require(error.diagnostics.first)
    #expect(diagnostic.severity == .error && diagnostic.message.contains("raeder"))
    #expect(diagnostic.line == 11 && diagnostic.column == 16)
    #expect(error.description.hasPrefix("Loans.rulebook:11:16: error: "))
  }

  @Test("A file is read with the requirements table beside it, and a missing one is told")
  func files() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Loans.text, to: "Loans.rulebook")
    let error = try #require(throws: RulebookError.self) { try Rulebook(contentsOf: file) }
    #expect(error.diagnostics.map(\.id) == ["unreadable-table"])
    #expect(error.diagnostics.first?.line == 2)
    _ = try folder.write(Loans.requirements, to: "loans.tsv")
    #expect(try Rulebook(contentsOf: file).warnings == [])
    let more = Loans.requirements + "L2\thouse rules\tstate\tBooks are old.\n"
    _ = try folder.write(more, to: "loans.tsv")
    #expect(try Rulebook(contentsOf: file).warnings.map(\.id) == ["uncited"])
    let absent = try #require(throws: RulebookError.self) {
      try Rulebook(contentsOf: folder.url.appending(path: "absent.rulebook"))
    }
    #expect(absent.diagnostics.map(\.id) == ["unreadable-file"])
    #expect(absent.diagnostics.first?.line == nil)
  }

  @Test("A setting changes a parameter, and a wrong one is an error")
  func settings() throws {
    let text = "rulebook Times\nrequirements \"times.tsv\"\nparameter wait = 5 s\nentity A\n"
    #expect(throws: RulebookError.self) {
      try Rulebook(text: text, name: "t", settings: ["weight": "6 s"])
    }
    #expect(throws: Never.self) {
      try Rulebook(text: text, name: "t", settings: ["wait": "6 s"])
    }
  }
}
