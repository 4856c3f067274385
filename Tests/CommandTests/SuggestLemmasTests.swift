import Foundation
import Testing

@Suite("medallion verify --suggest-lemmas")
struct SuggestLemmasTests {
  private let verify = ["verify", "r.rulebook", "--suggest-lemmas"]

  @Test("What is printed can be pasted, and mends it")
  func pasted() throws {
    let folder = try Folder()
    try folder.writeBook(Book.open)
    let result = try Tool.run(verify, in: folder)
    #expect(result.code == 3, "\(result.output)\(result.errors)")
    let lemmas = [
      "lemma liftLoad\n  all l: Lift: l.load is 0\n",
      "lemma liftSpare\n  all l: Lift: l.spare is 0\n",
    ]
    for lemma in lemmas { #expect(result.output.contains(lemma), "\(result.output)") }
    #expect(result.output.contains("proved with them: light\n"))
    #expect(result.output.contains("not reachable, by the lemmas below"))
    try folder.writeBook(Book.open + lemmas.joined())
    #expect(try Tool.run(verify, in: folder).code == 0)
  }

  @Test("The JSON has them too, the same whatever the number of jobs")
  func json() throws {
    let folder = try Folder()
    try folder.writeBook(Book.open)
    let texts = try ["1", "3"].map { jobs in
      let arguments = verify + ["--format", "json", "--jobs", jobs]
      return try Tool.run(arguments, in: folder).output
        .split(separator: "\n").filter { !$0.contains("\"seconds\"") }.joined(separator: "\n")
    }
    #expect(texts[0].contains("\"formula\" : \"all l: Lift: l.spare is 0\""))
    #expect(texts[0] == texts[1])
  }

  @Test("What a run breaks stays refuted, and has no lemma")
  func refuted() throws {
    let folder = try Folder()
    try folder.writeBook(Book.refuted)
    let result = try Tool.run(verify, in: folder)
    #expect(result.code == 1)
    #expect(!result.output.contains("\nlemma "))
    #expect(result.output.contains("not proved with them either: light\n"))
  }

  @Test("Nothing is suggested where all is proved")
  func proved() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    let result = try Tool.run(verify, in: folder)
    #expect(result.code == 0)
    #expect(!result.output.contains("suggested lemmas"))
  }

  @Test("How far runs were looked for is said")
  func searched() throws {
    let folder = try Folder()
    try folder.writeBook(Book.open)
    let result = try Tool.run(["verify", "r.rulebook"], in: folder)
    #expect(result.output.contains("no reachable state with Lift=3 breaks it: all were looked at"))
    #expect(result.output.contains("not shown to be reachable"))
  }
}
