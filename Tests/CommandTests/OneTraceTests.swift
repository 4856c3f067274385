import Foundation
import Testing

/// `--one-trace`: files of one log are one trace.
@Suite("Several files as one trace")
struct OneTraceTests {
  private static let rulebook = """
    entity Lift
      load: Int = 0
    event enter(lift: Lift) from rider
      require lift.load < 1
      lift.load += 1
    event leave(lift: Lift) from rider
      require lift.load > 0
      lift.load -= 1

    """

  /// Each line is allowed only right after the one before.
  private static let lines = (0..<8).map {
    #"{"at":\#(1000 * $0),"event":"\#($0 % 2 == 0 ? "enter" : "leave")","lift":"A"}"# + "\n"
  }

  private func folder(_ files: [String: Range<Int>]) throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Self.rulebook)
    for (name, range) in files { try folder.write(name, Self.lines[range].joined()) }
    return folder
  }

  private func replay(_ arguments: [String], _ folder: Folder) throws -> Tool.Result {
    let result = try Tool.run(["replay", "r.rulebook"] + arguments, in: folder)
    #expect(result.isExit)
    return result
  }

  @Test("Rotated files are one, in whichever order, packed or not")
  func rotated() throws {
    let folder = try folder(["log": 5..<8, "log.1": 3..<5, "log.2": 0..<3])
    #expect(try replay(["log", "log.1", "log.2"], folder).code == 1)
    for files in [["log", "log.1", "log.2"], ["log.2", "log.1", "log"]] {
      let result = try replay(files + ["--one-trace"], folder)
      #expect(result.code == 0, "\(result.output)")
      #expect(result.output.contains("8 events, 8 lines"))
    }
    let packed = try Tool.shell(
      "gzip log.2 && medallion replay r.rulebook log log.1 log.2.gz --one-trace", in: folder)
    #expect(packed.code == 0 && packed.output.contains("8 events, 8 lines"), "\(packed.output)")
  }

  @Test("A folder is its files")
  func folderOfFiles() throws {
    let folder = try folder([:])
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "logs"), withIntermediateDirectories: true)
    for (name, range) in [("logs/b.jsonl", 0..<4), ("logs/a.jsonl", 4..<8)] {
      try folder.write(name, Self.lines[range].joined())
    }
    let result = try replay(["logs", "--one-trace"], folder)
    #expect(result.code == 0 && result.output.contains("8 events, 8 lines"), "\(result.output)")
  }

  @Test("Files of several hosts are merged by the instants of their lines")
  func hosts() throws {
    let folder = try folder([:])
    for host in 0..<2 {
      let own = Self.lines.enumerated().filter { $0.offset % 2 == host }.map(\.element)
      try folder.write("host\(host)", own.joined())
    }
    let result = try replay(["host1", "host0", "--one-trace"], folder)
    #expect(result.code == 0 && result.output.contains("8 events, 8 lines"), "\(result.output)")
    // A finding names the line as they are counted through, and its file is told.
    try folder.write("host0", [Self.lines[0], Self.lines[4], Self.lines[6]].joined())
    let wrong = try replay(["host0", "host1", "--one-trace"], folder)
    #expect(wrong.code == 1 && wrong.output.contains("line 5"), "\(wrong.output)")
    #expect(wrong.output.contains("lines 4 to 7 are those of 'host1'"), "\(wrong.output)")
  }

  @Test("An empty file adds nothing; the last line of a file may be cut off")
  func emptyAndCut() throws {
    let folder = try folder(["a": 0..<4, "b": 0..<0, "c": 4..<8])
    let result = try replay(["a", "b", "c", "--one-trace"], folder)
    #expect(result.code == 0 && result.output.contains("8 events, 8 lines"), "\(result.output)")
    try folder.write("c", Self.lines[4..<8].joined() + Self.lines[0].prefix(20))
    let cut = try replay(["a", "c", "--one-trace"], folder)
    #expect(cut.code == 0 && cut.output.contains("8 events"), "\(cut.output)")
    try folder.write("a", "")
    try folder.write("b", "")
    #expect(try replay(["a", "b", "--one-trace"], folder).isExit)
    let missing = try replay(["a", "none", "--one-trace"], folder)
    #expect(missing.code == 2 && missing.errors.contains("none"), "\(missing.errors)")
  }
}
