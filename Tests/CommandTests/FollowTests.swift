import Foundation
import Testing

/// Everything waits for output, never for time alone.
@Suite("Traces that are still being written")
struct FollowTests {
  static let good = #"{"at":0,"event":"enter","lift":"A"}"# + "\n"
  /// Of a lift each: what is wrong with one once more follows from the first time.
  static func bad(_ at: Int) -> String { leave(at, "L\(at)") }
  static func leave(_ at: Int, _ lift: String) -> String {
    #"{"at":\#(at),"event":"leave","lift":"\#(lift)"}"# + "\n"
  }

  func folder() throws -> Folder {
    let folder = try Folder()
    for name in ["lift.rulebook", "lift.tsv"] {
      try folder.write(
        name, try Data(contentsOf: ReplayFormatTests.fixtures.appending(path: name)))
    }
    return folder
  }

  /// A running tool whose output goes to a file.
  struct Running {
    let process: Process
    let output: URL

    var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// Waits until so many lines have been written.
    func wait(lines: Int) -> Bool { wait { $0.text.split(separator: "\n").count >= lines } }

    /// Waits until what was written is as it is wanted, for a minute at most.
    func wait(until isThere: (Running) -> Bool) -> Bool {
      for _ in 0..<1_200 {
        if isThere(self) { return true }
        Thread.sleep(forTimeInterval: 0.05)
      }
      return false
    }

    /// Ends it as a person does.
    func interrupt() -> Int32 {
      process.interrupt()
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }

  func follow(
    _ trace: String, _ options: [String] = [], in folder: Folder, input: Pipe? = nil
  ) throws -> Running {
    let process = Process()
    process.executableURL = try Tool.executable()
    process.arguments =
      ["replay", "lift.rulebook", trace, "--follow", "--format", "jsonl"] + options
    process.currentDirectoryURL = folder.url
    let output = folder.scratch.appending(path: UUID().uuidString)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardInput = input ?? FileHandle.nullDevice
    try process.run()
    return Running(process: process, output: output)
  }

