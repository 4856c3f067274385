import Foundation
import Testing

@Suite("Answers of earlier runs")
struct CacheTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writeBook(Book.proved)
  }

  private var home: URL { folder.scratch.appending(path: "cache") }

  /// On a terminal, which is where answers are kept.
  private func verify(_ options: [String] = [], ci: String = "") throws -> String {
    try Terminal.run(
      ["verify", "r.rulebook"] + options, columns: 80, in: folder,
      environment: ["XDG_CACHE_HOME": home.path, "CI": ci, "NO_COLOR": "1"]
    ).text
  }

  private func file() throws -> URL {
    let kept = home.appending(path: "medallion")
    let names = try FileManager.default.contentsOfDirectory(atPath: kept.path)
    #expect(names.count == 1)
    return kept.appending(path: try #require(names.first))
  }

  @Test("What has not changed is not asked again, and marked")
  func kept() throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    #expect(try !verify().contains("cached"))
    #expect(try verify().contains("proved  invariant  light    cached"))
    #expect(try !verify(["--no-cache"]).contains("cached"))
    // Another event and another name change nothing about it.
    let book = try folder.read("r.rulebook")
    try folder.write(
      "r.rulebook", book.replacing("enter", with: "board") + "// the end\n")
    #expect(try verify().contains("proved  invariant  light    cached"))
    // Another rule does.
    try folder.write("r.rulebook", book.replacing("+= 1", with: "+= 2"))
    let changed = try verify()
    #expect(changed.contains("refuted       invariant  light"))
    #expect(!changed.contains("light    cached"))
  }

  @Test("Other options ask anew")
  func options() throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    _ = try verify()
    for options in [["--seed", "2"], ["--rlimit", "1000000"], ["--set", "most=4"]] {
      #expect(try !verify(options).contains("cached"))
    }
  }

  @Test("In CI, for files, JSON and pipes nothing is taken from it, and nothing put there")
  func reports() throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    _ = try verify()
    let before = try Data(contentsOf: file())
    #expect(try !verify(ci: "true").contains("cached"))
    #expect(try !verify(["--format", "json"]).contains("isCached"))
    #expect(try !verify(["--stability", "2"]).contains("cached"))
    _ = try verify(["--output", "result.txt"])
    #expect(try !folder.read("result.txt").contains("cached"))
    let piped = try Tool.run(
      ["verify", "r.rulebook"], in: folder, environment: ["XDG_CACHE_HOME": home.path])
    #expect(!piped.output.contains("cached"))
    #expect(try Data(contentsOf: file()) == before)
  }

  @Test("A damaged cache is told of, left out, and made anew")
  func damaged() throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    _ = try verify()
    let whole = try Data(contentsOf: file())
    let text = String(decoding: whole, as: UTF8.self)
    // Cut off at any place, another answer, another line, no text at all.
    let damaged = [
      Data(), whole.prefix(40), whole.dropLast(1), whole.dropFirst(1),
      Data(text.replacing(" unsat ", with: " sat ", maxReplacements: 1).utf8),
      Data((text + text).utf8), Data([0xFF, 0x00, 0xFE]),
    ]
    for bytes in damaged {
      #expect(bytes != whole)
      try bytes.write(to: file())
      let result = try verify()
      #expect(result.contains("is damaged; it is left out and made anew"))
      #expect(!result.contains("cached"))
      #expect(try Data(contentsOf: file()) == whole)
    }
    #expect(try verify().contains("cached"))
  }

  @Test("Where there is no place for it, it is done without")
  func nowhere() throws {
    try Data().write(to: home)
    #expect(try !verify().contains("cached"))
    #expect(try verify().contains("proved  invariant  light"))
  }
}
