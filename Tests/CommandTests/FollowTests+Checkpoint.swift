import Foundation
import Testing

/// What was told before an interruption is not told again, and nothing in between is left out.
extension FollowTests {
  private static let keeping = ["--checkpoint", "c", "--checkpoint-every", "1ms"]

  private func findings(_ running: Running) -> [String] {
    running.text.split(separator: "\n").filter { $0.contains(#""type":"finding""#) }.map(
      String.init)
  }

  @Test("After an interruption it goes on behind the last line")
  func goesOn() throws {
    let folder = try folder()
    try folder.write("t", Self.bad(0) + #"{"at":1,"ev"#)
    let first = try follow("t", Self.keeping, in: folder)
    #expect(first.wait(lines: 1))
    #expect(first.interrupt() == 1)
    try append(#"ent":"leave","lift":"B"}"# + "\n" + Self.good + Self.bad(2), to: "t", in: folder)
    let second = try follow("t", Self.keeping, in: folder)
    // Two rejections of what goes back in time are none: both findings are of lines to come.
    #expect(second.wait(lines: 2))
    _ = second.interrupt()
    #expect(findings(first).count == 1)
    #expect(findings(second).allSatisfy { !$0.contains(#""line":1,"#) })
    #expect(findings(second).contains { $0.contains(#""line":2,"#) })
    #expect(second.text.contains(#""lines":4,"#))
  }

  @Test("What waits for its turn is told once, by whoever goes on")
  func waits() throws {
    let folder = try folder()
    try folder.write("t", Self.bad(0) + Self.bad(60_000))
    let options = Self.keeping + ["--reorder", "5s"]
    let first = try follow("t", options, in: folder)
    #expect(first.wait(lines: 1))
    #expect(first.interrupt() == 1)
    #expect(first.text.contains("1 line waits within the reorder window"))
    try append(Self.bad(120_000), to: "t", in: folder)
    let second = try follow("t", options, in: folder)
    #expect(second.wait(lines: 1))
    #expect(second.interrupt() == 1)
    #expect(findings(first).count == 1 && findings(second).count == 1)
    #expect(findings(second).allSatisfy { $0.contains(#""line":2,"#) })
  }

  @Test("Killed, it tells at most once more what it told since it was kept")
  func killed() throws {
    let folder = try folder()
    try folder.write("t", Self.bad(0))
    let first = try follow("t", Self.keeping, in: folder)
    #expect(first.wait(lines: 1))
    kill(first.process.processIdentifier, SIGKILL)
    first.process.waitUntilExit()
    try append(Self.bad(1), to: "t", in: folder)
    let second = try follow("t", Self.keeping, in: folder)
    #expect(second.wait { findings($0).contains { $0.contains(#""line":2,"#) } })
    #expect(second.interrupt() == 1)
    let told = Set(findings(first) + findings(second))
    #expect(told.count == 2)
  }

  @Test("A file that was rotated meanwhile is read to its end under its new name")
  func rotatedMeanwhile() throws {
    let folder = try folder()
    try folder.write("t", Self.bad(0))
    let first = try follow("t", Self.keeping, in: folder)
    #expect(first.wait(lines: 1))
    #expect(first.interrupt() == 1)
    try append(Self.bad(1), to: "t", in: folder)
    let files = FileManager.default
    let (old, new) = (folder.url.appending(path: "t.1"), folder.url.appending(path: "t"))
    try files.moveItem(at: new, to: old)
    try folder.write("t", Self.bad(2))
    let second = try follow("t", Self.keeping, in: folder)
    #expect(second.wait(lines: 2))
    #expect(second.interrupt() == 1)
    #expect(findings(second).map { $0.contains(#""line":2,"#) } == [true, false])
    #expect(second.text.contains("rotated while nothing followed it"))
    // What was left to read is gone.
    try append(Self.bad(3), to: "t", in: folder)
    try files.removeItem(at: old)
    try files.moveItem(at: new, to: old)
    try folder.write("t", Self.bad(4))
    try files.removeItem(at: old)
    let third = try Tool.run(
      ["replay", "lift.rulebook", "t", "--follow", "--format", "jsonl"] + Self.keeping, in: folder)
    #expect(third.code == 2)
    #expect(third.errors.contains("what was not read of the old file is gone"))
  }

  @Test("What cannot be told is told by the next run")
  func unwritable() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let folder = try folder()
    try folder.write("t", Self.bad(0))
    let command = ["replay", "lift.rulebook", "t", "--follow", "--format", "jsonl"] + Self.keeping
    let first = try Tool.run(command, in: folder, output: full)
    #expect(first.code == 2)
    #expect(first.errors.contains("No space left on device"))
    let second = try follow("t", Self.keeping, in: folder)
    #expect(second.wait(lines: 1))
    #expect(second.interrupt() == 1)
    #expect(findings(second).count == 1)
  }
}
