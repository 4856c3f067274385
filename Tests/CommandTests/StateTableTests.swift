import Foundation
import Testing

/// The rulebooks of the Mobility Data Specification, held against its tables.
@Suite struct StateTableTests {
  private static let names = ["MDSPassenger", "MDSMicromobility"]

  private struct Transition: Hashable {
    let from: String
    let to: String
    let event: String
  }

  private static func table(_ name: String) throws -> [Transition] {
    let path = Tool.root.appending(path: "Models/\(name)/transitions.tsv")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.map { line in
      let cells = line.split(separator: "\t").map(String.init)
      try #require(cells.count == 3)
      return Transition(from: cells[0], to: cells[1], event: cells[2])
    }
  }

  @Test("The definitions in the rulebook are those that the table gives", arguments: names)
  func definitions(name: String) throws {
    let root = Tool.root.path
    let generated = try Tool.shell(
      "\(root)/Models/mds-transitions --print \(root)/Models/\(name)", in: try Folder())
    #expect(generated.code == 0)
    let text = try String(contentsOf: URL(filePath: Tool.model(name)), encoding: .utf8)
    let parts = text.components(separatedBy: "what the table gives")
    try #require(parts.count == 3, "the section has a mark at its beginning and at its end")
    func words(_ text: String) -> [Substring] {
      text.split(separator: "\n").flatMap { $0.split(separator: " ") }
    }
    // The formatter breaks lines elsewhere; the words are the same.
    let section = parts[1].split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
    #expect(words(section) == words(generated.output))
  }

  /// What brings a vehicle with a trip to where its events may follow.
  private static func prelude(_ name: String, _ event: String) -> [String] {
    if name == "MDSMicromobility" {
      let ofTrips = [
        "trip_end", "trip_cancel", "trip_leave_jurisdiction", "trip_enter_jurisdiction",
      ]
      return ofTrips.contains(event) ? ["trip_start"] : []
    }
    switch event {
    case "reservation_stop", "trip_start", "driver_cancellation", "passenger_cancellation",
      "provider_cancellation":
      return ["service_start", "reservation_start"]
    case "trip_stop", "trip_resume", "trip_end":
      return ["service_start", "reservation_start", "reservation_stop", "trip_start"]
    default: return []
    }
  }

  /// Each event in each state, those of the table apart from all others: among right lines about other
  /// vehicles the replay may find another cause than the line itself.
  @Test(
    "Exactly the transitions of the table are allowed", arguments: names, [true, false])
  func everyPair(name: String, isInTable: Bool) throws {
    let table = try Self.table(name)
    let states = Set(table.flatMap { [$0.from, $0.to] }).sorted()
    var trace = ""
    var lines = 0
    var refused: [Int] = []
    func write(_ event: String, _ vehicle: Int, state: String?) {
      lines += 1
      let state = state.map { #","vehicle_state":"\#($0)""# } ?? ""
      let trip = Self.takesTrip(name, event) ? #","trip":"T\#(vehicle)""# : ""
      trace +=
        #"{"at":\#(lines * 60_000),"event":"\#(event)","vehicle":"V\#(vehicle)"\#(trip)\#(state)}"#
        + "\n"
    }
    var vehicle = 0
    for event in Set(table.map(\.event)).sorted() where event != "recommissioned" {
      let isTold = Set(table.filter { $0.event == event }.map(\.to)).count > 1
      for from in states {
        // A vehicle with a trip under way may take another.
        if event == "reservation_start", ["reserved", "on_trip", "stopped"].contains(from) {
          continue
        }
        let next = table.filter { $0.event == event && $0.from == from }.map(\.to)
        guard next.isEmpty != isInTable else { continue }
        for to in next.isEmpty ? ["available"] : next {
          vehicle += 1
          for step in Self.prelude(name, event) { write(step, vehicle, state: nil) }
          write("comms_lost", vehicle, state: nil)
          if from == "missing" {
            write("not_located", vehicle, state: nil)
          } else if from != "non_contactable" {
            write("comms_restored", vehicle, state: from)
          }
          write(event, vehicle, state: isTold && event != "maintenance" ? to : nil)
          if next.isEmpty { refused.append(lines) }
        }
      }
    }
    let folder = try Folder()
    try folder.write("t.jsonl", trace)
    let result = try Tool.run(
      ["replay", Tool.model(name), "t.jsonl", "--format", "json"], in: folder)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let first = try #require((document["traces"] as? [[String: Any]])?.first)
    let found = try #require(first["findings"] as? [[String: Any]]).compactMap {
      $0["line"] as? Int
    }
    #expect(found == refused)
  }

  private static func takesTrip(_ name: String, _ event: String) -> Bool {
    switch event {
    case "reservation_start", "reservation_stop": name == "MDSPassenger"
    case "trip_leave_jurisdiction", "trip_enter_jurisdiction": name == "MDSMicromobility"
    default: event.hasPrefix("trip_") || event.hasSuffix("_cancellation")
    }
  }
}