  func append(_ text: String, to name: String, in folder: Folder) throws {
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: name))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  @Test("Findings come as lines are written, and SIGINT ends with the summary")
  func grows() throws {
    let folder = try folder()
    try folder.write("t", Self.bad(0))
    let running = try follow("t", in: folder)
    #expect(running.wait(lines: 1))
    try append(Self.bad(1) + #"{"at":2,"ev"#, to: "t", in: folder)
    #expect(running.wait(lines: 2))
    try append(#"ent":"leave","lift":"B"}"# + "\n", to: "t", in: folder)
    #expect(running.wait(lines: 3))
    #expect(running.interrupt() == 1)
    let lines = running.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[..<3].allSatisfy { $0.contains(#""type":"finding""#) })
    #expect(lines[2].contains(#""line":3,"#))
    #expect(lines[3].contains(#""type":"trace""#) && lines[3].contains(#""lines":3,"#))
    #expect(lines[4].contains(#""type":"summary""#) && lines[4].contains(#""violate":1"#))
  }

  @Test("A rotated file is read to its end, then the new one; lines are counted on")
  func rotates() throws {
    let folder = try folder()
    try folder.write("t", Self.bad(0))
    let running = try follow("t", in: folder)
    #expect(running.wait(lines: 1))
    let files = FileManager.default
    try files.moveItem(at: folder.url.appending(path: "t"), to: folder.url.appending(path: "t.1"))
    try append(Self.bad(1) + "torn", to: "t.1", in: folder)
    #expect(running.wait(lines: 2))
    try folder.write("t.new", Self.bad(2) + #"{"at":2,"event":"enter","lift":"B"}"# + "\n")
    try files.moveItem(at: folder.url.appending(path: "t.new"), to: folder.url.appending(path: "t"))
    #expect(running.wait(lines: 4))
    try FileHandle(forWritingTo: folder.url.appending(path: "t")).truncate(atOffset: 0)
    // The file stays shorter than what was read of it: one that has grown again beyond that cannot
    // be told from one that only grew.
    try append(Self.bad(3), to: "t", in: folder)
    #expect(running.wait(lines: 5))
    #expect(running.interrupt() == 1)
    let lines = running.text.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.count { $0.contains(#""type":"finding""#) } == 4)
    #expect(lines.contains { $0.contains(#""type":"rejected""#) && $0.contains(#""line":3,"#) })
    #expect(lines[5].contains("rotated 2 times"))
  }

  @Test("A new file may begin as any file does: with a byte order mark, with a header")
  func beginsAnew() throws {
    let folder = try folder()
    let files = FileManager.default
    try folder.write("t", Self.bad(0))
    try folder.write("t.csv", "at,event,lift\n0,leave,L0\n")
    let plain = try follow("t", in: folder)
    let csv = try follow("t.csv", ["--mapping", "csv"], in: folder)
    #expect(plain.wait(lines: 1) && csv.wait(lines: 1))
    for (name, text) in [
      ("t", "\u{FEFF}" + Self.bad(1)), ("t.csv", "\n\nevent,lift,at\nleave,L1,1\n"),
    ] {
      try folder.write("new", text)
      let place = folder.url.appending(path: name)
      try files.moveItem(at: place, to: folder.url.appending(path: name + ".1"))
      try files.moveItem(at: folder.url.appending(path: "new"), to: place)
    }
    #expect(plain.wait(lines: 2) && csv.wait(lines: 2))
    #expect(plain.interrupt() == 1)
    #expect(csv.interrupt() == 1)
    for running in [plain, csv] {
      let lines = running.text.split(separator: "\n")
      #expect(lines.prefix(2).allSatisfy { $0.contains(#""kind":"wronglyAccepted""#) }, "\(lines)")
    }
    #expect(csv.text.contains("first before line 3"))
  }

  @Test("A new file that is packed is refused, with all that was found told")
  func packedAnew() throws {
    let folder = try folder()
    try folder.write("t", Self.bad(0))
    let running = try follow("t", in: folder)
    #expect(running.wait(lines: 1))
    try folder.write("new", [0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0])
    let files = FileManager.default
    let place = folder.url.appending(path: "t")
    try files.moveItem(at: place, to: folder.url.appending(path: "t.1"))
    try files.moveItem(at: folder.url.appending(path: "new"), to: place)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 2)
  }

  @Test("A rejected line that ends the replay takes nothing with it that was found before")
  func strict() throws {
    let folder = try folder()
    try folder.write("t", Self.bad(0) + "nonsense\n")
    let running = try follow("t", ["--strict"], in: folder)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 2)
    #expect(running.text.contains(#""line":1,"#))
  }

  @Test("A pipe is followed until it is closed, or a signal comes")
  func pipe() throws {
    let folder = try folder()
    let pipe = Pipe()
    let running = try follow("-", in: folder, input: pipe)
    try pipe.fileHandleForWriting.write(contentsOf: Data(Self.bad(0).utf8))
    #expect(running.wait(lines: 1))
    try pipe.fileHandleForWriting.close()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 1)
    #expect(running.wait(lines: 2))
    let open = Pipe()
    let waiting = try follow("-", in: folder, input: open)
    try open.fileHandleForWriting.write(contentsOf: Data((Self.good + Self.leave(1, "A")).utf8))
    try open.fileHandleForWriting.write(contentsOf: Data(Self.leave(2, "A").utf8))
    #expect(waiting.wait(lines: 1))
    #expect(waiting.interrupt() == 1)
    #expect(waiting.text.split(separator: "\n").count == 3)
  }

  @Test("What cannot be followed is refused")
  func refused() throws {
    let folder = try folder()
    try folder.write("t", Self.good)
    try folder.write("t.gz", [0x1F, 0x8B, 0x08, 0x00])
    for (arguments, words) in [
      (["t", "--format", "sarif"], "formats text and jsonl"), (["t", "t"], "one trace"),
      (["t", "--output", "o"], "told as they come"), (["gone"], "No such file"),
      (["t.gz"], "it is packed"), (["t", "--shard-by", "Lift"], "told as they come"),
    ] {
      let result = try Tool.run(["replay", "lift.rulebook", "--follow"] + arguments, in: folder)
      #expect(result.code == 2)
      #expect(result.errors.contains(words), "\(arguments) \(result.errors)")
    }
  }
}

@Suite("Results that cannot be written")
struct UnwritableTests {
  @Test("A full disk, a closed pipe and a place that cannot be written are told")
  func told() throws {
    let folder = try Folder()
    for name in ["lift.rulebook", "lift.tsv", "t.jsonl"] {
      try folder.write(
        name, try Data(contentsOf: ReplayFormatTests.fixtures.appending(path: name)))
    }
    try folder.write("plain", "")
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    for format in ["text", "json", "jsonl", "junit", "sarif"] {
      let arguments = ["replay", "lift.rulebook", "t.jsonl", "--format", format]
      let result = try Tool.run(arguments, in: folder, output: full)
      #expect(result.code == 2)
      #expect(result.errors.contains("No space left on device"))
      let named = try Tool.run(arguments + ["--output", "/dev/full"], in: folder)
      #expect(named.code == 2)
      #expect(named.errors.contains("No space left on device"))
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let closed = try Tool.run(arguments, in: folder, output: pipe.fileHandleForWriting)
      #expect(closed.code == 2)
      #expect(closed.errors.contains("Broken pipe"))
      let nowhere = try Tool.run(arguments + ["--output", "plain/below"], in: folder)
      #expect(nowhere.code == 2)
      #expect(nowhere.errors.contains("cannot write the output 'plain/below': Not a directory"))
    }
    #expect(try folder.names == ["lift.rulebook", "lift.tsv", "plain", "t.jsonl"])
  }
}
