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

  /// The journal tells coordinates; replay finds the zones on the map by itself, and agrees.
  @Test func coordinatesAreLookedUpOnTheSameMap() throws {
    let folder = try Folder()
    let map = Tool.model("MyTaxiService")
      .replacing("MyTaxiService.rulebook", with: "zones.geojson")
    let arguments = [
      "--map", map, "--taxis", "12", "--passengers", "40", "--hours", "3", "--demand", "4",
    ]
    let run = try Tool.run(
      ["dispatch", "--positions", "--journal", "day.jsonl"] + arguments, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("26 zones"))
    let replay = try Tool.run(
      ["replay", Tool.model("MyTaxiService"), "day.jsonl", "--zones", "Zone=\(map)"], in: folder)
    #expect(replay.code == 0, "\(replay.output)\(replay.errors)")
    #expect(replay.output.contains("conforms"))
    #expect(replay.output.contains("positions were looked up"))
    // Without coordinates it is the same day, told by the names of the map.
    let named = try Tool.run(["dispatch", "--journal", "named.jsonl"] + arguments, in: folder)
    #expect(named.output == run.output)
    let names = try Tool.run(["replay", Tool.model("MyTaxiService"), "named.jsonl"], in: folder)
    #expect(names.code == 0, "\(names.output)")
    let text = try folder.read("named.jsonl")
    #expect(text.contains("\"into\":\"Old Town\""))
  }

  /// Another map has other zones at these places; what the journal tells is then found wrong.
  @Test func onAnotherMapCoordinatesDoNotConform() throws {
    let folder = try Folder()
    let map = Tool.model("MyTaxiService")
      .replacing("MyTaxiService.rulebook", with: "zones.geojson")
    let run = try Tool.run(
      [
        "dispatch", "--positions", "--map", map, "--taxis", "12", "--passengers", "40", "--hours",
        "2", "--demand", "4", "--journal", "day.jsonl",
      ], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let text = try String(contentsOfFile: map, encoding: .utf8)
    try folder.write(
      "other.geojson",
      text.replacing("\"Old Town\"", with: "\"x\"")
        .replacing("\"Cathedral\"", with: "\"Old Town\"")
        .replacing("\"x\"", with: "\"Cathedral\""))
    let replay = try Tool.run(
      ["replay", Tool.model("MyTaxiService"), "day.jsonl", "--zones", "Zone=other.geojson"],
      in: folder)
    #expect(replay.code != 0, "\(replay.output)")
  }

  @Test(arguments: [
    (["--positions"], "--positions needs --map"),
    (["--map", "m.geojson", "--zones", "4"], "--zones is for a city without --map"),
    (["--map", "none.geojson"], "none.geojson"), (["--map", "m.geojson"], "m.geojson"),
    (["--map", "x.geojson"], "the rings of 'x' cross"),
    (["--map", "x.geojson", "--journal", "x.geojson"], "is the map; it is not written over"),
  ])
  func wrongMaps(_ arguments: [String], _ message: String) throws {
    let folder = try Folder()
    try folder.write("m.geojson", "{}")
    try folder.write(
      "x.geojson",
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone":"x"},
      "geometry":{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,1],[0,0]]]}}]}
      """)
    let result = try Tool.run(["dispatch"] + arguments, in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
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
