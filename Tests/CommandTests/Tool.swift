import Foundation
import Glibc
import Testing

/// The built executable, run as a user would.
struct Tool {
  struct Result {
    let code: Int32
    /// Whether it ended by itself, not by a trap.
    let isExit: Bool
    let output: String
    let errors: String
  }

  /// The executable next to the test bundle.
  static func executable() throws -> URL {
    let folders =
      Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
      + CommandLine.arguments.prefix(1).map { URL(filePath: $0).deletingLastPathComponent() }
      + [root.appending(path: ".build/release"), root.appending(path: ".build/debug")]
    let found = folders.map { $0.appending(path: "medallion") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    return try #require(found, "the executable is not built")
  }

  static var root: URL {
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }

  /// The environment of the tests, without the variables that decide what is shown: on a build server
  /// a slow command tells how far it is, and a test would depend on the speed of the machine.
  static var inherited: [String: String] {
    ProcessInfo.processInfo.environment.filter { !["CI", "NO_COLOR"].contains($0.key) }
  }

  /// The path of a shipped rulebook.
  static func model(_ name: String) -> String {
    root.appending(path: "Models/\(name)/\(name).rulebook").path
  }

  /// Runs it in that folder. Output goes through files: no pipe can fill up.
  static func run(
    _ arguments: [String], in folder: Folder, environment: [String: String] = [:],
    input: String? = nil, output: FileHandle? = nil
  ) throws -> Result {
    try run(
      try executable(), arguments, in: folder, environment: environment, input: input,
      output: output)
  }

  /// Runs a script in that folder, in which `medallion` is the executable. The output has what
  /// was written to either channel.
  static func shell(_ script: String, in folder: Folder) throws -> Result {
    let path = try executable().deletingLastPathComponent().path
    let old = inherited["PATH"] ?? "/usr/bin:/bin"
    return try run(
      URL(filePath: "/bin/sh"), ["-c", "exec 2>&1\n" + script], in: folder,
      environment: ["PATH": "\(path):\(old)"])
  }

  private static func run(
    _ executable: URL, _ arguments: [String], in folder: Folder, environment: [String: String],
    input: String? = nil, output: FileHandle? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = inherited.merging(environment) { $1 }
    let name = UUID().uuidString
    let (out, err) = (
      folder.scratch.appending(path: name + ".out"), folder.scratch.appending(path: name + ".err")
    )
    for file in [out, err] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardInput = FileHandle.nullDevice
    if let input {
      let file = folder.scratch.appending(path: name + ".in")
      try Data(input.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    }
    process.standardOutput = try output ?? FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    try hearingSignals { try process.run() }
    process.waitUntilExit()
    return Result(
      code: process.terminationStatus, isExit: process.terminationReason == .exit,
      output: String(decoding: try Data(contentsOf: out), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }

  /// A process inherits what the thread that starts it blocks, which of a worker thread is nearly
  /// everything: a shell that does not hear of its children's ends waits for ever for one that is
  /// not quite over.
  private static func hearingSignals(_ body: () throws -> Void) rethrows {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}

/// A folder of its own for one test, removed with it.
final class Folder {
  let url: URL
  /// Where the tool's own output goes.
  let scratch: URL

  init() throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "medallion-\(UUID())")
    url = base.appending(path: "work")
    scratch = base.appending(path: "scratch")
    for folder in [url, scratch] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }

  func write(_ name: String, _ text: String) throws { try write(name, text.utf8) }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// A rulebook with its table.
  func writeBook(_ declarations: String, name: String = "r.rulebook") throws {
    try write(name, "rulebook R\nrequirements \"r.tsv\"\n" + declarations)
    try write("r.tsv", "id\tsource\tkind\trequirement\n")
  }
}

enum Book {
  static let proved = """
    parameter most = 3
    entity Lift
      load: Int = 0
    event enter(lift: Lift) from rider
      require lift.load < most
      lift.load += 1
    invariant light "Never more than the lift bears."
      all l: Lift: l.load <= most

    """
  static let refuted = proved.replacing("  require lift.load < most\n", with: "")
  /// True of every run, but not kept by every step: nobody says that the spare is empty.
  static let open = """
    entity Lift
      load: Int = 0
      spare: Int = 0
    event swap(lift: Lift) from rider
      lift.load = lift.spare
      lift.spare = lift.load
    invariant light "Nothing is ever in the lift."
      all l: Lift: l.load <= 0

    """
  static let unreachable = proved + "reach heavy \"Overload.\"\n  some l: Lift: l.load > most\n"
}
