import Foundation
import Testing

@Suite("No input is written over")
struct OverwritingTests {
  /// A command, and what it reads of ``Project`` besides the rulebook and its table.
  struct Case: CustomTestStringConvertible {
    let arguments: [String]
    var reads: [String] = []
    var option = "--output"

    var testDescription: String { "\(arguments[0]) \(option)" }
  }

  private static let rulebook = Project.rulebook
  private static let traces = [Project.conforming, Project.violating, Project.expected]

  private static let cases = [
    Case(arguments: ["check"], reads: traces),
    Case(arguments: ["matrix", rulebook], reads: traces),
    Case(arguments: ["mutate", rulebook], reads: traces),
    Case(arguments: ["verify", rulebook]), Case(arguments: ["bounds", rulebook]),
    Case(
      arguments: ["bounds", rulebook, "--sweep", "most=1..2/1"], option: "--plot"),
    Case(arguments: ["explain", rulebook]), Case(arguments: ["simulate", rulebook]),
    Case(arguments: ["certify", rulebook]), Case(arguments: ["lockstep", rulebook]),
    Case(arguments: ["shards", rulebook, "--by", "Ticket"]),
    Case(arguments: ["replay", rulebook, Project.conforming], reads: [Project.conforming]),
    Case(
      arguments: ["replay", rulebook, Project.conforming], reads: [Project.conforming],
      option: "--checkpoint"),
    Case(
      arguments: ["corrupt", rulebook, Project.conforming, "--oracle", "x"],
      reads: [Project.conforming]),
    Case(
      arguments: ["corrupt", rulebook, Project.conforming, "--output", "x"],
      reads: [Project.conforming], option: "--oracle"),
  ]

  @Test("Neither the rulebook, its table, a trace nor what is expected of it", arguments: cases)
  func inputs(_ test: Case) throws {
    let folder = try Project.make()
    for input in [Project.rulebook, Project.table] + test.reads {
      let before = try folder.read(input)
      for path in [input, "./" + input, folder.url.appending(path: input).path] {
        let result = try Tool.run(test.arguments + [test.option, path], in: folder)
        #expect(result.code == 2 && result.output.isEmpty, "\(result.output)")
        #expect(result.errors.contains("'\(path)' is one of the inputs"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(try folder.read(input) == before, "\(input)")
      }
    }
    #expect(try folder.names == ["Models", "Traces"])
  }

  @Test("Nor the file that is read as standard input")
  func standardInput() throws {
    let folder = try Project.make()
    let before = try folder.read(Project.conforming)
    let result = try Tool.shell(
      "medallion replay \(Project.rulebook) - --output \(Project.conforming) "
        + "< \(Project.conforming)", in: folder)
    #expect(result.code == 2, "\(result.output)")
    #expect(result.output.contains("is one of the inputs"), "\(result.output)")
    #expect(try folder.read(Project.conforming) == before)
  }

  @Test("A place that cannot be written is told before the work is done")
  func places() throws {
    let folder = try Project.make()
    for test in Self.cases {
      let result = try Tool.run(test.arguments + [test.option, "none/file"], in: folder)
      #expect(result.code == 2 && result.output.isEmpty, "\(test.arguments)")
      #expect(result.errors.contains("'none/file': No such file"), "\(result.errors)")
    }
    #expect(try folder.names == ["Models", "Traces"])
  }
}
