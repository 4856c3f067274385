import Foundation
import Testing

@Suite("How well traces put the rules to the test")
struct ExerciseTests {
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(
      "r.rulebook",
      """
      rulebook R
      requirements "r.tsv"
      entity Lamp
        lit:   Bool = false
        since: Time? = none
      event light(lamp: Lamp) from guest
        require not lamp.lit [L1]
        lamp.lit = true
        lamp.since = now
      event goOut(lamp: Lamp) from clock
        require lamp.lit [L2]
        due lamp.since! + 1 min [L2]
        lamp.lit = false
      invariant timed [L3] "A lamp that is on has an instant."
        all l: Lamp where l.lit: l.since is not none

      """)
    try folder.write(
      "r.tsv", "id\tsource\tkind\trequirement\nL1\ta\tb\tc\nL2\ta\tb\tc\nL3\ta\tb\tc\n")
    try folder.write("a.jsonl", #"{"at":0,"event":"light","lamp":"A"}"# + "\n")
    try folder.write(
      "b.jsonl",
      #"{"at":0,"event":"light","lamp":"A"}"# + "\n" + #"{"at":60000,"event":"goOut","lamp":"A"}"#
        + "\n")
    return folder
  }

  private func replay(_ arguments: [String], in folder: Folder) throws -> Tool.Result {
    try Tool.run(["replay", "r.rulebook"] + arguments, in: folder)
  }

  @Test("The table tells times and margins, and what was never tested")
  func table() throws {
    let folder = try folder()
    let both = try replay(["a.jsonl", "b.jsonl", "--coverage"], in: folder)
    #expect(both.code == 0)
    #expect(
      both.output.hasSuffix(
        """
        coverage
          rule                       times  least margin
          event light                    2
          guard light: not lamp.lit      2
          event goOut                    1            0s
          guard goOut: lamp.lit          1
          property timed                 3
          5 of 5 rules were put to the test

        """), "\(both.output)")
    let one = try replay(["a.jsonl", "--coverage"], in: folder)
    #expect(one.output.contains("event goOut                never"))
    #expect(one.output.contains("3 of 5 rules"))
  }

  @Test("What is required and not tested makes the verdict inconclusive")
  func required() throws {
    let folder = try folder()
    for (ids, missing) in [
      ("L1", []), ("light,timed", []), ("L2", ["event goOut", "guard goOut: lamp.lit"]),
      ("goOut", ["event goOut"]), ("guard goOut: lamp.lit", ["guard goOut: lamp.lit"]),
      ("all", ["event goOut", "guard goOut: lamp.lit"]), ("L1, L3", []),
    ] {
      let result = try replay(["a.jsonl", "--require-exercised", ids], in: folder)
      #expect(result.code == (missing.isEmpty ? 0 : 3), "\(ids)")
      #expect(result.output.contains("inconclusive") == !missing.isEmpty)
      let named = result.output.split(separator: "\n").filter {
        $0.contains("never put to the test: ")
      }
      #expect(named.map { String($0.split(separator: ": ", maxSplits: 1)[1]) } == missing)
      #expect(try replay(["b.jsonl", "--require-exercised", ids], in: folder).code == 0)
      #expect(try replay(["a.jsonl", "b.jsonl", "--require-exercised", ids], in: folder).code == 0)
    }
  }

  @Test("Accepting what is inconclusive does not open the gate")
  func accepted() throws {
    let folder = try folder()
    let result = try replay(
      ["a.jsonl", "--require-exercised", "all", "--accept", "inconclusive"], in: folder)
    #expect(result.code == 3)
    let json = try replay(
      ["a.jsonl", "--require-exercised", "all", "--format", "json"], in: folder)
    #expect(json.output.contains("\"unexercised\" : [\n    \"event goOut\""), "\(json.output)")
    let junit = try replay(
      ["a.jsonl", "--require-exercised", "goOut", "--format", "junit"], in: folder)
    #expect(junit.output.contains("required, never put to the test"))
  }

  @Test(
    "A list with an empty name, as a variable leaves it that is not set, is a wrong input",
    arguments: [
      ("--require-exercised", ""), ("--require-exercised", ",,"), ("--require-exercised", "L1, "),
      ("--hidden", ""), ("--hidden", "goOut,"),
    ])
  func empty(option: String, list: String) throws {
    let result = try replay(["a.jsonl", option, list], in: folder())
    #expect(result.code == 2 && result.output.isEmpty, "\(result.output)")
    #expect(result.errors == "error: \(option) '\(list)': a name is empty\n")
  }

  @Test("An id that nothing cites is a wrong input")
  func unknown() throws {
    let folder = try folder()
    let result = try replay(["a.jsonl", "--require-exercised", "L1,goOt"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("'goOt'") && result.errors.contains("did you mean 'goOut'?"))
  }
}
