import Foundation
import Testing

@Suite("Progress and limits")
struct ProgressTests {
  /// That of twelve values out of eleven two are the same: true, and long to prove.
  private static let pigeons: String = {
    let holes = (1...11).map { "h\($0)" }.joined(separator: " | ")
    let states = (1...12).map { "state p\($0): Hole = any\n" }.joined()
    var pairs: [String] = []
    for a in 1...12 { for b in 1..<a { pairs.append("p\(a) is p\(b)") } }
    return "type Hole = \(holes)\n\(states)invariant shared \"Two share a hole.\"\n"
      + "  \(pairs.joined(separator: " or "))\n"
  }()

  @Test("A solver that runs away is stopped, and that is what is said")
  func stopped() throws {
    let folder = try Folder()
    try folder.writeBook(Self.pigeons)
    let start = ContinuousClock.now
    let result = try Tool.run(
      ["verify", "r.rulebook", "--rlimit", "4000000000", "--limit", "1"], in: folder)
    #expect(result.code == 3, "\(result.output)\(result.errors)")
    #expect(result.output.contains("undecided     invariant  shared"))
    #expect(result.output.contains("limit: the solver was stopped after 1 s at initial"))
    // Without that it takes minutes.
    #expect(ContinuousClock.now - start < .seconds(120))
  }

  @Test("The resource limit is told as such")
  func resources() throws {
    let folder = try Folder()
    try folder.writeBook(Self.pigeons)
    let result = try Tool.run(["verify", "r.rulebook", "--rlimit", "200000"], in: folder)
    #expect(result.code == 3)
    #expect(result.output.contains("limit: the resource limit ended the proof at initial"))
  }

  @Test("Who watches sees how far it is; a pipe stays clean")
  func watched() throws {
    let folder = try Folder()
    try folder.writeBook(Self.pigeons)
    let verify = ["verify", "r.rulebook", "--rlimit", "200000"]
    let seen = try Terminal.run(verify, columns: 100, in: folder)
    #expect(seen.text.contains("\r\u{1B}[KR: proving"))
    #expect(seen.text.contains(" of 2 obligations, about "))
    #expect(seen.text.contains("slowest initial, "))
    let piped = try Tool.run(verify, in: folder)
    #expect(!piped.errors.contains("proving"))
  }

  @Test("A terminal that understands no sequences gets none")
  func dumb() throws {
    let folder = try Folder()
    try folder.writeBook(Self.pigeons)
    let seen = try Terminal.run(
      ["verify", "r.rulebook", "--rlimit", "200000"], columns: 100, in: folder,
      environment: ["TERM": "dumb"])
    #expect(seen.code == 3)
    #expect(seen.text.contains("undecided     invariant  shared"), "\(seen.text)")
    #expect(!seen.text.contains("\u{1B}") && !seen.text.contains("\r"), "\(seen.text)")
  }

  @Test("Who interrupts finds no half a line")
  func interrupted() throws {
    let seen = try Terminal.run(
      ["lockstep", Tool.model("MyTaxiService"), "--inputs", "1000000000"], columns: 100,
      in: Folder(), interruptedAt: "commands, about")
    #expect(seen.code == 2)
    #expect(seen.text.hasSuffix("\r\u{1B}[K"), "\(seen.text.suffix(80))")
  }

  @Test("In CI a line is written every ten seconds at most, and nowhere else")
  func continuous() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    try folder.write(
      "slow", "#!/bin/sh\n[ \"$1\" = --version ] || sleep 15\necho unknown\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "slow").path)
    let certify = ["certify", "r.rulebook", "--solver", "./slow", "--jobs", "64"]
    let start = ContinuousClock.now
    let result = try Tool.run(certify, in: folder, environment: ["CI": "true"])
    let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("R: certifying") }
    #expect(!lines.isEmpty, "\(result.errors)")
    #expect(lines.count <= Int((ContinuousClock.now - start).components.seconds) / 10)
    #expect(!result.errors.contains("\u{1B}"))
  }
}
