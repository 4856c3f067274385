import Foundation
import Testing

@Suite("medallion mutate")
struct MutateTests {
  private struct Document: Decodable {
    struct Mutant: Decodable {
      let change: String
      let place: String
      let line: Int
      let text: String
      let fate: String
      let by: [String]
      let run: Run?
    }
    struct Run: Decodable {
      struct Step: Decodable { let event: String? }

      let steps: [Step]
    }
    struct Citation: Decodable {
      let id: String
      let guardedBy: [String]
    }

    let mutants: [Mutant]
    let citations: [Citation]
    let unkept: [String]?
  }

  private static let book = """
    rulebook Lift
    requirements "r.tsv"
    parameter most = 3 [L1]
    entity Lift
      load: Int = 0
      rung: Bool = false
    event enter(lift: Lift) from rider
      require lift.load < most [L1]
      require lift.load <= most
      lift.load += 1 [L2]
    event ring(lift: Lift) from rider
      lift.rung = true [L3]
    invariant light [L1] "Never more than the lift bears."
      all l: Lift: l.load <= most

    """

  private func folder() throws -> Folder { try Self.lift() }

  /// A small service with a requirement that nothing guards, and a trace of it.
  static func lift() throws -> Folder {
    let folder = try Folder()
    try folder.write(
      "r.tsv",
      "id\tsource\tkind\trequirement\nL1\ta\tstate\tOne.\nL2\ta\tstate\tTwo.\nL3\ta\tstate\tThree.\n"
    )
    try folder.write("r.rulebook", book)
    for name in ["Traces", "Traces/Lift", "Traces/Lift/conforms"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    try folder.write(
      "Traces/Lift/conforms/t.jsonl",
      """
      {"at":0,"event":"enter","lift":"A"}
      {"at":1,"observe":{"load":{"A":1}}}

      """)
    return folder
  }

  @Test("Each piece has the fate that it deserves, and the verdict is open")
  func fates() throws {
    let result = try Tool.run(["mutate", "r.rulebook", "--format", "json"], in: folder())
    #expect(result.code == 3, "\(result.errors)")
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    func fate(_ change: String, _ text: String) -> [String] {
      document.mutants.filter { $0.change == change && $0.text == text }.map(\.fate)
    }
    #expect(fate("withoutGuard", "require lift.load < most [L1]") == ["property"])
    #expect(fate("withoutGuard", "require lift.load <= most") == ["redundant"])
    #expect(fate("withoutEffect", "lift.load += 1 [L2]") == ["trace"])
    #expect(fate("withoutEffect", "lift.rung = true [L3]") == ["unnoticed"])
    let unnoticed = document.mutants.first { $0.text == "lift.rung = true [L3]" }
    #expect(unnoticed?.run?.steps.map(\.event) == ["ring"])
    let guarded = document.citations.map { "\($0.id) \(!$0.guardedBy.isEmpty)" }
    #expect(guarded == ["L1 true", "L2 true", "L3 false"])
    #expect(document.mutants.first { $0.fate == "property" }?.by == ["light"])
  }

  @Test("A change that is proved to change nothing is redundant, and not one of a guard only")
  func redundant() throws {
    let folder = try folder()
    let book = Self.book.replacing(
      "  lift.load += 1 [L2]",
      with: "  lift.load += 1 [L2]\n  case lift.load > most\n    lift.rung = true")
    try folder.write("r.rulebook", book)
    let result = try Tool.run(["mutate", "r.rulebook", "--format", "json"], in: folder)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let effects = document.mutants.filter { $0.text == "lift.rung = true" }
    #expect(effects.map(\.fate) == ["redundant"])
  }

  @Test("Who acts is changed between inputs and the server's own, as far as rules tell these apart")
  func actors() throws {
    let folder = try folder()
    let book = """
      rulebook Lift
      requirements "r.tsv"
      entity Lift
        calledAt: Time? = none
        openAt: Time? = none
        inspected: Bool = false
      event call(lift: Lift) from rider
        require lift.calledAt is none
        lift.calledAt = now
      event summon(lift: Lift) from keeper
        require lift.calledAt is none
        lift.calledAt = now
      event send(lift: Lift) from system
        require lift.calledAt is not none
        lift.calledAt = none
      event open(lift: Lift) from rider
        require lift.openAt is none
        lift.openAt = now
      event shut(lift: Lift) from clock
        require lift.openAt is not none
        due lift.openAt + 1 min
        lift.openAt = none
      event inspect(lift: Lift) from world
        lift.inspected = true
      prompt sent [L1] all l: Lift: l.calledAt is not none lasts at most 1 s
      invariant isShut [L2] all l: Lift where l.openAt is not none: now <= l.openAt + 1 min
      measure waiting count l: Lift where l.calledAt is not none

      """
    try folder.write("r.rulebook", book)
    try folder.write(
      "Traces/Lift/conforms/t.jsonl",
      """
      {"at":0,"event":"open","lift":"A","outcome":"ok"}
      {"at":1,"event":"open","lift":"A","outcome":"refused"}

      """)
    let result = try Tool.run(["mutate", "r.rulebook", "--format", "json"], in: folder)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.unkept == nil)
    let actors = document.mutants.filter { $0.change == "otherActor" }
    #expect(
      actors.map { "\($0.place) \($0.text) \($0.fate)" } == [
        "event call from system property", "event summon from system property",
        "event send from rider property", "event open from system property",
        "event shut from system property", "event inspect from system property",
      ])
    #expect(actors[2].by == ["sent"] && actors[5].by == ["ownStepsEnd"])
  }

  @Test("A field of pairs begins with another value, and what is said of the start notices")
  func pairs() throws {
    let folder = try folder()
    let book = """
      rulebook Lift
      requirements "r.tsv"
      type Right = nothing | everything
      entity Rider
      entity Lift
        rights: (Rider) -> Right = nothing [L1]
        calls: (Rider) -> Bool = true
      event grant(lift: Lift, rider: Rider) from keeper
        lift.rights(rider) = nothing
      event call(lift: Lift, rider: Rider) from rider
        lift.calls(rider) = false
      invariant notAll [L1] all l: Lift, r: Rider: l.rights(r) is not everything

      """
    try folder.write("r.rulebook", book)
    try folder.write("Traces/Lift/conforms/t.jsonl", "")
    let result = try Tool.run(["mutate", "r.rulebook", "--format", "json"], in: folder)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let initial = document.mutants.filter { $0.change == "otherInitial" }
    #expect(
      initial.map { "\($0.place) \($0.text) \($0.fate)" } == [
        "Lift.rights = everything property", "Lift.calls = false unnoticed",
      ])
  }

  @Test("What is not kept as the rulebook is notices nothing")
  func red() throws {
    let folder = try folder()
    let book = Self.book.replacing("l.load <= most", with: "l.load < most")
    try folder.write("r.rulebook", book)
    let result = try Tool.run(["mutate", "r.rulebook", "--format", "json"], in: folder)
    #expect(result.code == 3)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.unkept == ["light"])
    #expect(document.mutants.allSatisfy { !$0.by.contains("light") })
    let text = try Tool.run(["mutate", "r.rulebook"], in: folder).output
    #expect(text.contains("not kept as the rulebook is, and so counted for nothing\n  light\n"))
  }

  @Test("The text shows first what nobody notices")
  func text() throws {
    let folder = try folder()
    let result = try Tool.run(["mutate", "r.rulebook"], in: folder)
    let unnoticed = try #require(result.output.range(of: "that nobody notices"))
    let noticed = try #require(result.output.range(of: "that a trace notices"))
    #expect(unnoticed.lowerBound < noticed.lowerBound)
    #expect(result.output.contains("which nobody notices:\n  a run of 1 step (Lift=1; "))
  }

  @Test("At the end of 64 bits there is no neighbour to try")
  func ends() throws {
    let folder = try folder()
    let book = """
      rulebook Lift
      requirements "r.tsv"
      type Load = 0...9223372036854775807 [L1]
      parameter most = 9223372036854775807 [L2]
      entity Lift
        load: Load = 0
      event enter(lift: Lift) from rider
        require lift.load < 5
        require lift.load < most [L3]
        lift.load = 3

      """
    try folder.write("r.rulebook", book)
    let result = try Tool.run(["mutate", "r.rulebook", "--format", "json"], in: folder)
    #expect(result.isExit && result.code != 2, "\(result.errors)")
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(!document.mutants.contains { $0.change == "raised" })
    let lowered = document.mutants.filter { $0.change == "lowered" }.map(\.text)
    #expect(lowered == ["0...9223372036854775806", "= 9223372036854775806"])
    let explain = ["explain", "r.rulebook", "L2", "--counterfactuals"]
    #expect(try Tool.run(explain, in: folder).isExit)
  }

  @Test("What is no rulebook is a wrong input")
  func wrong() throws {
    let folder = try Folder()
    try folder.write("r.rulebook", "nothing")
    #expect(try Tool.run(["mutate", "r.rulebook"], in: folder).code == 2)
    #expect(try Tool.run(["mutate", "gone"], in: folder).code == 2)
  }
}
