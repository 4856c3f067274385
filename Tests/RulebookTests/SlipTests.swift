import Basics
import Rulebook
import Testing

/// Mistakes that would otherwise be found by a proof, or not at all.
@Suite struct SlipTests {
  private func messages(_ text: String) -> [String] {
    let source = SourceText(path: "test", text: "rulebook R\nrequirements \"r.tsv\"\n" + text)
    return Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
      .diagnostics.filter { $0.severity == .error }.map(\.message)
  }

  private func actors(_ names: [String]) -> [String] {
    let events = names.enumerated().map { index, actor in
      "event e\(index)(taxi: Taxi) from \(actor)\n  taxi.paid = true\n"
    }
    return messages("entity Taxi\n  paid: Bool = false\n" + events.joined())
  }

  @Test(
    "An actor that is a slip of another is unknown",
    arguments: [
      (["wolrd"], "wolrd", "world"), (["sytem"], "sytem", "system"),
      (["clocks"], "clocks", "clock"),
      (["driver", "driver", "drivr"], "drivr", "driver"), (["rider", "ridor"], "ridor", "rider"),
    ])
  func slips(names: [String], wrong: String, meant: String) {
    #expect(actors(names) == ["unknown actor '\(wrong)'; did you mean '\(meant)'?"])
  }

  @Test(
    "Other names are fine",
    arguments: [
      ["driver", "rider"], ["stand1", "stand2"], ["partyA", "partyB"], ["person", "passenger"],
    ])
  func names(names: [String]) {
    #expect(actors(names) == [])
  }

  @Test("A field without default that an event never gives is an error at the event")
  func neverGiven() {
    let entity = "entity Request\n  persons: Int\n  calls: Int = 0\n"
    let ask = "event ask(n: Int) from passenger -> new request: Request\n"
    #expect(
      messages(entity + ask) == ["'request.persons' has no default and is not given here"])
    #expect(messages(entity + ask + "  request.persons = n\n") == [])
    // In some cases only: that is for the proof.
    #expect(messages(entity + ask + "  case n > 0\n    request.persons = n\n") == [])
  }
}
