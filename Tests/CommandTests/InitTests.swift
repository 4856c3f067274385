import Foundation
import Glibc
import Testing

@Suite("init") struct InitTests {
  @Test("What its README and its workflow run passes, and its rulebook is in the common layout")
  func passes() throws {
    let folder = try Folder()
    let written = try Tool.run(["init", "lib"], in: folder)
    #expect(written.code == 0 && written.errors == "")
    #expect(written.output == "lib is written; go on with: cd lib && medallion check\n")
    let texts = [
      try folder.read("lib/README.md"), try folder.read("lib/.github/workflows/rules.yml"),
    ]
    let commands = texts.flatMap { text in
      text.matches(of: /(?:    |- run: )(medallion .*)\n/).map { String($0.1) }
    }
    #expect(commands.count == 4)
    for command in commands + ["medallion format --check Models/Library/Library.rulebook"] {
      let result = try Tool.shell("cd lib && \(command)", in: folder)
      #expect(result.code == 0, "\(command): \(result.output)")
    }
    let check = try Tool.shell("cd lib && medallion check", in: folder).output
    #expect(check.contains("1 of 1 rulebook holds, 2 of 2 traces are as expected"))
    #expect(check.contains("lent-twice.jsonl  violates: line 2, wrongly accepted, lend"))
  }

  @Test("Without the line that the README names a run of two steps is shown")
  func broken() throws {
    let folder = try Folder()
    let result = try Tool.shell(
      """
      medallion init lib && cd lib && sed -i '/require book.reader is none/d' Models/Library/*.rulebook
      grep -q 'Now remove the line `require book.reader is none` from' README.md && medallion check
      """, in: folder)
    #expect(result.code == 1)
    #expect(result.output.contains("refuted oneReader"))
    #expect(result.output.contains("a run of 2 steps"))
  }

  private static let hostile = [
    "", ".", "..", "../x", "/tmp/x", "a/b", "a b", " a", "-x", ".x", "a\n", "a\u{1B}[2J",
    "a\u{202E}b",
    "ä", "a;b", "$x", "'", "\\", String(repeating: "x", count: 101),
    String(repeating: "x", count: 5_000),
  ]

  @Test("Other names are refused, with one line that hides nothing", arguments: hostile)
  func names(_ name: String) throws {
    let folder = try Folder()
    let result = try Tool.run(["init", "--", name], in: folder)
    #expect(result.code == 2 && result.isExit)
    #expect(result.errors.hasPrefix("error: cannot write the folder '"))
    #expect(result.errors.count { $0 == "\n" } == 1 && result.errors.utf8.count < 1_000)
    #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\u{202E}"))
    #expect(try folder.names == [])
  }

  @Test("An empty folder is filled; nothing is written over or beside what is there")
  func there() throws {
    let folder = try Folder()
    let result = try Tool.shell("mkdir empty && medallion init empty", in: folder)
    #expect(result.code == 0, "\(result.output)")
    try folder.write("file", "mine")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "link").path, withDestinationPath: "nowhere")
    let before = try folder.names
    for name in ["empty", "file", "link"] {
      let result = try Tool.run(["init", name], in: folder)
      #expect(result.code == 2)
      #expect(
        result.errors
          == "error: cannot write the folder '\(name)': it is there already, and not empty\n")
    }
    #expect(try folder.names == before)
    #expect(try folder.read("file") == "mine")
  }

  @Test("Where nothing can be written, nothing is, and one message says why")
  func unwritable() throws {
    let folder = try Folder()
    // Even the superuser cannot write there.
    let result = try Tool.shell("cd /proc/self && medallion init lib", in: folder)
    #expect(result.code == 2)
    #expect(result.output.hasPrefix("error: cannot write the folder "))
    // A file larger than allowed fails, in the midst of the folder.
    let full = try Tool.shell(
      "trap '' XFSZ; ulimit -f 1; exec medallion init lib", in: folder)
    #expect(full.code == 2, "\(full.output)")
    #expect(full.output.contains("File too large"))
    #expect(try folder.names == [])
  }

  @Test("Interrupted at any moment, it leaves the whole folder or none of it")
  func interrupted() throws {
    let folder = try Folder()
    _ = try Tool.run(["init", "whole"], in: folder)
    let whole = try Self.files(in: folder, "whole")
    #expect(whole.count == 9)
    var start = ContinuousClock.now
    _ = try Tool.run(["init", "first"], in: folder)
    let duration = ContinuousClock.now - start
    for (index, number) in [SIGTERM, SIGKILL, SIGINT, SIGTERM, SIGKILL, SIGINT].enumerated() {
      let process = Process()
      process.executableURL = try Tool.executable()
      process.arguments = ["init", "lib"]
      process.currentDirectoryURL = folder.url
      process.standardOutput = FileHandle.nullDevice
      start = .now
      try process.run()
      usleep(UInt32(duration / .microseconds(1) * Double(index + 1) / 7))
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      let files = try Self.files(in: folder, "lib")
      #expect(files.isEmpty || files == whole)
      if number != SIGKILL { #expect(try folder.names.allSatisfy { !$0.contains("partial") }) }
      for name in try folder.names where name == "lib" || name.hasPrefix(".") {
        try FileManager.default.removeItem(at: folder.url.appending(path: name))
      }
    }
  }

  private static func files(in folder: Folder, _ name: String) throws -> [String: Data] {
    let top = folder.url.appending(path: name)
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: top.path)) ?? []
    return paths.reduce(into: [:]) { $0[$1] = try? Data(contentsOf: top.appending(path: $1)) }
  }
}
