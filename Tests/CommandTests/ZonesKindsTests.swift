import Foundation
import Testing

/// Kinds of maps that are easily read wrongly: crossing rings, rings without area, several
/// features of one identifier, longitudes beyond 180.
@Suite("Zones: kinds of maps")
struct ZonesKindsTests {
  /// A zone of several polygons, each a list of rings, each a list of `longitude,latitude`.
  static func zone(_ id: String, _ polygons: [String]...) -> String {
    let text = polygons.map { rings in
      "["
        + rings.map { ring in
          "[" + ring.split(separator: " ").map { "[\($0)]" }.joined(separator: ",") + "]"
        }.joined(separator: ",") + "]"
    }.joined(separator: ",")
    return """
      {"type":"Feature","properties":{"zone":"\(id)"},\
      "geometry":{"type":"MultiPolygon","coordinates":[\(text)]}}
      """
  }

  static func box(_ west: Int, _ south: Int, _ east: Int, _ north: Int) -> String {
    "\(west),\(south) \(east),\(south) \(east),\(north) \(west),\(north) \(west),\(south)"
  }

  static func map(_ zones: [String]) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n\(zones.joined(separator: ",\n"))\n]}\n"
  }

  private func check(
    _ zones: [String], _ arguments: [String] = [], city: [String]? = nil
  ) throws -> Tool.Result {
    let folder = try Folder()
    try folder.write("m.geojson", Self.map(zones))
    var all = ["zones", "m.geojson", "--no-cross-check"] + arguments
    if let city {
      try folder.write("c.geojson", Self.map(city))
      all += ["--city", "c.geojson"]
    }
    return try Tool.run(all, in: folder)
  }

  /// Places of a diagnostic, as the messages have them.
  private func places(_ id: String, in result: Tool.Result) -> [String] {
    result.errors.split(separator: "\n").filter { $0.hasSuffix("[\(id)]") }.map { line in
      let rest = line.split(separator: "feature '").last ?? ""
      let zone = rest.prefix { $0 != "'" }
      let place = rest.split(separator: " near ").last?.split(separator: " [").first ?? ""
      return "\(zone) \(place)"
    }
  }

  @Test(
    "Every place where rings cross is told, each with its zone",
    arguments: [
      // Two bows in one ring, one in the other zone.
      (
        [
          zone("twice", ["0,0 2,2 4,2 6,0 6,2 4,0 2,0 0,2 0,0"]),
          zone("once", ["10,0 13,3 13,1 10,4 10,0"]),
        ], ["twice 1, 1", "twice 5, 1", "once 12, 2"]
      ),
      // Two rings of one zone cross in two places.
      ([zone("rings", [box(0, 0, 4, 4)], [box(2, 2, 6, 6)])], ["rings 4, 2", "rings 2, 4"]),
      // A spike through the other side of its own ring.
      (
        [zone("a", [box(0, 0, 2, 2)]), zone("spike", ["2,0 8,0 8,4 6,4 5,-2 4,4 2,4 2,0"])],
        ["spike 5.333333, 0", "spike 4.666667, 0"]
      ),
    ])
  func crossings(zones: [String], expected: [String]) throws {
    let result = try check(zones)
    #expect(result.code == 2)
    let found = places("ring-crosses-itself", in: result)
    #expect(found.count == expected.count, "\(result.errors)")
    if !expected.contains(where: { $0.contains(".") }) {
      #expect(Set(found) == Set(expected), "\(result.errors)")
    }
  }

  @Test("Crossings beyond the cap are counted, not shown; the city's and another map's are told")
  func manyCrossings() throws {
    let bows = (0..<70).map { Self.zone("z\($0)", ["\($0),0 \($0).9,1 \($0).9,0 \($0),2 \($0),0"]) }
    let result = try check(bows)
    #expect(result.code == 2)
    #expect(places("ring-crosses-itself", in: result).count == 60)
    #expect(result.errors.contains("10 more of this file"), "\(result.errors)")
    let city = try check([Self.zone("a", [Self.box(0, 0, 1, 1)])], city: [bows[0]])
    #expect(city.code == 2 && city.errors.contains("c.geojson:2:"), "\(city.errors)")
    #expect(city.errors.contains("ring-crosses-itself"))
    let folder = try Folder()
    try folder.write("m.geojson", Self.map([Self.zone("a", [Self.box(0, 0, 1, 1)])]))
    try folder.write("n.geojson", Self.map(Array(bows.prefix(3))))
    let compared = try Tool.run(["zones", "m.geojson", "--compare", "n.geojson"], in: folder)
    #expect(compared.code == 2 && compared.output.isEmpty)
    #expect(places("ring-crosses-itself", in: compared).count == 3, "\(compared.errors)")
    #expect(compared.errors.contains("n.geojson:4:"))
  }

  @Test(
    "Rings that enclose nothing are all told, and left out on request",
    arguments: [
      ([["5,5 6,6 5,5 5,5"], ["1,1 2,1 3,1 1,1"], ["2,2 2,2 2,2 2,2"]], 3),
      ([["1,1 3,1 3,3 3,1 1,1"], ["7,7 8,8 9,9 8,8 7,7"]], 2),
      ([["4,4 4,8 4,6 4,5 4,4"]], 1),
    ])
  func degenerate(rings: [[String]], count: Int) throws {
    let spikes = rings.enumerated().map { Self.zone("spike\($0.offset)", [$0.element[0]]) }
    let zones = [
      Self.zone("a", [Self.box(0, 0, 10, 10)]), Self.zone("b", [Self.box(10, 0, 20, 10)]),
    ]
    let inZone = zones + spikes.map { $0.replacing(#/spike\d/#, with: "a") }
    let refused = try check(inZone, ["--merge-features"])
    #expect(refused.code == 2)
    #expect(refused.errors.split(separator: "[ring-without-area]").count == count + 1)
    let read = try check(inZone, ["--merge-features", "--skip-degenerate"])
    #expect(read.code == 0 && read.output.contains("partition  2 zones, 8 vertices"))
    #expect(read.errors.split(separator: "it is left out").count == count + 1, "\(read.errors)")
    // A zone that is nothing but such a ring stays wrong.
    #expect(try check(zones + spikes, ["--skip-degenerate"]).errors.contains("zone-without-area"))
  }

  @Test(
    "Features of one identifier are one zone: islands, holes, and pieces that touch",
    arguments: [
      // An island beside the shore.
      [
        zone("a", [box(0, 0, 1, 1)]), zone("b", [box(1, 0, 2, 1)]), zone("a", [box(2, 0, 3, 1)]),
      ],
      // An island in the hole of the zone between, and one in its own.
      [
        zone("a", [box(0, 0, 9, 9), box(2, 2, 7, 7)]),
        zone("b", [box(2, 2, 7, 7), box(4, 4, 5, 5)]),
        zone("a", [box(4, 4, 5, 5)]),
      ],
      // Two pieces with a common border.
      [
        zone("a", [box(0, 0, 1, 1)]), zone("a", [box(1, 0, 2, 1)]), zone("b", [box(0, 1, 2, 2)]),
      ],
    ])
  func merged(zones: [String]) throws {
    let refused = try check(zones)
    #expect(refused.code == 2 && refused.errors.contains("--merge-features"))
    let merged = try check(zones, ["--merge-features"])
    #expect(merged.code == 0, "\(merged.output)\(merged.errors)")
    #expect(merged.output.contains("partition  2 zones"))
  }

  @Test("Pieces of one identifier that overlap are a crossing, not a fault between zones")
  func mergedOverlap() throws {
    let zones = [Self.zone("a", [Self.box(0, 0, 4, 4)]), Self.zone("a", [Self.box(3, 0, 6, 4)])]
    let result = try check(zones, ["--merge-features"])
    #expect(result.code == 2 && result.errors.contains("ring-crosses-itself"))
  }

  @Test(
    "Longitudes run on beyond 180 in both directions, in one map too",
    arguments: [
      [zone("west", [box(170, 0, 185, 20)]), zone("east", [box(-175, 0, -170, 20)])],
      [zone("west", [box(-190, 0, -185, 20)]), zone("east", [box(-185, 0, -170, 20)])],
      [zone("west", [box(-190, 0, -175, 20)]), zone("east", [box(185, 0, 190, 20)])],
      [
        zone("west", [box(170, 0, 180, 20)]), zone("line", [box(-180, 0, -178, 20)]),
        zone("east", [box(182, 0, 190, 20)]),
      ],
    ])
  func beyond180(zones: [String]) throws {
    let city = [Self.zone("city", [Self.box(170, 0, 180, 20)], [Self.box(-180, 0, -170, 20)])]
    for city in [city, [Self.zone("city", [Self.box(170, 0, 190, 20)])]] {
      let result = try check(zones, city: city)
      #expect(result.code == 0, "\(result.output)\(result.errors)")
      #expect(result.output.contains(": partition"))
    }
    let short = try check(zones.dropLast(), city: city)
    #expect(short.code == 1 && short.output.contains("1 gap"), "\(short.output)\(short.errors)")
  }

  @Test("Exact areas: a hole between four zones, a sliver, a T-junction")
  func faults() throws {
    let e = 12
    let n = 45
    let box = { (west: Int, south: Int, east: Int, north: Int) -> String in
      [(west, south), (east, south), (east, north), (west, north), (west, south)]
        .map { "\(e).00\($0.0),\(n).00\($0.1)" }.joined(separator: " ")
    }
    let around = [
      Self.zone("s", [box(0, 0, 3, 1)]), Self.zone("n", [box(0, 2, 3, 3)]),
      Self.zone("w", [box(0, 1, 1, 2)]), Self.zone("e", [box(2, 1, 3, 2)]),
    ]
    let hole = try check(around)
    #expect(hole.code == 1 && hole.output.contains("1 gap, 8743 m²"), "\(hole.output)")
    let bent =
      "12.005,45 12.009,45 12.009,45.009 12.005,45.009 12.005,45.006 12.006,45.005 12.005,45.004 12.005,45"
    let sliver = try check([Self.zone("l", [box(0, 0, 5, 9)]), Self.zone("r", [bent])])
    #expect(sliver.code == 1 && sliver.output.contains("1 gap, 8742 m²"), "\(sliver.output)")
    let junction = try check([Self.zone("a", [box(0, 0, 1, 1)]), Self.zone("b", [box(0, 1, 2, 2)])])
    #expect(junction.code == 0)
  }

  @Test("What moves is drawn, and written beside the faults")
  func compare() throws {
    let folder = try Folder()
    let old = [
      Self.zone("a", [Self.box(0, 0, 10, 10)]), Self.zone("b<", [Self.box(10, 0, 20, 10)]),
    ]
    let new = [
      Self.zone("a", [Self.box(0, 0, 12, 10)]), Self.zone("b<", [Self.box(12, 0, 25, 10)]),
    ]
    try folder.write("old.geojson", Self.map(old))
    try folder.write("new.geojson", Self.map(new))
    let result = try Tool.run(
      [
        "zones", "old.geojson", "--compare", "new.geojson", "--svg", "m.svg", "--faults",
        "f.geojson",
      ],
      in: folder)
    #expect(result.code == 0, "\(result.errors)")
    let file = try folder.read("f.geojson")
    for part in [
      #""move":1,"kind":"move","zones":["b<"],"from":null,"to":"b<","#,
      #""move":2,"kind":"move","zones":["b<","a"],"from":"b<","to":"a","#, #""width":"#,
    ] {
      #expect(file.contains(part), "\(part) is missing from:\n\(file)")
    }
    let again = try Tool.run(["zones", "f.geojson", "--id-property", "move"], in: folder)
    #expect(again.code == 0 && again.output.contains("2 zones, 8 vertices"), "\(again.errors)")
    let picture = try folder.read("m.svg")
    #expect(picture.contains("M1 move: (outside) to b&lt;"))
    #expect(picture.contains("M2 move: b&lt; to a"))
    #expect(try Elements.parse(picture)?.name == "svg")
  }

  @Test("Hostile maps: cut off anywhere, many features of one identifier, names that deceive")
  func hostile() throws {
    let folder = try Folder()
    let text = Self.map([Self.zone("a", [Self.box(0, 0, 1, 1)])])
    for length in stride(from: 0, to: text.utf8.count - 3, by: 29) {
      try folder.write("m.geojson", String(text.prefix(length)))
      let result = try Tool.run(["zones", "m.geojson"], in: folder)
      #expect(result.isExit && result.code == 2 && result.output == "", "\(length)")
      #expect(result.errors.contains("json-"), "\(length): \(result.errors)")
    }
    let many = (0..<5_000).map {
      Self.zone("a", [Self.box($0 % 100, $0 / 100, $0 % 100 + 1, $0 / 100 + 1)])
    }
    let refused = try check(many)
    #expect(refused.code == 2 && refused.errors.contains("4959 more faults of this file"))
    #expect(refused.errors.utf8.count < 40_000)
    let merged = try check(many, ["--merge-features"])
    #expect(merged.code == 0 && merged.output.contains("1 zone, 20000 vertices"))
    let name = #"\u001b[2J\u202e\u0007\u2066x"#
    let bow = try check([Self.zone(name, ["0,0 3,3 3,1 0,4 0,0"])])
    #expect(bow.code == 2)
    let shown = try check(
      [Self.zone(name, [Self.box(0, 0, 2, 2)]), Self.zone("b", [Self.box(1, 0, 3, 2)])])
    #expect(shown.code == 1)
    for output in [bow.errors, shown.output] {
      #expect(!output.contains { "\u{1B}\u{202E}\u{7}\u{2066}".contains($0) })
      #expect(output.contains("\\u{202E}"))
    }
  }
}
