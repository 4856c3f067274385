import Foundation
import Testing

/// The reference service on the command line.
@Suite struct DispatchTests {
  private static let small = [
    "--taxis", "4", "--passengers", "8", "--zones", "2", "--hours", "1", "--demand", "3",
  ]

  @Test func aSimulatedCityConforms() throws {
    let folder = try Folder()
    let run = try Tool.run(
      ["dispatch", "--journal", "day.jsonl", "--svg", "day.svg"] + Self.small, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("4 taxis, 8 passengers"))
    #expect(run.output.contains("waiting"))
    let replay = try Tool.run(["replay", Tool.model("MyTaxiService"), "day.jsonl"], in: folder)
    #expect(replay.code == 0, "\(replay.output)")
    #expect(replay.output.contains("conforms"))
  }

  @Test func theSameSeedGivesTheSameBytes() throws {
    let folder = try Folder()
    let first = try Tool.run(["dispatch", "--format", "json"] + Self.small, in: folder)
    let second = try Tool.run(["dispatch", "--format", "json"] + Self.small, in: folder)
    #expect(first.output == second.output)
    #expect(first.output.contains("\"schema\" : \"medallion.dispatch/1\""))
    let other = try Tool.run(
      ["dispatch", "--format", "json", "--seed", "2"] + Self.small, in: folder)
    #expect(other.output != first.output)
  }

  @Test(arguments: [["--taxis", "0"], ["--demand", "0"], ["--demand", "nan"], ["--hours", "721"]])
  func whatIsOutOfRangeIsAWrongInput(_ arguments: [String]) throws {
    #expect(try Tool.run(["dispatch"] + arguments, in: try Folder()).code == 2)
  }

  @Test func oneFileForTwoOutputsIsAWrongInput() throws {
    let result = try Tool.run(
      ["dispatch", "--journal", "a", "--svg", "a"] + Self.small, in: try Folder())
    #expect(result.code == 2)
    #expect(result.errors.contains("name one file"))
  }

  @Test func theServiceAgreesWithItsRulebook() throws {
    let result = try Tool.run(
      ["lockstep", Tool.model("MyTaxiService"), "--inputs", "3000"], in: try Folder())
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.hasPrefix("agrees\n"))
  }

  @Test func anotherRulebookIsAWrongInput() throws {
    let result = try Tool.run(["lockstep", Tool.model("RideHailing")], in: try Folder())
    #expect(result.code == 2)
    #expect(result.errors.contains("the service knows no event"))
  }

  @Test func aChangedRulebookDiffersWithTheShortestRun() throws {
    let folder = try Folder()
    let source = Tool.model("MyTaxiService")
    let text = try String(contentsOfFile: source, encoding: .utf8)
      .replacing("parameter answerWindow    = 2 min", with: "parameter answerWindow    = 3 min")
    try folder.write("changed.rulebook", text)
    let table = source.replacing("MyTaxiService.rulebook", with: "requirements.tsv")
    try folder.write("requirements.tsv", try String(contentsOfFile: table, encoding: .utf8))
    let result = try Tool.run(["lockstep", "changed.rulebook", "--inputs", "5000"], in: folder)
    #expect(result.code == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("early: offerExpires [A30 G6.6]"))
    #expect(result.output.split(separator: "\n").count < 20)
  }
}
