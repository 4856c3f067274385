import Foundation
import Testing

/// Who is in which zone at each step, in a dossier with a map; `Tests/Browser` looks at the pictures.
@Suite("Who is where") struct ReportMapTests {
  /// A rank is a queue of a district; no event sets the base of a cab, which is no place where it is.
  private static let rulebook = """
    rulebook Fleet
    requirements "r.tsv"
    entity District
      rank: Queue<Cab>
    entity Cab
      district: District? = any
      base:     District  = any
    event drive(cab: Cab, into: District?) from driver
      require no d: District: cab in d.rank [R1]
      cab.district = into
    event line(cab: Cab) from driver
      require cab.district is not none
      require no d: District: cab in d.rank
      append cab to cab.district!.rank
    invariant alone "A rank has one cab."
      all d: District, a: Cab, b: Cab: a in d.rank and b in d.rank implies a is b

    """

  private static func square(_ name: String, _ x: Int) -> String {
    #"{"type":"Feature","properties":{"zone":"\#(name)"},"geometry":{"type":"Polygon","coordinates":"#
      + "[[[\(x),0],[\(x + 1),0],[\(x + 1),1],[\(x),1],[\(x),0]]]}}"
  }

  private struct Journey: Decodable {
    struct Group: Decodable, Equatable {
      let zone: String
      let role: Int
      let names: [String]
      let count: Int
    }
    struct Step: Decodable {
      let title: String
      let groups: [Group]
    }
    let steps: [Step]
    let standIns: [String: String]

    /// The latest group of a zone and a role at a step.
    func group(_ zone: String, _ role: Int, at step: String) throws -> Group? {
      let end = try #require(steps.firstIndex { $0.title == step })
      return steps[...end].flatMap(\.groups).last { $0.zone == zone && $0.role == role }
    }
  }

  private struct Page: Decodable {
    struct Map: Decodable {
      struct Role: Decodable { let title, word: String }
      struct Zone: Decodable { let name: String }
      let roles: [Role]
      let zones: [Zone]
      let journeys: [String: Journey]
    }
    let map: Map?
  }

  private func page(_ zones: String?, _ trace: [String]) throws -> Page {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\nR1\t1\trule\tFirst out, then off.\n")
    try folder.write("r.rulebook", Self.rulebook)
    let squares = ["North", "</script>", "South"].enumerated().map { Self.square($1, $0) }
    try folder.write(
      "m.geojson", #"{"type":"FeatureCollection","features":[\#(squares.joined(separator: ","))]}"#)
    try folder.write("t.jsonl", trace.joined(separator: "\n") + "\n")
    let result = try Tool.run(
      ["report", "r.rulebook", "t.jsonl", "-o", "d.html"] + (zones.map { ["--zones", $0] } ?? []),
      in: folder)
    #expect(result.code == 1, "\(result.errors)")
    let html = try folder.read("d.html")
    let start = try #require(html.firstRange(of: #"id="data">"#)).upperBound
    let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
    return try JSONDecoder().decode(Page.self, from: Data(html[start..<end].utf8))
  }

  private static let cabs = (1...14).map { "C\($0)" }
  private static let trace = [
    #"{"at":0,"observe":{"district":{\#(cabs.map { #""\#($0)":"North""# }.joined(separator: ","))}}}"#,
    #"{"at":1000,"event":"drive","cab":"C1","into":"</script>"}"#,
    #"{"at":2000,"event":"line","cab":"C1"}"#,
    #"{"at":3000,"event":"line","cab":"C2"}"#,
    #"{"at":4000,"event":"line","cab":"C3"}"#,
    #"{"at":5000,"event":"drive","cab":"C3","into":"South"}"#,
    #"{"at":6000,"event":"drive","cab":"C4","into":null}"#,
    #"{"at":7000,"event":"drive","cab":"C5","into":"Elsewhere"}"#,
  ]

  @Test("Of a trace: the fields that events set and the queues of zones, line by line")
  func trace() throws {
    let map = try #require(try page("District=m.geojson", Self.trace).map)
    #expect(map.roles.map(\.title) == ["District.rank", "Cab.district"])
    #expect(map.roles.map(\.word) == ["rank", "cab"])
    let journey = try #require(map.journeys["journey-1"])
    #expect(journey.standIns.isEmpty)
    let last = "line 8: drive"
    #expect(try journey.group("</script>", 1, at: "line 4: line")?.names == ["C1"])
    #expect(try journey.group("North", 1, at: "line 4: line")?.count == 13)
    #expect(try journey.group("North", 1, at: "line 4: line")?.names.count == 12)
    #expect(try journey.group("North", 0, at: "line 4: line")?.names == ["C2"])
    #expect(try journey.group("North", 0, at: "line 5: line")?.names == ["C2", "C3"])
    #expect(try journey.group("North", 1, at: last)?.count == 10)
    #expect(try journey.group("South", 1, at: last)?.names == ["C3"])
    #expect(try journey.group("", 1, at: last)?.names == ["C4"])
    #expect(try journey.group("Elsewhere", 1, at: last)?.names == ["C5"])
  }

  @Test("Of a run, whose zones are drawn as zones of the map")
  func run() throws {
    let map = try #require(try page("District=m.geojson", Self.trace).map)
    let journey = try #require(map.journeys["run-alone"])
    #expect(journey.standIns == ["D1": "North"])
    let last = try #require(journey.steps.last?.title)
    #expect(last == "line")
    #expect(journey.steps.last?.groups.map(\.names) == [["C1", "C2"]])
    #expect(try journey.group("D1", 1, at: "at the start")?.names == ["C1", "C2"])
  }

  @Test("Zones that are nothing in the rulebook are a map only; without a map there is none")
  func untied() throws {
    let untied = try page("m.geojson", Self.trace).map
    #expect(untied?.roles.isEmpty == true && untied?.journeys.isEmpty == true)
    #expect(untied?.zones.map(\.name) == ["North", "</script>", "South"])
    #expect(try page(nil, Self.trace).map == nil)
  }

  @Test("A name that the rulebook does not have is told, with the nearest")
  func unknown() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    let result = try Tool.run(
      ["report", "r.rulebook", "--zones", "Lifd=m.geojson", "-o", "d.html"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("no entity 'Lifd'; did you mean 'Lift'?"), "\(result.errors)")
  }
}
