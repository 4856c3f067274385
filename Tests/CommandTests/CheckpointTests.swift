import Foundation
import Testing

/// A replay that was interrupted goes on from its checkpoint, and ends as one that was not.
@Suite("Checkpoints")
struct CheckpointTests {
  private static let replay = ["replay", "lift.rulebook", "t", "--format", "json"]
  private static let keeping = replay + ["--checkpoint", "c", "--checkpoint-every", "1ms"]

  private func folder(_ trace: String = lines(0..<200)) throws -> Folder {
    let folder = try Folder()
    for name in ["lift.rulebook", "lift.tsv"] {
      try folder.write(
        name, try Data(contentsOf: ReplayFormatTests.fixtures.appending(path: name)))
    }
    try folder.write("t", trace)
    return folder
  }

  /// Now and then somebody leaves who has not entered.
  private static func lines(_ range: Range<Int>, every: Int = 9) -> String {
    range.map { at in
      #"{"at":\#(at),"event":"\#(at % every == 0 ? "leave" : "enter")","lift":"L\#(at)"}"# + "\n"
    }.joined()
  }

  private func append(_ text: String, to name: String, in folder: Folder) throws {
    try folder.write(name, try folder.read(name) + text)
  }

  @Test("Killed at any moment, it comes to the same result")
  func killed() throws {
    let folder = try folder(Self.lines(0..<60_000, every: 997))
    let start = ContinuousClock.now
    let expected = try Tool.run(Self.replay, in: folder)
    var duration = ContinuousClock.now - start
    #expect(expected.code == 1)
    var interrupted = 0
    for round in 1...8 {
      let process = try begin(Self.keeping, in: folder)
      usleep(UInt32(duration / .microseconds(1) * Double(round) / 8))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal {
        interrupted += 1
      } else {
        // The machine was busier when the time was taken.
        duration /= 2
      }
    }
    #expect(interrupted > 0)
    let result = try Tool.run(Self.keeping, in: folder)
    #expect(result.output == expected.output)
    #expect(result.code == expected.code)
  }

  @Test("A signal to end is obeyed, and nothing is lost")
  func terminated() throws {
    let folder = try folder(Self.lines(0..<60_000, every: 997))
    let expected = try Tool.run(Self.replay, in: folder)
    let process = try begin(Self.keeping, in: folder)
    let checkpoint = folder.url.appending(path: "c")
    for _ in 0..<2_000 where !FileManager.default.fileExists(atPath: checkpoint.path) {
      usleep(5_000)
    }
    process.terminate()
    process.waitUntilExit()
    // It may have been at its end.
    if process.terminationReason == .uncaughtSignal {
      #expect(process.terminationStatus == SIGTERM)
    }
    #expect(try Tool.run(Self.keeping, in: folder).output == expected.output)
  }

