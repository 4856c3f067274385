import Foundation
import TestSupport
import Testing

/// Fleets with faults of known kinds, as a city gets their records.
@Suite struct FleetTests {
  private static let rulebooks: [Fleet.Mode: String] = [
    .passenger: "MDSPassenger", .micromobility: "MDSMicromobility",
  ]

  /// The lines about which the replay of a fleet's records tells something.
  private func told(of fleet: Fleet) throws -> Set<Int> {
    let folder = try Folder()
    try folder.write("records.jsonl", fleet.text)
    let rulebook = Tool.model(try #require(Self.rulebooks[fleet.mode]))
    let result = try Tool.run(
      [
        "replay", rulebook, "records.jsonl", "--mapping", "mds", "--limit", "1000", "--format",
        "json",
      ], in: folder)
    #expect(result.isExit && result.errors == "", "\(result.errors)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let trace = try #require((document["traces"] as? [[String: Any]])?.first)
    #expect(trace["lines"] as? Int == 2 * fleet.records.count)
    return Set(
      try #require(trace["findings"] as? [[String: Any]]).compactMap { $0["line"] as? Int })
  }

  @Test("Each fault of a fleet is told, and nothing else", arguments: Fleet.Mode.allCases)
  func faults(mode: Fleet.Mode) throws {
    let fleet = Fleet(mode, vehicles: 300, hours: 3, faults: 30, seed: 4)
    #expect(Set(fleet.faults.map(\.fault)) == Set(FleetFault.all(of: mode)), "each kind is there")
    let lines = try told(of: fleet)
    let seeded = Set(fleet.faults.map(\.line))
    #expect(seeded.subtracting(lines).sorted() == [], "not told")
    #expect(lines.subtracting(seeded).sorted() == [], "told besides")
  }

  @Test("Of a fleet without faults nothing is told", arguments: Fleet.Mode.allCases)
  func noFaults(mode: Fleet.Mode) throws {
    let fleet = Fleet(mode, vehicles: 100, hours: 3, faults: 0, seed: 3)
    #expect(fleet.faults.isEmpty && fleet.records.count > 1_000)
    #expect(try told(of: fleet).isEmpty)
  }

  @Test("The same seed gives the same fleet")
  func seeds() {
    func text(_ seed: UInt64) -> String {
      Fleet(.passenger, vehicles: 5, hours: 2, faults: 100, seed: seed).text
    }
    #expect(text(1) == text(1) && text(1) != text(2))
  }
}
