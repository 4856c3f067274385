import Foundation
import Testing

@Suite("The examples of the library run") struct ExampleTests {
  @Test("VerifyRulebook prints verdicts and the run")
  func verify() throws {
    let folder = try TemporaryFolder()
    let rulebook = try folder.write(Loans.text, to: "Loans.rulebook")
    _ = try folder.write(Loans.requirements, to: "loans.tsv")
    let (code, output) = try Example.run("VerifyRulebook", [rulebook])
    #expect(code == 1)
    #expect(output.contains("proved neverLess"))
    #expect(output.contains("refuted once L1"))
    #expect(output.contains("0.0 seconds giveBack"))
  }

  @Test("VerifyRulebook prints mistakes with their places")
  func mistake() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Loans.requirements, to: "loans.tsv")
    let rulebook = try folder.write(Loans.text + "\nentity Book\n", to: "Loans.rulebook")
    let (code, output) = try Example.run("VerifyRulebook", [rulebook])
    #expect(code == 2)
    #expect(output.contains("Loans.rulebook:25:8: error: "))
  }

  @Test("ReplayLines prints findings and the summary")
  func replay() throws {
    let folder = try TemporaryFolder()
    let rulebook = try folder.write(Loans.text, to: "Loans.rulebook")
    _ = try folder.write(Loans.requirements, to: "loans.tsv")
    let good = try folder.write(Loans.lent + "\n" + Loans.givenBack + "\n", to: "good.jsonl")
    let bad = try folder.write(Loans.lent + "\n" + Loans.lentTwice + "\n", to: "bad.jsonl")
    let right = try Example.run("ReplayLines", [rulebook, good])
    #expect(right.code == 0 && right.output.hasPrefix("conforms 0"))
    let wrong = try Example.run("ReplayLines", [rulebook, bad])
    #expect(wrong.code == 1)
    #expect(wrong.output.hasPrefix("line 2: wronglyAccepted lend: "))
    #expect(wrong.output.contains("violates 1"))
  }

  @Test("CheckMap prints the faults and the verdict")
  func map() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write(Loans.withGap, to: "zones.geojson")
    let city = try folder.write(Loans.city, to: "city.geojson")
    let (code, output) = try Example.run("CheckMap", [map, city])
    #expect(code == 1)
    #expect(output.hasPrefix("gap west east up to 24"))
    #expect(output.hasSuffix("notAPartition\n"))
  }

  @Test("The code in README.md is that of an example")
  func readme() throws {
    let text = try String(contentsOf: Example.root.appending(path: "README.md"), encoding: .utf8)
    let samples = text.matches(of: /```swift\n((?s:.*?))```/).map { String($0.1) }
    #expect(samples.count == 1)
    let example = try String(
      contentsOf: Example.root.appending(path: "Examples/VerifyRulebook/VerifyRulebook.swift"),
      encoding: .utf8)
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for sample in samples {
      #expect(
        lines(example).joined(separator: "\n").contains(lines(sample).joined(separator: "\n")))
    }
  }
}