  private func begin(_ arguments: [String], in folder: Folder) throws -> Process {
    let process = Process()
    process.executableURL = try Tool.executable()
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test("A trace that has grown is gone on with, also a packed one, and a line that was torn")
  func grown() throws {
    let folder = try folder(Self.lines(0..<50) + #"{"at":50,"ev"#)
    #expect(try Tool.run(Self.keeping, in: folder).code == 1)
    try append(#"ent":"enter","lift":"L50"}"# + "\n" + Self.lines(51..<120), to: "t", in: folder)
    let expected = try Tool.run(Self.replay, in: folder)
    #expect(try Tool.run(Self.keeping, in: folder).output == expected.output)
    // Once more, with nothing new.
    #expect(try Tool.run(Self.keeping, in: folder).output == expected.output)
    #expect(
      try Tool.shell("rm c; head -n 60 t >u; gzip <u >t.gz; mv u v; mv t u", in: folder).code == 0)
    let packed = Self.keeping.map { $0 == "t" ? "t.gz" : $0 }
    #expect(try Tool.run(packed, in: folder).code == 1)
    #expect(try Tool.shell("gzip <u >t.gz", in: folder).code == 0)
    let whole = try Tool.run(Self.replay.map { $0 == "t" ? "t.gz" : $0 }, in: folder)
    #expect(try Tool.run(packed, in: folder).output == whole.output)
    // Of what was read before one byte is another.
    #expect(try Tool.shell("sed '58s/L5/K5/' u | gzip >t.gz", in: folder).code == 0)
    #expect(try Tool.run(packed, in: folder).errors.contains("is of another trace"))
  }

  @Test("Records under a mapping, out of order and doubled")
  func mapped() throws {
    let folder = try folder()
    let rows = (0..<200).map { "\($0 - $0 % 7 * 3 + 30),enter,L\($0 % 150)\n" }
    try folder.write("t", "at,event,lift\n" + rows[..<90].joined() + "95,en")
    let options = ["--mapping", "csv", "--reorder", "40ms", "--drop-doubled"]
    #expect(try Tool.run(Self.keeping + options, in: folder).code != 2)
    try append("ter,L7\n" + rows[90...].joined(), to: "t", in: folder)
    let expected = try Tool.run(Self.replay + options, in: folder)
    #expect(expected.output.contains(#""reorder""#))
    #expect(try Tool.run(Self.keeping + options, in: folder).output == expected.output)
  }

  static let mismatches: [(change: String, options: [String], message: String)] = [
    ("", ["--tolerance", "1s"], "another --tolerance;"),
    ("", ["--remember", "5", "--strict"], "another --strict, another --remember;"),
    ("", ["--mapping", "csv"], "another --mapping;"),
    ("echo '// changed' >>lift.rulebook", [], "another rulebook;"),
    ("sed 2s/enter/leave/ t >u; mv u t", [], "another trace than 't'"),
    ("head -n 3 t >u; mv u t", [], "another trace than 't'"),
    ("head -c 100 c >d; mv d c", [], "is damaged"), (": >c", [], "is damaged"),
    ("printf 'medallion checkpoint 1\\nxxxxxxxxxx' >c", [], "another version"),
    ("printf x | dd of=c bs=1 seek=400 conv=notrunc 2>/dev/null", [], "is damaged"),
  ]

  @Test("What does not fit is refused, and stays as it is", arguments: mismatches)
  func unfit(change: String, options: [String], message: String) throws {
    let folder = try folder()
    #expect(try Tool.run(Self.keeping, in: folder).code == 1)
    #expect(try Tool.shell(change, in: folder).code == 0)
    let before = try Data(contentsOf: folder.url.appending(path: "c"))
    let result = try Tool.run(Self.keeping + options, in: folder)
    #expect(result.code == 2 && result.isExit)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains("delete it"))
    #expect(try Data(contentsOf: folder.url.appending(path: "c")) == before)
  }

  @Test("A file of another kind is not to be deleted")
  func none() throws {
    let folder = try folder()
    #expect(try Tool.shell("echo nothing >c", in: folder).code == 0)
    let result = try Tool.run(Self.keeping, in: folder)
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(
      result.errors.contains("'c' is no checkpoint; nothing was replayed"), "\(result.errors)")
    #expect(try folder.read("c") == "nothing\n")
  }

  @Test(
    "What cannot be gone on with, or written, is refused before anything is replayed",
    arguments: [
      (["-", "--checkpoint", "c"], "standard input cannot be read again"),
      (["/dev/null", "--checkpoint", "c"], "'/dev/null' is no ordinary file"),
      (["/dev/null", "--checkpoint", "c", "--follow"], "'/dev/null' is no ordinary file"),
      (["t", "t", "--checkpoint", "c"], "one trace"),
      (["t", "--shard-by", "Lift", "--checkpoint", "c"], "no --shard-by"),
      (["t", "--checkpoint", "t"], "one of the inputs"),
      (["t", "--checkpoint", "c", "--output", "c"], "the output and the checkpoint are one file"),
      (["t", "--checkpoint", "none/c"], "cannot write the checkpoint 'none/c': No such file"),
      (["t", "--checkpoint", "."], "no ordinary file"),
      (["t", "--checkpoint", "/dev/full"], "no ordinary file"),
      (["t", "--checkpoint", "c", "--checkpoint-every", "often"], "--checkpoint-every often"),
    ])
  func impossible(_ arguments: [String], _ message: String) throws {
    let folder = try folder()
    let result = try Tool.run(["replay", "lift.rulebook"] + arguments, in: folder)
    #expect(result.code == 2 && result.isExit)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("A damaged byte is never more than a clear message")
  func damaged() throws {
    let folder = try folder()
    #expect(try Tool.run(Self.keeping, in: folder).code == 1)
    let kept = Array(try Data(contentsOf: folder.url.appending(path: "c")))
    for position in stride(from: 0, to: kept.count, by: max(1, kept.count / 20)) {
      var bytes = kept
      bytes[position] ^= 0x10
      try folder.write("c", bytes)
      let result = try Tool.run(Self.keeping, in: folder)
      #expect(result.code == 2 && result.isExit, "\(position)")
      // Without its beginning it is a file of another kind.
      let message = position < 21 ? "'c' is no checkpoint" : "the checkpoint 'c' is "
      #expect(result.errors.contains(message), "\(position): \(result.errors)")
    }
  }
}
