import Foundation
import Testing

/// The interpreter of rulebooks in `Tests/redteam`, which shares no code with the program, against
/// the program on random rulebooks.
@Suite("Red team")
struct RedTeamTests {
  private static let script = Tool.root.appending(path: "Tests/redteam/redteam.py").path

  private static let hasPython =
    (Tool.inherited["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/python3")
    }

  /// The program is a word of the shell.
  private func hold(
    _ program: String, count: Int, seed: Int, in folder: Folder
  ) throws -> Tool.Result {
    try Tool.shell(
      "PYTHONDONTWRITEBYTECODE=1 exec python3 '\(Self.script)' \(program) \(count) \(seed)"
        + " kept --small", in: folder)
  }

  @Test(
    "Twenty random rulebooks: verdicts, runs and replays are as the interpreter has them",
    .enabled(if: hasPython, "there is no python3 on the PATH"))
  func twenty() throws {
    let result = try hold("\"$(command -v medallion)\"", count: 20, seed: 27, in: try Folder())
    #expect(result.code == 0, "\(result.output)")
    #expect(result.output.contains("20 rulebooks, 0 with disagreements"), "\(result.output)")
    #expect(result.output.contains("trace legal conforms"), "\(result.output)")
  }

  @Test(
    "A program that says of everything that it is proved and conforms is found out",
    .enabled(if: hasPython, "there is no python3 on the PATH"))
  func liar() throws {
    let folder = try Folder()
    try folder.write(
      "liar",
      #"""
      #!/bin/sh
      medallion "$@" >answer
      code=$?
      sed -E 's/"(refuted|undecided|notInductive)"/"proved"/; s/"violates"/"conforms"/' answer
      exit $code

      """#)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "liar").path)
    let result = try hold("\"$PWD/liar\"", count: 1, seed: 29, in: folder)
    #expect(result.code == 1, "\(result.output)")
    #expect(result.output.contains("is proved, but"), "\(result.output)")
    #expect(result.output.contains("is illegal"), "\(result.output)")
  }
}
