import Foundation
import Testing

@Suite("Zones")
struct ZonesTests {
  static let left = square("left", 0, 0, 10, 10)
  static let right = square("right", 10, 0, 20, 10)

  /// A zone in millionths of a degree.
  static func square(_ id: String, _ west: Int, _ south: Int, _ east: Int, _ north: Int) -> String {
    polygon(id, [(west, south), (east, south), (east, north), (west, north), (west, south)])
  }

  static func polygon(_ id: String, _ corners: [(Int, Int)]) -> String {
    let degree = { (value: Int) in "0." + String(1_000_000 + value).dropFirst() }
    let text = corners.map { "[\(degree($0.0)),\(degree($0.1))]" }.joined(separator: ",")
    return """
      {"type":"Feature","properties":{"zone":"\(id)","colour":"\\u00e9"},\
      "geometry":{"type":"Polygon","coordinates":[[\(text)]]}}
      """
  }

  static func map(_ zones: String...) -> String {
    "{\"type\":\"FeatureCollection\",\"requirements\":[\"Z1\"],\"features\":[\n"
      + zones.joined(separator: ",\n") + "\n]}\n"
  }

  private func run(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    try Tool.run(["zones"] + arguments, in: folder)
  }

  @Test("The shipped map is a partition of its city")
  func shipped() throws {
    let models = Tool.root.appending(path: "Models/MyTaxiService").path
    let result = try run(
      "\(models)/zones.geojson", "--city", "\(models)/city.geojson", in: try Folder())
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("partition  26 zones"))
    #expect(result.output.contains("evidence for A1 A11 F5 G9.1"))
  }

  @Test("A fault has its area, a place and its zones, and is marked in picture and file")
  func fault() throws {
    let folder = try Folder()
    try folder.write("m.geojson", Self.map(Self.left, Self.square("right", 9, 0, 20, 10)))
    let result = try run(
      "m.geojson", "--svg", "m.svg", "--faults", "f.geojson", in: folder)
    #expect(result.code == 1)
    for part in [
      "no partition", "overlap", "left, right", "1 overlap", "m²", "1 fault confirmed",
      "evidence for Z1",
    ] {
      #expect(result.output.contains(part), "\(part) is missing from:\n\(result.output)")
    }
    let picture = try folder.read("m.svg")
    #expect(picture.contains("<circle") && picture.contains("overlap: left, right"))
    let faults = try folder.read("f.geojson")
    #expect(faults.contains("\"kind\":\"overlap\",\"zones\":[\"left\",\"right\"]"))
    #expect(faults.contains("[0.000009,0]"))
    let again = try run("f.geojson", "--id-property", "fault", in: folder)
    #expect(again.code == 0, "\(again.errors)")
  }

  @Test("Names that mean something in JSON and XML are told as what they are")
  func names() throws {
    let folder = try Folder()
    try folder.write(
      "m.geojson",
      Self.map(Self.square(#"a\"b\\<\n&\u0001"#, 0, 0, 10, 10), Self.square("right", 9, 0, 20, 10)))
    _ = try run("m.geojson", "--svg", "m.svg", "--faults", "f.geojson", in: folder)
    let faults = try folder.read("f.geojson")
    #expect(faults.contains(#""zones":["a\"b\\<\n&\u0001","right"]"#), "\(faults)")
    let picture = try folder.read("m.svg")
    #expect(
      picture.contains(#"<title>a&quot;b\&lt;\u{A}&amp;\u{1}</title>"#), "\(picture)")
    #expect(try Elements.parse(picture)?.name == "svg")
  }

  @Test("A sliver within the tolerance is listed and accepted; areas meet it by their upper end")
  func tolerance() throws {
    let folder = try Folder()
    try folder.write("m.geojson", Self.map(Self.left, Self.square("right", 9, 0, 20, 10)))
    let accepted = try run("m.geojson", "--tolerance", "1m2", in: folder)
    #expect(accepted.code == 0)
    #expect(accepted.output.contains("partition within the tolerance"))
    #expect(accepted.output.contains("1 overlap, 1 accepted up to 1.00 m²"))
    #expect(try run("m.geojson", "--tolerance", "12cm2", in: folder).code == 1)
    for text in ["1", "m2", "-1m2", "1e3m2", "nanm2", "1 m2"] {
      let result = try run("m.geojson", "--tolerance=\(text)", in: folder)
      #expect(result.code == 2 && result.errors.contains("expected an area"), "\(text)")
    }
  }

  @Test("The document is the same on every run and complete")
  func document() throws {
    struct Document: Decodable {
      struct Fault: Decodable {
        struct Bounds: Decodable { let atLeast, atMost: Double }
        struct Place: Decodable { let longitude, latitude: String }
        let kind: String
        let area: Bounds
        let witness: Place
        let zones: [String]
        let isAccepted: Bool
      }
      let schema, verdict: String
      let decimals: Int
      let faults: [Fault]
    }
    let folder = try Folder()
    try folder.write(
      "m.geojson",
      Self.map(
        Self.square("left", 0, 0, 9, 10), Self.square("middle", 9, 0, 20, 1),
        Self.square("right", 9, 9, 20, 10), Self.square("far", 19, 1, 20, 9)))
    let arguments = ["zones", "m.geojson", "--format", "json"]
    let first = try Tool.run(arguments, in: folder)
    #expect(try Tool.run(arguments, in: folder).output == first.output)
    let document = try JSONDecoder().decode(Document.self, from: Data(first.output.utf8))
    #expect(document.schema == "medallion.zones/1" && document.verdict == "notAPartition")
    #expect(document.decimals == 6)
    let fault = try #require(document.faults.first)
    #expect(document.faults.count == 1 && fault.kind == "gap" && !fault.isAccepted)
    #expect(fault.zones == ["left", "middle", "right", "far"])
    #expect(fault.area.atLeast > 0 && fault.area.atLeast <= fault.area.atMost)
    #expect(fault.witness.longitude.hasPrefix("0.00001"))
  }

  @Test("Repair writes a partition that differs in nothing else, or nothing")
  func repair() throws {
    let folder = try Folder()
    let text = Self.map(
      Self.left, Self.square("right", 9, 0, 20, 10), Self.square("north", 0, 10, 20, 20))
    try folder.write("m.geojson", text)
    let result = try run("m.geojson", "--tolerance", "1m2", "--repair", "r.geojson", in: folder)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("1 sliver to left"))
    let repaired = try folder.read("r.geojson")
    #expect(try run("r.geojson", in: folder).code == 0)
    #expect(repaired.contains(Self.square("north", 0, 10, 20, 20)))
    #expect(repaired.split(separator: "\n").count == text.split(separator: "\n").count)
    #expect(repaired.contains("\"colour\":\"\\u00e9\""))
  }

  @Test("A repair that is refused hides nothing, and says which faults are in its way")
  func refused() throws {
    let folder = try Folder()
    try folder.write(
      "m.geojson",
      Self.map(
        Self.left, Self.square("right", 9, 0, 20, 10), Self.square("north", 0, 8, 10, 20),
        Self.square("far", 20, 0, 30, 10)))
    let asked = ["zones", "m.geojson", "--repair", "r.geojson"]
    let both = try Tool.run(
      asked + ["--svg", "m.svg", "--faults", "f.geojson"], in: folder)
    #expect(both.code == 1 && both.errors.isEmpty, "\(both.errors)")
    for part in ["no partition", "overlap", "left, right", "3 faults confirmed"] {
      #expect(both.output.contains(part), "\(part) is missing from:\n\(both.output)")
    }
    #expect(
      both.output.contains(#/\nnot repaired: faults 1 to \d are larger than the tolerance; that/#))
    #expect(try folder.names == ["f.geojson", "m.geojson", "m.svg"])
    let one = try Tool.run(asked + ["--tolerance", "1500cm2", "--format", "json"], in: folder)
    #expect(one.code == 1)
    #expect(one.output.contains("\"faultsBeyondTolerance\" : 1"), "\(one.output)")
    #expect(one.output.contains("\"reason\" : \"fault 1 is larger than the tolerance"))
  }

  @Test("A change of the division tells what moves")
  func compare() throws {
    let folder = try Folder()
    try folder.write("old.geojson", Self.map(Self.left, Self.right))
    try folder.write(
      "new.geojson",
      Self.map(
        Self.square("left", 0, 0, 12, 10), Self.square("right", 12, 0, 18, 10),
        Self.square("new", 18, 0, 20, 10)))
    let result = try run("old.geojson", "--compare", "new.geojson", in: folder)
    #expect(result.code == 0)
    for part in ["2 moves", "right", "to  left", "to  new", "added: new"] {
      #expect(result.output.contains(part), "\(part) is missing from:\n\(result.output)")
    }
  }

  @Test(
    "What is no map is refused, with its place",
    arguments: [
      ("", "json-unexpected-end"), ("\u{0}\u{1}\u{2}", "json-expected-value"),
      (map(left).replacing("0.000010", with: "1e400"), "json-huge-number"),
      (map(left).replacing("0.000010", with: "NaN"), "json-not-finite"),
      (map(left).replacing("0.000010", with: "913175"), "out-of-range"),
      (String(map(left, right).prefix(200)), "json-unexpected-end"),
      (map(left, left), "repeated-id"),
      (map(polygon("bow", [(0, 0), (9, 9), (9, 0), (0, 8), (0, 0)])), "ring-crosses-itself"),
      (
        map(left).replacing("left", with: "\\u001b[2J\\u202e").replacing("0.000010", with: "null"),
        "\\u{1B}[2J\\u{202E}"
      ),
    ])
  func hostile(text: String, words: String) throws {
    let folder = try Folder()
    try folder.write("m.geojson", text)
    let result = try run("m.geojson", "--svg", "m.svg", in: folder)
    #expect(result.isExit && result.code == 2)
    #expect(result.output == "")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(!result.errors.contains("\u{1B}"))
    #expect(try folder.names == ["m.geojson"])
  }

  @Test("Each zone whose rings cross is told, beside other faults of the file")
  func allCrossings() throws {
    let folder = try Folder()
    let bows = ["one", "two", "three"].enumerated().map { index, id in
      let x = 20 * index
      return Self.polygon(id, [(x, 0), (x + 9, 9), (x + 9, 0), (x, 8), (x, 0)])
    }
    try folder.write(
      "m.geojson", Self.map(bows[0], bows[1], bows[2], Self.polygon("short", [(0, 0), (1, 1)])))
    let result = try run("m.geojson", in: folder)
    #expect(result.code == 2)
    for part in ["'one'", "'two'", "'three'", "ring-too-short"] {
      #expect(result.errors.contains(part), "\(part) is missing from:\n\(result.errors)")
    }
  }

  @Test("A ring that encloses nothing is left out on request only, and told")
  func degenerate() throws {
    let folder = try Folder()
    let spike = Self.polygon("left", [(2, 2), (3, 3), (2, 2), (2, 2)])
    try folder.write("m.geojson", Self.map(Self.left, Self.right, spike))
    let refused = try run("m.geojson", "--merge-features", in: folder)
    #expect(refused.code == 2 && refused.errors.contains("ring-without-area"))
    let read = try run("m.geojson", "--merge-features", "--skip-degenerate", in: folder)
    #expect(read.code == 0 && read.output.contains("partition  2 zones"))
    #expect(read.errors.contains("left out"))
  }

  @Test(
    "A ring with too few corners encloses nothing, and is left out on request only",
    arguments: [("[[2,2],[3,3],[2,2]]", true), ("[]", true), ("[[2,2],[4,2],[4,4]]", false)])
  func short(_ ring: String, enclosesNothing: Bool) throws {
    let folder = try Folder()
    let left = #"[[[0,0],[5,0],[5,9],[0,9],[0,0]]]"#
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone":"a"},
      "geometry":{"type":"MultiPolygon","coordinates":[\(left),[\(ring)]]}}]}
      """
    try folder.write("m.geojson", text)
    let refused = try run("m.geojson", in: folder)
    #expect(refused.code == 2 && refused.errors.contains("ring-too-short"), "\(refused.errors)")
    #expect(refused.errors.contains("--skip-degenerate") == enclosesNothing)
    let read = try run("m.geojson", "--skip-degenerate", in: folder)
    #expect(read.code == (enclosesNothing ? 0 : 2), "\(read.errors)")
    #expect(read.errors.contains("ring-too-short"))
    #expect(read.errors.contains("left out") == enclosesNothing)
  }

  @Test("Two features of one identifier that overlap are told by that, not as rings that cross")
  func repeated() throws {
    let folder = try Folder()
    let bow = Self.polygon("left", [(0, 0), (9, 9), (9, 0), (0, 8), (0, 0)])
    try folder.write("m.geojson", Self.map(Self.left, Self.square("left", 1, 1, 20, 9)))
    let result = try run("m.geojson", in: folder)
    #expect(result.code == 2 && result.errors.contains("[repeated-id]"))
    #expect(!result.errors.contains("[ring-crosses-itself]"), "\(result.errors)")
    try folder.write("m.geojson", Self.map(Self.left, bow))
    let both = try run("m.geojson", in: folder)
    #expect(both.errors.contains("[repeated-id]") && both.errors.contains("[ring-crosses-itself]"))
  }

  @Test("A map in UTF-16 is told as such, with the way to read it", arguments: [true, false])
  func utf16(_ isMarked: Bool) throws {
    let folder = try Folder()
    let bytes = try #require(
      Self.map(Self.left).data(using: isMarked ? .utf16 : .utf16LittleEndian))
    try folder.write("m.geojson", bytes)
    let result = try run("m.geojson", in: folder)
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(result.errors.contains("'m.geojson': it is UTF-16: iconv -f UTF-16 -t UTF-8 FILE"))
  }

  @Test(
    "Features of one identifier are one zone on request; a repair that would split it is refused")
  func merged() throws {
    let folder = try Folder()
    try folder.write(
      "m.geojson",
      Self.map(Self.left, Self.square("left", 20, 0, 30, 10), Self.square("right", 9, 0, 20, 10)))
    #expect(try run("m.geojson", in: folder).errors.contains("--merge-features"))
    let merged = try run(
      "m.geojson", "--merge-features", "--tolerance", "1m2", "--repair", "r.geojson", in: folder)
    #expect(merged.output.contains("2 zones"))
    #expect(merged.code == 0 || merged.output.contains("has several features"))
  }

  @Test("Without the property, those that differ in each feature are named")
  func suggestion() throws {
    let folder = try Folder()
    let text = Self.map(Self.left, Self.right).replacing("\"zone\":", with: "\"code\":")
    try folder.write("m.geojson", text)
    let result = try run("m.geojson", in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("fit for --id-property: 'code'"), "\(result.errors)")
    #expect(try run("m.geojson", "--id-property", "code", in: folder).code == 0)
  }

  @Test("A map that is too deep is refused")
  func deep() throws {
    try hostile(text: String(repeating: "[", count: 300_000), words: "json-too-deep")
  }

  @Test("Outputs that would overwrite inputs or each other")
  func outputs() throws {
    let folder = try Folder()
    try folder.write("m.geojson", Self.map(Self.left))
    try folder.write("c.geojson", Self.left)
    for (arguments, words) in [
      (["--svg", "m.geojson"], "the picture 'm.geojson' is one of the inputs"),
      (["--faults", "./c.geojson"], "one of the inputs"),
      (["--repair", "c.geojson"], "one of the inputs"),
      (["--output", "m.geojson"], "one of the inputs"),
      (["--svg", "x", "--faults", "x"], "the picture and the faults are one file: 'x'"),
    ] {
      let result = try Tool.run(
        ["zones", "m.geojson", "--city", "c.geojson"] + arguments, in: folder)
      #expect(result.code == 2, "\(arguments)")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    #expect(try folder.names == ["c.geojson", "m.geojson"])
  }
}
