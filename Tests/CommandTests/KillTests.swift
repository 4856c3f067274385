import Basics
import Foundation
import Glibc
import Testing

@Suite("Killed at any moment")
struct KillTests {
  /// What is asked for, into which folder, and what lets it be complete.
  static let commands: [(command: [String], folder: String)] = [
    (["verify", "r.rulebook", "--runs", "out"], "out"),
    (["export", "r.rulebook", "--to", "smtlib", "--output", "out"], "out"),
    (["certify", "r.rulebook", "--solver", "./honest", "--keep", "out"], "out"),
  ]

  private static let book =
    Book.refuted
    + (1...6).map { number in
      """
      event step\(number)(lift: Lift) from rider
        require lift.load > \(number)
        lift.load -= \(number)
      reach at\(number) "It bears \(number)."
        some l: Lift: l.load is \(number)

      """
    }.joined()

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Self.book)
    try folder.write("honest", "#!/bin/sh\nsed -n 's/.*:status \\([a-z]*\\).*/\\1/p' \"$1\"\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "honest").path)
    return folder
  }

  private func files(_ folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      files[name] = try Data(contentsOf: folder.appending(path: name))
    }
    return files
  }

  @Test("No file is ever half written", arguments: commands)
  func whole(command: [String], output: String) throws {
    let folder = try folder()
    var start = ContinuousClock.now
    _ = try Tool.run(command, in: folder)
    var duration = ContinuousClock.now - start
    let out = folder.url.appending(path: output)
    let complete = try files(out)
    #expect(complete.count > 5)
    var random = SplitMix64(seed: 5)
    var interrupted = 0
    for _ in 0..<12 {
      // It may have been killed before it wrote anything.
      try? FileManager.default.removeItem(at: out)
      let process = Process()
      process.executableURL = try Tool.executable()
      process.arguments = command
      process.currentDirectoryURL = folder.url
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      start = ContinuousClock.now
      try process.run()
      // Most of what is written is written late.
      let share =
        1 - Double.random(in: 0..<1, using: &random) * Double.random(in: 0..<1, using: &random)
      usleep(UInt32(duration / .microseconds(1) * share))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal {
        interrupted += 1
      } else {
        // The machine was busier when the time was taken.
        duration = ContinuousClock.now - start
      }
      for (name, content) in try files(out) {
        let whole = name.contains(".partial") ? nil : complete[name]
        // A complete file that has not got its name yet is no harm.
        let isWhole = whole.map { $0 == content } ?? complete.values.contains(content)
        #expect(isWhole, "\(name)")
      }
    }
    #expect(interrupted > 0)
  }

  @Test("A manifest is of the scripts beside it: it goes first and comes last")
  func manifest() throws {
    let folder = try folder()
    let export = ["export", "r.rulebook", "--to", "smtlib", "--output", "out"]
    #expect(try Tool.run(export, in: folder).code == 0)
    // Scripts that cannot be replaced end the export.
    let script = folder.url.appending(path: "out/possible-enter.smt2")
    try FileManager.default.removeItem(at: script)
    try FileManager.default.createDirectory(at: script, withIntermediateDirectories: true)
    try folder.write("out/possible-enter.smt2/inside", "")
    #expect(try Tool.run(export, in: folder).code == 2)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "out").path)
    #expect(!names.contains("manifest.json"))
    #expect(!names.contains { $0.contains(".partial") })
  }
}
