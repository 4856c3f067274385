import Foundation
import Testing

@Suite("Corrupted traces and their oracle")
struct CorruptTests {
  private struct Change: Decodable {
    let kind: String
    let line: Int
    let original: Int
    let counts: Bool
    let firstAt: Int?

    /// Where it shows.
    var shown: Int { max(line, firstAt ?? line) }
  }

  private func changes(_ text: String) throws -> [Change] {
    try text.split(separator: "\n").map {
      try JSONDecoder().decode(Change.self, from: Data($0.utf8))
    }
  }

  /// A folder with a simulated trace.
  private func folder(_ model: String, seed: Int, events: Int = 300) throws -> Folder {
    let folder = try Folder()
    let made = try Tool.run(
      [
        "simulate", Tool.model(model), "--events", "\(events)", "--seed", "\(seed)", "--output",
        "t",
      ],
      in: folder)
    #expect(made.code == 0, "\(made.errors)")
    return folder
  }

  private func corrupt(
    _ model: String, in folder: Folder, _ arguments: [String]
  ) throws -> Tool.Result {
    let result = try Tool.run(
      ["corrupt", Tool.model(model), "t", "--output", "bad", "--oracle", "oracle"] + arguments,
      in: folder)
    #expect(result.isExit)
    return result
  }

  @Test("The same seed gives the same bytes, another one others")
  func seeded() throws {
    let folder = try folder("RideHailing", seed: 1)
    #expect(try corrupt("RideHailing", in: folder, ["--faults", "12", "--seed", "7"]).code == 0)
    let first = (try folder.read("bad"), try folder.read("oracle"))
    #expect(try corrupt("RideHailing", in: folder, ["--faults", "12", "--seed", "7"]).code == 0)
    #expect(try folder.read("bad") == first.0)
    #expect(try folder.read("oracle") == first.1)
    #expect(try corrupt("RideHailing", in: folder, ["--faults", "12", "--seed", "8"]).code == 0)
    #expect(try folder.read("bad") != first.0)
  }

  /// The oracle and the replay share the evaluator and the machine, but nothing that judges.
  @Test(
    "What counts is found, on the line that the oracle names; the rest is not",
    arguments: [("MyTaxiService", 1), ("MyTaxiService", 2), ("RideHailing", 3)])
  func alone(model: String, seed: Int) throws {
    let folder = try folder(model, seed: seed)
    var kinds: Set<String> = []
    // One change a trace: a second might follow from the first.
    for fault in 1...8 {
      let made = try corrupt(model, in: folder, ["--faults", "1", "--seed", "\(fault)"])
      guard made.code == 0 else { continue }
      let change = try #require(try changes(try folder.read("oracle")).first)
      kinds.insert(change.kind)
      let replayed = try Tool.run(
        ["replay", Tool.model(model), "bad", "--format", "jsonl"], in: folder)
      let lines = replayed.output.split(separator: "\n").filter {
        $0.contains(#""type":"finding""#)
      }
      .filter { !$0.contains(#""kind":"assumptionBroken""#) }
      #expect(replayed.code == (change.counts ? 1 : 0), "\(change)")
      #expect(lines.isEmpty != change.counts)
      if let at = change.firstAt {
        #expect(lines.first?.contains("\"line\":\(at),") == true, "\(change) \(lines)")
      }
    }
    #expect(kinds.count > 3)
  }

  @Test("Only the kinds asked for are made")
  func kinds() throws {
    let folder = try folder("MyTaxiService", seed: 4)
    let result = try corrupt(
      "MyTaxiService", in: folder, ["--faults", "10", "--kinds", "drop,notification"])
    #expect(result.code == 0, "\(result.errors)")
    let made = try changes(try folder.read("oracle"))
    #expect(Set(made.map(\.kind)) == ["drop", "notification"])
    #expect(made.count == 10)
    #expect(made.count(where: \.counts) * 10 >= 9 * made.count - 10)
    #expect(
      zip(made, made.dropFirst()).allSatisfy { $0.line < $1.line && $0.original < $1.original })
  }

  @Test("Lines are left between what shows a change and the next one")
  func apart() throws {
    let folder = try folder("RideHailing", seed: 6, events: 2_000)
    func gaps(_ apart: Int) throws -> [Int] {
      let result = try corrupt(
        "RideHailing", in: folder, ["--faults", "20", "--apart", "\(apart)"])
      #expect(result.code == 0, "\(result.errors)")
      let made = try changes(try folder.read("oracle"))
      #expect(made.count == 20)
      return zip(made, made.dropFirst()).map { $1.line - $0.shown }
    }
    #expect(try gaps(0).contains { $0 < 20 })
    // A quarter of the hundred lines that there are for each.
    #expect(try gaps(1_000).allSatisfy { $0 >= 25 })
  }

  @Test("No two changes are about the same ride")
  func rides() throws {
    let rulebook = Tool.root.appending(path: "Benchmarks/lifecycle/Lifecycle.rulebook").path
    let folder = try Folder()
    let made = try Tool.run(
      ["simulate", rulebook, "--events", "1000", "--seed", "7", "--output", "t"], in: folder)
    #expect(made.code == 0, "\(made.errors)")
    // Few rides at a time: fewer changes than are asked for can be made.
    let result = try Tool.run(
      [
        "corrupt", rulebook, "t", "--faults", "60", "--kinds", "double,entity,refuse", "--apart",
        "0", "--output", "bad", "--oracle", "oracle",
      ], in: folder)
    #expect(result.code == 3, "\(result.errors)")
    let lines = try folder.read("bad").split(separator: "\n")
    let rides = try changes(try folder.read("oracle")).compactMap {
      try JSONDecoder().decode(Ride.self, from: Data(lines[$0.line - 1].utf8)).request
    }
    #expect(rides.count > 10)
    #expect(Set(rides).count == rides.count)
  }

  private struct Ride: Decodable {
    let request: String?
  }

  @Test("What cannot be changed, or would be lost, is a clear message")
  func wrong() throws {
    let folder = try folder("RideHailing", seed: 5, events: 50)
    for (arguments, words) in [
      (["--kinds", "drop,explode"], "there is no kind 'explode'"),
      (["--kinds", ""], "--kinds '': a name is empty"),
      (["--faults", "0"], "--faults is between"), (["--apart=-1"], "--apart is between"),
      (["--output", "t"], "one of the inputs"), (["--oracle", "t"], "one of the inputs"),
      (["--oracle", "bad"], "the output and the oracle are one file"),
    ] {
      let result = try corrupt("RideHailing", in: folder, arguments)
      #expect(result.code == 2)
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    let full = try Tool.run(
      ["corrupt", Tool.model("RideHailing"), "t", "--output", "bad", "--oracle", "/dev/full"],
      in: folder)
    #expect(full.code == 2)
    #expect(full.errors.contains("cannot write the oracle '/dev/full'"), "\(full.errors)")
    #expect(try folder.names == ["t"])
    let few = try corrupt("RideHailing", in: folder, ["--faults", "1000"])
    #expect(few.code == 3)
    #expect(few.errors.contains("try --apart 0, or a longer trace"), "\(few.errors)")
    for name in ["bad", "oracle"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: name))
    }
    let trace = try folder.read("t")
    try folder.write("t", trace + trace)
    let doubled = try corrupt("RideHailing", in: folder, [])
    #expect(doubled.code == 2)
    #expect(doubled.errors.contains("the trace does not conform as it is"))
    try folder.write("t", "x\n")
    #expect(try corrupt("RideHailing", in: folder, []).errors.contains("t:1: "))
    #expect(try folder.names == ["t"])
  }
}
