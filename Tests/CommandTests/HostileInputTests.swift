import Foundation
import Testing

@Suite("Hostile input")
struct HostileInputTests {
  /// A wrong input is told by exit code 2 and a message, and leaves nothing behind.
  private func expectRefusal(
    _ arguments: [String], in folder: Folder, saying words: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.names
    let result = try Tool.run(arguments, in: folder)
    #expect(result.isExit, "it trapped", sourceLocation: location)
    #expect(result.code == 2, "\(result.errors)", sourceLocation: location)
    #expect(result.output == "", sourceLocation: location)
    #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: location)
    #expect(!result.errors.contains("Fatal"), sourceLocation: location)
    #expect(!result.errors.contains("\u{1B}"), sourceLocation: location)
    #expect(try folder.names == before, sourceLocation: location)
  }

  @Test(
    "A file that is no rulebook",
    arguments: [
      ("", "expected"), ("\u{FEFF}", "expected"), ("nothing of the kind", "expected"),
      ("rulebook R\nrequirements \"r.tsv\"\nevent e(", "error"),
      ("rulebook R\nrequirements \"r.tsv\"\ndefine a = b\ndefine b = a\n", "leads back to itself"),
      (
        "rulebook R\nrequirements \"gone.tsv\"\n",
        """
        r.rulebook:2:14: error: cannot read the requirements table 'gone.tsv': No such file or \
        directory [unreadable-table]
          2 | requirements "gone.tsv"
            |              ^~~~~~~~~~

        """
      ),
      ("rulebook R\nrequirements \"..\"\n", "it is a folder"),
      ("rulebook R\nrequirements \"wrong.tsv\"\n", "the first line must be"),
    ])
  func wrongText(text: String, words: String) throws {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\n")
    try folder.write("wrong.tsv", "a,b,c\n")
    try folder.write("r.rulebook", text)
    for command in [["verify"], ["export", "--to", "smtlib", "--output", "out"]] {
      try expectRefusal(command + ["r.rulebook"], in: folder, saying: words)
    }
  }

