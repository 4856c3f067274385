import Foundation
import Testing

/// The main job on the shipped project, and what its users see of a fault.
@Suite struct CheckTests {
  @Test func everythingShippedIsAsItSays() throws {
    let folder = try Folder()
    let result = try Tool.run(["check", "--root", Tool.root.path], in: folder)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let models = try FileManager.default.contentsOfDirectory(
      atPath: Tool.root.appending(path: "Models").path)
    let count = models.count { FileManager.default.fileExists(atPath: Tool.model($0)) }
    #expect(count >= 5)
    #expect(result.output.contains("\(count) of \(count) rulebooks hold"))
    #expect(!result.output.contains("FAILED"))
  }

  /// The rules that the benchmarks replay are not of the main job.
  @Test func whatTheBenchmarksReplayIsProved() throws {
    let book = "\(Tool.root.path)/Benchmarks/lifecycle/Lifecycle.rulebook"
    let result = try Tool.run(["verify", book], in: try Folder())
    #expect(result.code == 0, "\(result.output)\(result.errors)")
  }

  @Test func oneIsNotMany() throws {
    let folder = try Project.make()
    let check = try Tool.run(["check"], in: folder)
    #expect(check.output.contains("1 requirement: 1 cited"), "\(check.output)")
    #expect(check.output.hasSuffix("\n1 of 1 rulebook holds, 2 of 2 traces are as expected\n"))
    #expect(check.output.contains("Desk/conforms/a.jsonl"), "\(check.output)")
    try folder.write("one", #"{"at":0,"event":"draw","ticket":"A"}"# + "\n")
    let replay = try Tool.run(["replay", Project.rulebook, "one"], in: folder)
    #expect(
      replay.output.hasPrefix("one: conforms  1 event, 1 line, completeness not shown\n"),
      "\(replay.output)")
    let dispatch = try Tool.run(
      ["dispatch", "--taxis", "1", "--passengers", "1", "--zones", "1", "--hours", "1"],
      in: folder)
    #expect(dispatch.output.hasPrefix("1 taxi, 1 passenger, 1 zone, seed 1\n"))
  }

  @Test func aFolderWithoutRulebooksIsAWrongInput() throws {
    let result = try Tool.run(["check"], in: try Folder())
    #expect(result.code == 2)
    #expect(result.errors.contains("no rulebook found"))
  }

  @Test func aFindingSaysAllThatOneNeeds() throws {
    let root = Tool.root.path
    let result = try Tool.run(
      [
        "replay", "\(root)/Models/MyTaxiService/MyTaxiService.rulebook",
        "\(root)/Traces/MyTaxiService/violates/accepted-after-the-window.jsonl",
      ], in: try Folder())
    #expect(result.code == 1)
    for part in [
      "line 7", "wrongly accepted", "accept [A6]", "request R1, taxi T1", "request R1.taxi is none",
      "offerExpires of request R1, taxi T1 was due before", "taken as done", "1 more",
    ] {
      #expect(result.output.contains(part), "\(part) is missing from:\n\(result.output)")
    }
  }

  @Test func simulatedRunsConform() throws {
    let folder = try Folder()
    for name in [
      "MyTaxiService", "RideHailing", "CitrusRental", "MDSPassenger", "MDSMicromobility",
      "LocationSharing", "SkipTheLine",
    ] {
      let rulebook = "\(Tool.root.path)/Models/\(name)/\(name).rulebook"
      for seed in ["1", "2"] {
        let run = try Tool.run(
          ["simulate", rulebook, "--events", "300", "--seed", seed, "--output", "t.jsonl"],
          in: folder)
        #expect(run.code == 0, "\(run.errors)")
        let replay = try Tool.run(["replay", rulebook, "t.jsonl"], in: folder)
        #expect(replay.code == 0, "\(replay.output)")
      }
    }
  }

  @Test func theSameSeedGivesTheSameTrace() throws {
    let folder = try Folder()
    let rulebook = "\(Tool.root.path)/Models/MyTaxiService/MyTaxiService.rulebook"
    let first = try Tool.run(["simulate", rulebook, "--events", "100"], in: folder)
    let second = try Tool.run(["simulate", rulebook, "--events", "100"], in: folder)
    #expect(first.output == second.output)
    #expect(first.output.split(separator: "\n").count >= 100)
  }

  /// A false claim from which everything follows must prove nothing.
  @Test func aFalseInvariantProvesNothing() throws {
    let folder = try Folder()
    try folder.writeBook(
      """
      entity Lamp
        isOn: Bool = false
        times: Int = 0
      event toggle(lamp: Lamp) from world
        lamp.isOn = not lamp.isOn
        lamp.times += 1
      invariant nothing "There is no lamp."
        all l: Lamp: false
      invariant dark "No lamp is ever on."
        all l: Lamp: not l.isOn
      invariant few "No lamp is switched three times."
        all l: Lamp: l.times < 3
      """)
    let result = try Tool.run(["verify", "r.rulebook", "--format", "json"], in: folder)
    #expect(result.code == 1)
    let document = try JSONDecoder().decode(
      VerifyDocument.self, from: Data(result.output.utf8))
    #expect(document.properties.filter { $0.verdict == "proved" }.isEmpty)
    #expect(document.properties.first { $0.name == "dark" }?.steps == 1)
    #expect(document.properties.first { $0.name == "few" }?.steps == 3)
  }
}
