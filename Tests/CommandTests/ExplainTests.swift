import Foundation
import Testing

@Suite("medallion explain")
struct ExplainTests {
  private static let book = """
    rulebook Lamps
    requirements "r.tsv"
    type Light = dark | lit | burnt
    entity Lamp
      light: Light = dark [L1]
      hours: Int = 0
    effect burn(lamp: Lamp)
      lamp.hours += 1
    event turnOn(lamp: Lamp) from user
      require lamp.light is dark [L2]
      require lamp.hours < 3
      require lamp.hours <= 3
      burn(lamp)
      lamp.light = lit [L2]
    event test(lamp: Lamp) from user
      require lamp.light is dark and lamp.hours < 3
      burn(lamp)
    event turnOff(lamp: Lamp) from user
      require lamp.light is lit
      case lamp.hours >= 3
        lamp.light = burnt [L3]
      otherwise
        lamp.light = dark
    invariant bearable [L3] "A lamp burns three times at most."
      all l: Lamp: 0 <= l.hours <= 3
    invariant burning "A lamp that is lit has burnt."
      all l: Lamp where l.light is lit: l.hours > 0

    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(
      "r.tsv",
      "id\tsource\tkind\trequirement\nL1\ta\tstate\tDark.\nL2\ta\tstate\tOn.\nL3\ta\tstate\tEnds.\n"
    )
    try folder.write("r.rulebook", Self.book)
    return folder
  }

  private func explain(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(["explain", "r.rulebook"] + arguments, in: folder())
  }

  @Test("An event: guards, effects of its own and shared ones, properties, values, requirements")
  func event() throws {
    let result = try explain("turnOn")
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.output == """
        event turnOn(lamp: Lamp) from user  line 9
          An input from the user.
          It is accepted exactly when every guard holds, and refused otherwise; a refused input changes nothing.

          Allowed when
            10  lamp.light is dark  [L2]
            11  lamp.hours < 3
            12  lamp.hours <= 3

          What happens
             8  lamp.hours grows by 1
            14  lamp.light becomes lit  [L2]

          Properties that read what it changes
            24  invariant bearable: A lamp burns three times at most. (reads Lamp.hours)  [L3]
            26  invariant burning: A lamp that is lit has burnt. (reads Lamp.hours and Lamp.light)

          Values of Lamp.light
            dark  ->  lit  : turnOn

          It bears these requirements
            L2  On.

        """)
  }

  @Test("A field: who changes it and when, and the way of its values")
  func field() throws {
    let result = try explain("Lamp.light")
    #expect(result.code == 0)
    let text = result.output
    #expect(text.contains("  It starts as dark.\n"))
    #expect(text.contains("    start  ->  dark\n"))
    #expect(text.contains("14  turnOn (user): lamp.light becomes lit  [L2]\n"))
    #expect(
      text.contains("turnOff (user): lamp.light becomes burnt, if lamp.hours >= 3  [L3]\n"))
    #expect(text.contains("turnOff (user): lamp.light becomes dark, unless lamp.hours >= 3\n"))
    #expect(text.contains("lit    ->  burnt  : turnOff\n"), "\(text)")
    #expect(try explain("light").output == text)
  }

  @Test("A requirement, a property, a type, an effect and the whole")
  func others() throws {
    #expect(try explain("L3").output.contains("24  invariant bearable: A lamp burns"))
    #expect(try explain("bearable").output.contains("It says: all l: Lamp: 0 <= l.hours <= 3"))
    #expect(try explain("Light").output.contains("One of dark, lit or burnt."))
    #expect(try explain("burn").output.contains("13  change of turnOn: burn(lamp) is performed"))
    let overview = try explain().output
    #expect(overview.contains("light  Light  = dark"))
    #expect(overview.contains("user  may be refused  turnOn, test, turnOff"))
    #expect(overview.contains("2 invariant"))
  }

  @Test("Mermaid: one machine as it is, several side by side, and none is a wrong input")
  func mermaid() throws {
    let one = try explain("Lamp.light", "--format", "mermaid")
    #expect(
      one.output == """
        ---
        title: "Lamp.light"
        ---
        stateDiagram-v2
            [*] --> dark
            dark --> lit : turnOn
            lit --> dark : turnOff
            lit --> burnt : turnOff

