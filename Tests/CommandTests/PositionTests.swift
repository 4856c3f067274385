import Foundation
import Testing

/// `replay --zones`: positions instead of names.
@Suite struct PositionTests {
  private static let rules = """
    rulebook Cabs
    requirements "requirements.tsv"

    entity Stand

    entity Cab
      stand: Stand? = none

    event go(cab: Cab, into: Stand?) from driver
      require into is not cab.stand
      cab.stand = into
    """

  private static let map = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"zone":"West"},"geometry":{"type":"Polygon",
    "coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}},
    {"type":"Feature","properties":{"zone":"East"},"geometry":{"type":"Polygon",
    "coordinates":[[[1,0],[2,0],[2,1],[1,1],[1,0]]]}}]}
    """

  private func folder(_ trace: String) throws -> Folder {
    let folder = try Folder()
    try folder.write("r.rulebook", Self.rules)
    try folder.write("requirements.tsv", "id\tsource\tkind\trequirement\n")
    try folder.write("map.geojson", Self.map)
    try folder.write("t.jsonl", trace)
    return folder
  }

  private func replay(_ arguments: [String], in folder: Folder) throws -> Tool.Result {
    try Tool.run(["replay", "r.rulebook", "t.jsonl"] + arguments, in: folder)
  }

  @Test func zonesOfPositions() throws {
    let folder = try folder(#"{"at":0,"event":"go","cab":"A","into":[0.5,0.5]}"# + "\n")
    let found = try replay(["--zones", "Stand=map.geojson"], in: folder)
    #expect(found.code == 0, "\(found.output)\(found.errors)")
    #expect(found.output.contains("1 position was looked up: 0 on a border"))
  }

  @Test func whatIsWrongIsFoundByName() throws {
    let folder = try folder(
      """
      {"at":0,"event":"go","cab":"A","into":[0.5,0.5]}
      {"at":1,"event":"go","cab":"A","into":"West","outcome":"refused"}
      {"at":2,"event":"go","cab":"A","into":[1,0.25]}
      {"at":3,"event":"go","cab":"A","into":[1.5,5e-1]}
      {"at":4,"event":"go","cab":"A","into":[7,7]}
      {"at":5,"event":"go","cab":"A","into":null,"outcome":"refused"}

      """)
    let found = try replay(["--zones", "Stand=map.geojson"], in: folder)
    #expect(found.code == 1)
    // The border between both is East's, which comes first.
    #expect(found.output.contains("line 4"), "\(found.output)")
    #expect(!found.output.contains("line 2  ") && !found.output.contains("line 3  "))
    #expect(found.output.contains("4 positions were looked up: 1 on a border"))
    #expect(found.output.contains("1 in none"))
  }

  @Test func zonesThatOverlapAreTold() throws {
    let folder = try folder(
      """
      {"at":0,"event":"go","cab":"A","into":[0.5,0.5]}
      {"at":1,"event":"go","cab":"A","into":[1.5,0.5]}
      {"at":2,"event":"go","cab":"A","into":"East","outcome":"refused"}

      """)
    let apart = try replay(["--zones", "Stand=map.geojson"], in: folder)
    #expect(apart.code == 0 && !apart.output.contains("in several"), "\(apart.output)")
    try folder.write(
      "map.geojson", Self.map.replacing("[[0,0],[1,0],[1,1]", with: "[[0,0],[2,0],[2,1]"))
    let found = try replay(["--zones", "Stand=map.geojson"], in: folder)
    #expect(found.code == 0, "\(found.output)\(found.errors)")
    #expect(
      found.output.contains(
        "0 on a border, which the Stand has whose id comes first; 1 in several, likewise: the map is "
          + "no partition (`medallion zones`); 0 in none"), "\(found.output)")
  }

  @Test(arguments: [
    (#"[1]"#, "a position is written [longitude, latitude]"),
    (#"["a","b"]"#, "a position is written [longitude, latitude]"),
    ("[200,0]", "a longitude goes from -180 to 180"),
    ("[1e999,0]", "this number is too large"), ("[0,1e99]", "a longitude goes from -180 to 180"),
  ])
  func wrongPositions(_ value: String, _ message: String) throws {
    let folder = try folder(#"{"at":0,"event":"go","cab":"A","into":\#(value)}"# + "\n")
    let found = try replay(["--zones", "Stand=map.geojson"], in: folder)
    #expect(found.code == 3)
    #expect(found.output.contains(message), "\(found.output)")
  }

  @Test func withoutAMapAPositionIsNone() throws {
    let folder = try folder(#"{"at":0,"event":"go","cab":"A","into":[0.5,0.5]}"# + "\n")
    #expect(try replay([], in: folder).code == 3)
  }

  @Test func placesOfALogger() throws {
    let folder = try folder(
      #"{"t":0,"kind":"go","cab":"A","where":{"lon":"0.5","lat":0.5}}"# + "\n")
    try folder.write(
      "m.mapping",
      """
      event kind
      time t
      argument cab cab
      position into where.lon where.lat

      """)
    let found = try replay(
      ["--zones", "Stand=map.geojson", "--mapping", "m.mapping"], in: folder)
    #expect(found.code == 0, "\(found.output)\(found.errors)")
    #expect(found.output.contains("1 position was looked up"))
  }

  @Test(arguments: [
    ("map.geojson", "expected ENTITY=FILE"), ("Stend=map.geojson", "did you mean 'Stand'?"),
    ("Stand=none.geojson", "none.geojson"), ("Stand=r.rulebook", "r.rulebook:1:1"),
  ])
  func wrongOptions(_ option: String, _ message: String) throws {
    let folder = try folder("")
    let found = try replay(["--zones", option], in: folder)
    #expect(found.code == 2)
    #expect(found.errors.contains(message), "\(found.errors)")
  }
}
