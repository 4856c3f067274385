import Foundation
import Testing

@Suite("medallion matrix")
struct MatrixTests {
  private struct Document: Decodable {
    struct Row: Decodable {
      struct Property: Decodable {
        let name: String
        let verdict: String
      }
      let id: String
      let excused: String?
      let properties: [Property]
      let guardedBy: [String]?
    }

    let rows: [Row]
    let unexercised: [String]
  }

  private func rows(_ result: Tool.Result) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
  }

  @Test("Every requirement has a row with its evidence")
  func evidence() throws {
    let result = try Tool.run(["matrix", "r.rulebook"], in: MutateTests.lift())
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.output.split(separator: "\n").suffix(7).joined(separator: "\n") == """
              kind   stated in   properties    traces that break it
          L1  state  lines 3, 8  proved light
          L2  state  line 10
          L3  state  line 12
        put to the test by no trace
          event ring
        3 requirements: 3 cited, 0 left out with a reason; put to the test by no trace: 1
        """)
  }

  @Test("What no change of the rules breaks is cited in vain")
  func effective() throws {
    let result = try Tool.run(
      ["matrix", "r.rulebook", "--effective", "--format", "json"], in: MutateTests.lift())
    #expect(result.code == 3)
    let document = try rows(result)
    #expect(document.rows.map { $0.guardedBy?.isEmpty } == [false, false, true])
    #expect(document.unexercised == ["event ring"])
  }

  @Test("A requirement that nobody mentions is a gap")
  func gap() throws {
    let folder = try MutateTests.lift()
    let table = try String(contentsOf: folder.url.appending(path: "r.tsv"), encoding: .utf8)
    try folder.write("r.tsv", table + "L4\ta\tstate\tFour.\n")
    let result = try Tool.run(["matrix", "r.rulebook"], in: folder)
    #expect(result.code == 3)
    #expect(result.output.contains("neither cited nor left out with a reason\n  L4  Four."))
  }

  /// The requirement ids of the shipped rulebooks mean something: whatever bears one is missed
  /// when it is changed, and every rule is put to the test by some shipped trace.
  @Test(
    "Each requirement of a shipped rulebook is guarded or left out, each rule exercised",
    arguments: ["MyTaxiService", "RideHailing", "CitrusRental"])
  func shipped(name: String) throws {
    let result = try Tool.run(
      ["matrix", Tool.model(name), "--effective", "--format", "json"], in: Folder())
    #expect(result.code == 0, "\(result.errors)")
    let document = try rows(result)
    #expect(document.unexercised == [])
    #expect(
      document.rows.filter { $0.excused == nil && $0.guardedBy?.isEmpty != false }.map(\.id) == [])
  }
}