  @Test("Bytes that are no text")
  func bytes() throws {
    let folder = try Folder()
    try folder.write("zero", [UInt8](repeating: 0, count: 10_000))
    try expectRefusal(["verify", "zero"], in: folder, saying: "error")
    try folder.write("latin1", [0x72, 0xE9, 0x0A])
    try expectRefusal(["verify", "latin1"], in: folder, saying: "not valid UTF-8")
    try folder.write(
      "elf", [0x7F, 0x45, 0x4C, 0x46] + (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    try expectRefusal(["verify", "elf"], in: folder, saying: "not valid UTF-8")
  }

  @Test("Nested a hundred thousand deep")
  func deep() throws {
    let folder = try Folder()
    let deep =
      String(repeating: "(", count: 100_000) + "true" + String(repeating: ")", count: 100_000)
    try folder.writeBook("define d = \(deep)\n")
    try expectRefusal(["verify", "r.rulebook"], in: folder, saying: "deeper than")
    let chain = (0..<100_000).map { "define d\($0) = d\($0 + 1)\n" }.joined()
    try folder.writeBook(chain + "define d100000 = true\n")
    try expectRefusal(["verify", "r.rulebook"], in: folder, saying: "lead from one to the next")
    let doubling = (1..<100).map { "define d\($0) = d\($0 - 1) and d\($0 - 1)\n" }.joined()
    try folder.writeBook("state s: Bool = true\ndefine d0 = s\n" + doubling)
    try expectRefusal(["verify", "r.rulebook"], in: folder, saying: "too large")
  }

  @Test("A hundred megabytes, a folder, nothing at all, no rights")
  func files() throws {
    let folder = try Folder()
    try folder.write("large", "")
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: "large"))
    try handle.truncate(atOffset: 100 << 20)
    try handle.close()
    try expectRefusal(["verify", "large"], in: folder, saying: "larger than 4 MiB")
    try expectRefusal(["verify", "."], in: folder, saying: "it is a folder")
    try expectRefusal(["verify", "gone"], in: folder, saying: "No such file or directory")
    try expectRefusal(["verify", "large/below"], in: folder, saying: "Not a directory")
    try expectRefusal(
      ["verify", String(repeating: "x", count: 5000)], in: folder, saying: "too long")
    try folder.write("closed", "")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.url.appending(path: "closed").path)
    // Root may read everything.
    if FileManager.default.isReadableFile(atPath: folder.url.appending(path: "closed").path) {
      return
    }
    try expectRefusal(["verify", "closed"], in: folder, saying: "Permission denied")
  }

  @Test("A name that would repaint the terminal")
  func terminalName() throws {
    let folder = try Folder()
    try expectRefusal(["verify", "\u{1B}[2Jx\u{202E}"], in: folder, saying: "\\u{1B}[2Jx\\u{202E}")
  }

  @Test(
    "Settings that do not fit",
    arguments: [
      ("most", "expected NAME=VALUE"), ("=3", "expected NAME=VALUE"),
      ("mst=3", "did you mean 'most'?"), ("most=", "expected a value of type Int"),
      ("most=-1", "a parameter is not negative"), ("most=5s", "this is Duration"),
      ("most=true", "this is Bool"), ("most=((((", "expected a value of type Int"),
    ])
  func settings(setting: String, words: String) throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    try expectRefusal(["verify", "r.rulebook", "--set", setting], in: folder, saying: words)
  }

  @Test("Misuse of the command line")
  func usage() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    for arguments in [
      ["verify"], ["verify", "r.rulebook", "more"], ["verify", "r.rulebook", "--nothing"],
      ["verify", "r.rulebook", "--jobs", "x"], ["verify", "r.rulebook", "--format", "xml"],
      ["verify", "r.rulebook", "--rlimit", "-1"], ["export", "r.rulebook"],
    ] {
      try expectRefusal(arguments, in: folder, saying: "Usage:")
    }
    try expectRefusal(["verify", "r.rulebook", "--jobs", "0"], in: folder, saying: "jobs")
    try expectRefusal(["verify", "r.rulebook", "--jobs", "-3"], in: folder, saying: "jobs")
  }

  @Test("Outputs that cannot be, or must not be, written")
  func outputs() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    let verify = ["verify", "r.rulebook", "--output"]
    try expectRefusal(verify + ["r.rulebook"], in: folder, saying: "one of the inputs")
    try expectRefusal(verify + ["./r.rulebook"], in: folder, saying: "one of the inputs")
    try expectRefusal(verify + ["r.tsv"], in: folder, saying: "one of the inputs")
    try expectRefusal(verify + ["gone/result"], in: folder, saying: "No such file or directory")
    try expectRefusal(
      verify + ["."], in: folder, saying: "cannot write the output '.': it is a folder")
    #expect(try folder.read("r.rulebook").hasSuffix(Book.proved))
    try expectRefusal(
      ["export", "r.rulebook", "--to", "smtlib", "--output", "gone/out"], in: folder,
      saying: "No such file or directory")
    try expectRefusal(
      ["export", "r.rulebook", "--to", "smtlib", "--output", "r.tsv"], in: folder,
      saying: "cannot write")
  }

  @Test("Whoever reads only the beginning of a trace is told nothing")
  func beginning() throws {
    let folder = try Folder()
    try folder.writeBook(Book.refuted)
    let result = try Tool.shell(
      "medallion simulate r.rulebook --events 20000 | head -n 1", in: folder)
    #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
  }

  @Test("A closed pipe and a full disk are told, and nobody dies of them")
  func closedPipe() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try Tool.run(
      ["verify", "r.rulebook"], in: folder, output: pipe.fileHandleForWriting)
    #expect(result.isExit && result.code == 2)
    #expect(result.errors.contains("cannot write the result"))
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let fullResult = try Tool.run(["verify", "r.rulebook"], in: folder, output: full)
    #expect(fullResult.isExit && fullResult.code == 2)
  }

  @Test("What nobody logs and is due every second is inferred in little memory, and not for ever")
  func heartbeat() throws {
    let folder = try Folder()
    try folder.write("requirements.tsv", "id\tsource\tkind\trequirement\n")
    try folder.write(
      "Meters.rulebook",
      """
      rulebook Meters
      requirements "requirements.tsv"

      entity Meter
        next:  Time? = none
        total: Int   = 0

      entity Reading
        meter: Meter

      event begin(meter: Meter) from operator
        require meter.next is none
        meter.next = now + 1 s

      event read(meter: Meter) from clock -> new reading: Reading, worth: Int
        require meter.next is not none
        due meter.next
        meter.next = now + 1 s
        reading.meter = meter
        case worth > 3
          meter.total += 1
      """)
    for (seconds, words) in [
      (6_000, "inferred: read, 5999 times"), (12_000, "deadlines before this line were not judged"),
    ] {
      try folder.write(
        "quiet.jsonl",
        """
        {"at":0,"event":"begin","meter":"M"}
        {"at":\(seconds * 1_000),"event":"begin","meter":"N"}

        """)
      let result = try Tool.shell(
        "ulimit -v 700000; medallion replay Meters.rulebook quiet.jsonl --hidden read --start unknown",
        in: folder)
      #expect(result.isExit && result.code == 3)
      #expect(result.output.contains(words), "\(result.output)\(result.errors)")
    }
  }
}
