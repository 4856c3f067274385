import Foundation
import Testing

@Suite("Made-up runs")
struct SimulateTests {
  private static let rulebooks = ["CitrusRental", "RideHailing", "MyTaxiService"]

  private func run(
    _ rulebook: String, seed: Int, events: Int, in folder: Folder
  ) throws -> String {
    let result = try Tool.run(
      ["simulate", Tool.model(rulebook), "--seed", "\(seed)", "--events", "\(events)"],
      in: folder)
    #expect(result.code == 0, "\(result.errors)")
    return result.output
  }

  @Test("Whatever is made up conforms", arguments: rulebooks, 1...12)
  func conforms(rulebook: String, seed: Int) throws {
    let folder = try Folder()
    try folder.write("t", try run(rulebook, seed: seed, events: 150, in: folder))
    let result = try Tool.run(["replay", Tool.model(rulebook), "t"], in: folder)
    #expect(result.code == 0, "\(result.output)")
  }

  /// A logger may leave out any kind of event, and may say so.
  @Test("What nobody logs is held against nobody", arguments: rulebooks, 1...2)
  func hidden(rulebook: String, seed: Int) throws {
    let folder = try Folder()
    let lines = try run(rulebook, seed: seed, events: 100, in: folder).split(separator: "\n")
    let events = Set(lines.compactMap { $0.firstMatch(of: /"event":"(\w+)"/)?.1 })
    #expect(events.count > 5)
    for event in events.sorted() {
      let rest = lines.filter { !$0.contains(#""event":"\#(event)""#) }
      try folder.write("t", rest.joined(separator: "\n") + "\n")
      let result = try Tool.run(
        ["replay", Tool.model(rulebook), "t", "--hidden", String(event)], in: folder)
      #expect(result.code != 1, "\(event): \(result.output)")
    }
  }
}
