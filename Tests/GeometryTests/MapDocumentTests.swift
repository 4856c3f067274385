import Basics
import Testing
import Zones

@Suite("Reading GeoJSON")
struct MapDocumentTests {
  static let square = "[[0,0],[1,0],[1,1],[0,1],[0,0]]"

  static func feature(
    _ coordinates: String, id: String = "\"a\"", type: String = "Polygon"
  ) -> String {
    """
    {"type":"Feature","properties":{"zone":\(id)},\
    "geometry":{"type":"\(type)","coordinates":\(coordinates)}}
    """
  }

  static func collection(_ features: String...) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  private func read(_ text: String) -> MapDocument.Reading {
    MapDocument.read(
      SourceText(path: "m.geojson", text: text), as: .zones(idProperty: "zone"))
  }

  private func identifiers(_ text: String) -> [String] {
    let reading = read(text)
    var found = reading.diagnostics.map(\.id)
    if let document = reading.document {
      found += ZoneMap.make(document, on: Grid(fitting: [document])).diagnostics.map(\.id)
    }
    return found
  }

  @Test(
    "What is no map is told by its identifier",
    arguments: [
      ("", "json-unexpected-end"), ("\u{0}\u{1}", "json-expected-value"),
      ("{\"type\":\"FeatureCollection\",\"features\":[", "json-unexpected-end"),
      ("[]", "not-an-object"), ("{}", "missing-member"), ("{\"type\":3}", "unknown-type"),
      ("{\"type\":\"Topology\"}", "unknown-type"),
      ("{\"type\":\"FeatureCollection\"}", "missing-member"),
      (collection(), "map-without-areas"), (collection("3"), "not-an-object"),
      (#"{"type":"Feature","id":1,"properties":null,"geometry":null}"#, "null-geometry"),
      (feature("[0,0]", type: "Point"), "not-an-area"),
      (feature("[]"), "empty-geometry"), (feature("[[]]"), "ring-too-short"),
      (feature("[[[0,0],[1,0],[0,0]]]"), "ring-too-short"),
      (feature("[[[0,0],[1,0],[1,1],[0,1]]]"), "ring-not-closed"),
      (feature("[[[0,0],[1,0],[1,0],[0,0]]]"), "ring-without-area"),
      (feature("[[[0,0],[1,0],[2,0],[0,0]]]"), "ring-without-area"),
      (feature("[[[0],[1,0],[1,1],[0]]]"), "unfit-position"),
      (feature("[[[0,null],[1,0],[1,1],[0,null]]]"), "not-a-number"),
      (feature("[[[0,\"NaN\"],[1,0],[1,1],[0,0]]]"), "not-a-number"),
      (feature("[[[0,NaN],[1,0],[1,1],[0,0]]]"), "json-not-finite"),
      (feature("[[[0,1e400],[1,0],[1,1],[0,0]]]"), "json-huge-number"),
      (feature("[[[0,1e300],[1,0],[1,1],[0,0]]]"), "out-of-range"),
      (feature("[[[913175.1,120121.8],[1,0],[1,1],[0,0]]]"), "out-of-range"),
      (feature("[[[99999999999999999999999,0],[1,0],[1,1],[0,0]]]"), "out-of-range"),
      (feature("[[[999.9999999999999999,0],[1,0],[1,1],[0,0]]]"), "out-of-range"),
      (feature("[[[360.0000000000000001,0],[1,0],[1,1],[0,0]]]"), "out-of-range"),
      (feature("[[[0.12345678901234567,0],[1,0],[1,1],[0,0]]]"), "too-many-decimals"),
      (feature("[[[1e-300,0],[1,0],[1,1],[0,0]]]"), "too-many-decimals"),
      (feature("[\(square)]", id: "null"), "unfit-id"),
      (feature("[\(square)]", id: "\"\""), "unfit-id"),
      (feature("[\(square)]").replacing("zone", with: "name"), "missing-id"),
      (collection(feature("[\(square)]"), feature("[\(square)]")), "repeated-id"),
      (
        collection(feature("[\(square)]")).replacing(
          #"{"type":"FeatureCollection""#,
          with: #"{"crs":{"properties":{"name":"EPSG:2263"}},"type":"FeatureCollection""#),
        "other-reference-system"
      ),
    ])
  func faults(text: String, id: String) {
    let found = identifiers(text)
    #expect(found == [id], "\(found)")
  }

  @Test("What is too deep is no map")
  func deep() {
    faults(text: String(repeating: "[", count: 100_000), id: "json-too-deep")
  }

  @Test("Each fault points at its place")
  func places() throws {
    let text = Self.collection(Self.feature("[[[0,0],[1,0],[1,91],[0,0]]]", id: "\"Harbour\""))
    let diagnostic = try #require(read(text).diagnostics.first)
    let span = try #require(diagnostic.span)
    #expect(SourceText(path: "", text: text).text(of: span) == "91")
    #expect(diagnostic.message.contains("'Harbour'"))
  }

  @Test("A hundred thousand faults are counted, not all shown")
  func many() {
    let features = (0..<1_000).map { _ in Self.feature("[]", id: "7") }.joined(separator: ",")
    let diagnostics = read(Self.collection(features)).diagnostics
    #expect(diagnostics.count == 41)
    #expect(diagnostics.last?.id == "more-faults")
  }

  @Test("Every form of a map is read")
  func forms() throws {
    let texts = [
      Self.feature("[\(Self.square)]"), Self.feature("[[\(Self.square)]]", type: "MultiPolygon"),
      "\u{FEFF}" + Self.collection(Self.feature("[\(Self.square)]", id: "12")),
      """
      {"type":"Feature","id":"g","properties":{},"geometry":{"type":"GeometryCollection",
      "geometries":[{"type":"Polygon","coordinates":[\(Self.square)]}]}}
      """,
      Self.feature("[[[0.0,0e0,5],[1.00,0,5],[1,10e-1],[0,1],[0,0]]]"),
    ]
    for text in texts {
      let document = try #require(read(text).document, "\(read(text).diagnostics)")
      let grid = Grid(fitting: [document])
      #expect(grid.decimals == 0)
      let map = ZoneMap.make(document, on: grid).map
      #expect(
        map.zones[0].rings.map(\.points) == [
          [
            GridPoint(0, 0), GridPoint(1, 0), GridPoint(1, 1), GridPoint(0, 1),
          ]
        ])
    }
  }

  @Test("Rings run with the inside on their left, whichever way the file has them")
  func orientation() throws {
    let clockwise = "[[0,0],[0,9],[9,9],[9,0],[0,0]]"
    let hole = "[[1,1],[2,1],[2,2],[1,2],[1,1]]"
    let document = try #require(read(Self.feature("[\(clockwise),\(hole)]")).document)
    let rings = ZoneMap.make(document, on: Grid(fitting: [document])).map.zones[0].rings
    #expect(rings.map { $0.points.doubledArea } == [162, -2])
  }

  @Test("A map across the antimeridian is one piece")
  func antimeridian() throws {
    let west = Self.feature("[[[179,0],[180,0],[180,1],[179,1],[179,0]]]")
    let east = Self.feature("[[[-180,0],[-179,0],[-179,1],[-180,1],[-180,0]]]", id: "\"b\"")
    let document = try #require(read(Self.collection(west, east)).document)
    let grid = Grid(fitting: [document])
    #expect(grid.crossesAntimeridian)
    let map = ZoneMap.make(document, on: grid).map
    let arrangement = Arrangement(layers: map.zones.map(\.rings))
    #expect(arrangement.faceLabels.count == 3)
    #expect(grid.longitudeText(181) == "-179")
    let locator = try ZoneLocator(map)
    #expect(locator.place(longitude: "-179.5", latitude: "0.5") == .inside(zone: 1))
    #expect(locator.place(longitude: "-180", latitude: "0.5") == .border(zone: 0))
  }

  @Test("Longitudes may run on beyond 180", arguments: ["-175,0],[-170", "185,0],[190"])
  func beyond(east: String) throws {
    let (low, high) = (east.prefix { $0 != "," }, east.split(separator: "[").last ?? "")
    let text = Self.collection(
      Self.feature("[[[170,0],[185,0],[185,1],[170,1],[170,0]]]"),
      Self.feature("[[[\(low),0],[\(high),0],[\(high),1],[\(low),1],[\(low),0]]]", id: "\"b\""))
    let document = try #require(read(text).document)
    let map = ZoneMap.make(document, on: Grid(fitting: [document])).map
    #expect(map.zones[1].rings[0].points.map(\.x).max() == 190)
    #expect(Arrangement(layers: map.zones.map(\.rings)).faceLabels.count == 3)
  }
}
