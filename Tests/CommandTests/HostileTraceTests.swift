import Foundation
import Testing

/// Traces that nobody should write, each with what `medallion replay` says about it.
@Suite("Hostile traces")
struct HostileTraceTests {
  static let fixtures = Tool.root.appending(path: "Tests/Fixtures/hostile")

  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
    return files.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
  }

  /// A folder with the rulebook of the fixtures.
  private func folder() throws -> Folder {
    let folder = try Folder()
    for name in ["Lamp.rulebook", "requirements.tsv"] {
      try folder.write(name, try Data(contentsOf: Self.fixtures.appending(path: name)))
    }
    return folder
  }

  private func replay(_ trace: String, in folder: Folder) throws -> Tool.Result {
    let result = try Tool.run(["replay", "Lamp.rulebook", trace], in: folder)
    #expect(result.isExit)
    return result
  }

  @Test("Each says what is wrong, and where", arguments: names)
  func fixture(name: String) throws {
    let folder = try folder()
    let trace = "\(name).jsonl"
    try folder.write(trace, try Data(contentsOf: Self.fixtures.appending(path: trace)))
    let result = try replay(trace, in: folder)
    let expected = try String(
      contentsOf: Self.fixtures.appending(path: "\(name).txt"), encoding: .utf8)
    #expect("exit \(result.code)\n\(result.output)" == expected)
    #expect(result.errors == "")
  }

  @Test("The fixtures are found")
  func found() { #expect(Self.names.count >= 30) }

  @Test("Nested a hundred thousand deep")
  func deep() throws {
    let folder = try folder()
    try folder.write(
      "t.jsonl",
      String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "\n")
    let result = try replay("t.jsonl", in: folder)
    #expect(result.code == 3)
    #expect(result.output.contains("nested more than 64 deep"))
  }

  @Test("A hundred megabytes on one line, in little memory")
  func large() throws {
    let folder = try folder()
    try folder.write("t.jsonl", "x")
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: "t.jsonl"))
    try handle.truncate(atOffset: 100 << 20)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("\n".utf8))
    try handle.close()
    let result = try replay("t.jsonl", in: folder)
    #expect(result.code == 3)
    #expect(result.output.contains("longer than a line of a trace may be"))
  }

  @Test("Files that are none")
  func files() throws {
    let folder = try folder()
    try folder.write("plain", "")
    for (name, words) in [
      ("gone.jsonl", "No such file or directory"), (".", "it is a folder"),
      ("plain/below", "Not a directory"), ("\u{1B}[2J", "\\u{1B}[2J"),
    ] {
      let result = try replay(name, in: folder)
      #expect(result.code == 2)
      #expect(result.output == "")
      #expect(result.errors.localizedCaseInsensitiveContains(words), "\(result.errors)")
    }
  }

  @Test("Strictly, one line that cannot be used is a wrong input")
  func strict() throws {
    let folder = try folder()
    try folder.write("t.jsonl", "42\n")
    let result = try Tool.run(["replay", "Lamp.rulebook", "t.jsonl", "--strict"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("t.jsonl:1: a line must be an object"))
  }
}
