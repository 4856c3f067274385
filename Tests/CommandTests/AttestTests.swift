import Basics
import Foundation
import Testing

/// Evidence that cannot be altered unseen.
@Suite("Attestations") struct AttestTests {
  /// Keys of nobody, for this test.
  private static let privateKey = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIE5qXbk79X8CaCNSwarNf8qQWnIgPIteju/6eKFlTJjc
    -----END PRIVATE KEY-----

    """
  private static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA2CRJjIvuUha7k1ATnUQ21u/vd5EZyyL8EIFH6ClWfbc=
    -----END PUBLIC KEY-----

    """
  private static let bound = [
    "r.rulebook", "r.tsv", "t", "m.geojson", "d.json", "d.html", "e.json",
  ]
  private static let map = #"""
    {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"zone": "A"},
    "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}}]}
    """#

  /// A dossier with its attestation.
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    try folder.write("t", #"{"at":1,"event":"enter","lift":"A"}"# + "\n")
    try folder.write("m.geojson", Self.map)
    try folder.write("k.pem", Self.privateKey)
    try folder.write("k.pub", Self.publicKey)
    let report = try Tool.run(
      [
        "report", "r.rulebook", "t", "--zones", "m.geojson", "--data", "d.json", "-o", "d.html",
        "--date", "2027-03-31",
      ], in: folder)
    #expect(report.code == 0, "\(report.errors)")
    let attest = try Tool.run(
      ["attest", "d.json", "--dossier", "d.html", "--key", "k.pem", "-o", "e.json"], in: folder)
    #expect(attest.code == 0, "\(attest.errors)")
    return folder
  }

  private func verify(_ folder: Folder, _ options: [String] = []) throws -> Tool.Result {
    try Tool.run(["attest", "e.json", "--verify", "--key", "k.pub"] + options, in: folder)
  }

  @Test("Untouched, it holds, also when everything is found out anew, and from another folder")
  func holds() throws {
    let folder = try folder()
    let result = try verify(folder, ["--rerun"])
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.hasPrefix("e.json: holds\n"))
    for name in Self.bound { #expect(result.output.contains(" \(name) ")) }
    #expect(!result.output.contains("wrong"))
    let work = folder.url.lastPathComponent
    let other = try Tool.shell(
      "cd / && medallion attest \(folder.url.path)/e.json --verify --key \(folder.url.path)/k.pub "
        + "--folder \(folder.url.path)", in: folder)
    #expect(other.code == 0, "\(work) \(other.output)")
  }

  /// `Benchmarks/attest` does more of them.
  @Test("A change of one bit is named by its file")
  func changes() throws {
    let folder = try folder()
    var random = SplitMix64(seed: 48)
    for round in 0..<(3 * Self.bound.count) {
      let name = Self.bound[round % Self.bound.count]
      let bytes = Array(try Data(contentsOf: folder.url.appending(path: name)))
      var changed = bytes
      let place = random.below(bytes.count)
      changed[place] ^= UInt8(1 << random.below(8))
      try folder.write(name, changed)
      let result = try verify(folder)
      #expect(result.code == 1, "\(name), byte \(place): \(result.output)\(result.errors)")
      let wrong = result.output.split(separator: "\n").filter { $0.contains("  wrong") }
      #expect(!wrong.isEmpty && wrong.allSatisfy { $0.contains(" \(name) ") }, "\(result.output)")
      try folder.write(name, bytes)
    }
    #expect(try verify(folder).code == 0)
  }

  @Test("Another key, no key, an encrypted one, a file that is gone")
  func keys() throws {
    let folder = try folder()
    #expect(try Tool.shell("openssl genpkey -algorithm ed25519 -out o.pem", in: folder).code == 0)
    #expect(
      try Tool.shell(
        "openssl pkey -in o.pem -pubout -out k.pub; openssl pkey -in o.pem -aes256 "
          + "-passout pass:secret -out s.pem; openssl genpkey -algorithm ec -pkeyopt "
          + "ec_paramgen_curve:P-256 -out c.pem 2>/dev/null", in: folder
      ).code == 0)
    let other = try verify(folder)
    #expect(other.code == 1)
    #expect(other.output.contains("it does not fit"))
    for key in ["k.pub", "s.pem", "c.pem", "t", "none"] {
      let result = try Tool.run(
        ["attest", "d.json", "--key", key, "-o", "x.json"], in: folder, input: "secret\n")
      #expect(result.code == 2 && result.isExit, "\(key)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.contains("'\(key)'"))
      #expect(!result.errors.contains("BEGIN"))
    }
    #expect(!(try folder.names.contains("x.json")))
    try folder.write("k.pub", Self.publicKey)
    try FileManager.default.removeItem(at: folder.url.appending(path: "t"))
    let gone = try verify(folder)
    #expect(gone.code == 1)
    #expect(gone.output.contains("cannot read the trace 't'"))
  }

  @Test("A file that was changed after the dossier was made is not attested")
  func stale() throws {
    let folder = try folder()
    try folder.write("t", #"{"at":2,"event":"enter","lift":"A"}"# + "\n")
    let result = try Tool.run(["attest", "d.json", "--key", "k.pem", "-o", "x.json"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("the trace 't' is another one than in 'd.json'"))
  }

  @Test("Verdicts that are others when found out anew are told")
  func rerun() throws {
    let folder = try folder()
    // What is bound holds; the data says something else than what comes out.
    let data = try folder.read("d.json").replacing(
      #""verdict" : "proved""#, with: #""verdict" : "undecided""#)
    try folder.write("d.json", data)
    let attest = try Tool.run(
      ["attest", "d.json", "--key", "k.pem", "-o", "e.json"], in: folder)
    #expect(attest.code == 0, "\(attest.errors)")
    #expect(try verify(folder).code == 0)
    let result = try verify(folder, ["--rerun", "--format", "json"])
    #expect(result.code == 1)
    #expect(result.output.contains("property light was undecided, is proved"), "\(result.output)")
  }

  @Test("The envelope is that of DSSE, the statement that of in-toto")
  func forms() throws {
    let folder = try folder()
    let envelope = try #require(
      try JSONSerialization.jsonObject(with: Data(folder.read("e.json").utf8)) as? [String: Any])
    #expect(envelope["payloadType"] as? String == "application/vnd.in-toto+json")
    let payload = try #require((envelope["payload"] as? String).flatMap { Data(base64Encoded: $0) })
    let statement = try #require(
      try JSONSerialization.jsonObject(with: payload) as? [String: Any])
    #expect(statement["_type"] as? String == "https://in-toto.io/Statement/v1")
    #expect(
      statement["predicateType"] as? String == "https://in-toto.io/attestation/test-result/v0.1")
    let predicate = try #require(statement["predicate"] as? [String: Any])
    #expect(predicate["result"] as? String == "PASSED")
    #expect(
      predicate["passedTests"] as? [String] == [
        "property light: proved", "trace t: conforms", "zones m.geojson: partition",
      ])
    let names = (statement["subject"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names == ["r.rulebook", "r.tsv", "m.geojson", "t", "d.json", "d.html"])
  }
}