        """)
    #expect(try explain("hours", "--format", "mermaid").code == 2)
  }

  @Test("A name that means nothing is a wrong input, with the nearest one")
  func wrongName() throws {
    let result = try explain("turnOm")
    #expect(result.code == 2)
    #expect(result.errors.contains("did you mean 'turnOn'?"))
    #expect(result.output.isEmpty)
    #expect(try explain("bearable", "--counterfactuals").code == 2)
    #expect(try explain("turnOn", "--counterfactuals", "--format", "mermaid").code == 2)
  }

  private struct Document: Decodable {
    struct Counterfactual: Decodable {
      struct Piece: Decodable {
        let line: Int
        let place: String
        let fate: String
        let by: [String]
      }
      struct Run: Decodable {
        struct Step: Decodable { let event: String? }
        let steps: [Step]
      }
      let piece: Piece
      let broken: String?
      let run: Run?
    }
    let schema: String
    let counterfactuals: [Counterfactual]
  }

  private func counterfactuals(_ arguments: String...) throws -> [Document.Counterfactual] {
    let result = try Tool.run(
      ["explain", "r.rulebook", "--counterfactuals", "--format", "json"] + arguments, in: folder())
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.schema == "medallion.explain/1")
    return document.counterfactuals
  }

  @Test("Without each piece of an event: what breaks, by the shortest run through that event")
  func eventCounterfactuals() throws {
    let found = try counterfactuals("turnOn")
    let fates = found.map {
      "\($0.piece.line) \($0.piece.place): \($0.piece.fate) \($0.broken ?? "")"
    }
    #expect(
      fates == [
        "8 effect burn: property burning", "10 event turnOn: unnoticed ",
        "11 event turnOn: property bearable", "12 event turnOn: redundant ",
        "13 event turnOn: property burning",
        "14 event turnOn: unnoticed ",
      ])
    // The shared effect is left out of this event, and kept in the other.
    #expect(found.first?.run?.steps.compactMap(\.event) == ["turnOn"])
    let longer = found.first { $0.piece.line == 11 }?.run?.steps.compactMap(\.event)
    #expect(longer?.last == "turnOn")
    #expect(longer?.count == 4)
  }

  @Test("Without each piece that cites a requirement")
  func requirementCounterfactuals() throws {
    #expect(try counterfactuals("L3").map(\.piece.line) == [21])
    #expect(try counterfactuals("L2").map(\.piece.line) == [10, 14])
  }

  @Test("As text: what is not kept with its run, what others say, and what nobody states")
  func counterfactualText() throws {
    let text = try explain("turnOn", "--counterfactuals").output
    #expect(text.contains("line 11  without require lamp.hours < 3  (event turnOn)\n"))
    #expect(text.contains("      bearable: a run of 4 steps (Lamp=1; no shorter run does):\n"))
    #expect(text.contains("      nothing changes: the other rules say the same, which is proved\n"))
    #expect(text.contains("      nothing that is stated breaks\n"))
  }

  @Test(
    "The diagram of a shipped rulebook is a Mermaid text and has every enumerated field",
    arguments: [
      (
        "MyTaxiService",
        [
          "Taxi.status": "TaxiStatus", "Taxi.notice": "Notice", "Request.stage": "Stage",
          "Reservation.stage": "Booking",
        ]
      ),
      ("RideHailing", ["User.role": "Role", "Ride.status": "Status"]),
      ("CitrusRental", ["Ride.stage": "Rental", "Gift.stage": "Errand", "Report.stage": "Form"]),
    ])
  func shipped(name: String, types: [String: String]) throws {
    let folder = try Folder()
    func explain(_ arguments: String...) throws -> String {
      let result = try Tool.run(["explain", Tool.model(name)] + arguments, in: folder)
      #expect(result.code == 0, "\(arguments): \(result.errors)")
      return result.output
    }
    let lines = try explain("--format", "mermaid").split(separator: "\n").map(String.init)
    #expect(lines.prefix(4) == ["---", "title: \"\(name)\"", "---", "stateDiagram-v2"])
    for text in lines.dropFirst(4) {
      #expect(text.wholeMatch(of: Self.diagramLine) != nil, "\(text)")
    }
    let drawn = lines.compactMap {
      $0.firstMatch(of: /state "(.*)" as \w+ {$/).map { String($0.1) }
    }
    #expect(Set(drawn) == Set(types.keys))
    for (place, type) in types {
      let sentence = try #require(try explain(type).firstMatch(of: /One of (.*)\./))
      let values = sentence.1.split { !$0.isLetter }.map(String.init).filter { $0 != "or" }
      let diagram = try explain(place, "--format", "mermaid")
      for value in values { #expect(diagram.contains(value), "\(place) \(value)") }
    }
  }

  private static nonisolated(unsafe) let diagramLine =
    /\s+(?:state "[\w.]+" as \w+(?: {)?|}|(?:\[\*\]|\w+) --> \w+(?: : \w+(?:, \w+)*)?)/
}
