import Foundation
import Testing

/// Each fixture is a change to a shipped rulebook that puts one fault into it. The property that
/// the fault breaks must be refuted, by a run of the least number of steps; those that do not
/// depend on it must stay proved.
@Suite struct RefutedTests {
  struct Fault: Decodable {
    struct Replacement: Decodable {
      let text: String
      let by: String
    }

    let rulebook: String
    let fault: String
    let replace: [Replacement]
    let refuted: String
    let scope: String
    let set: [String]
    let steps: Int
  }

  static var names: [String] {
    let folder = Tool.root.appending(path: "Tests/Fixtures/refuted")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
  }

  @Test func thereAreFaults() { #expect(Self.names.count >= 15) }

  @Test(arguments: names)
  func isRefuted(name: String) throws {
    let file = Tool.root.appending(path: "Tests/Fixtures/refuted/\(name)")
    let fault = try JSONDecoder().decode(Fault.self, from: Data(contentsOf: file))
    let model = Tool.root.appending(path: "Models/\(fault.rulebook)")
    var text = try String(
      contentsOf: model.appending(path: "\(fault.rulebook).rulebook"), encoding: .utf8)
    for replacement in fault.replace {
      #expect(text.ranges(of: replacement.text).count == 1, "the place of the fault is not unique")
      text = text.replacing(replacement.text, with: replacement.by)
    }
    let folder = try Folder()
    let variant = folder.url.appending(path: "variant.rulebook")
    try text.write(to: variant, atomically: true, encoding: .utf8)
    try FileManager.default.copyItem(
      at: model.appending(path: "requirements.tsv"),
      to: folder.url.appending(path: "requirements.tsv"))

    let settings = fault.set.flatMap { ["--set", $0] }
    let result = try Tool.run(
      [
        "verify", variant.path, "--format", "json", "--property", fault.refuted, "--scope",
        fault.scope,
      ] + settings, in: folder)
    #expect(result.code == 1, "\(result.errors)")
    let verification = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let property = try #require(verification.properties.first)
    #expect(property.verdict == "refuted")
    #expect(property.steps == fault.steps)
    #expect(property.run?.isShortest == true)
  }

  struct Document: Decodable {
    struct Property: Decodable {
      struct Run: Decodable { let isShortest: Bool }

      let name: String
      let verdict: String
      let steps: Int?
      let run: Run?
    }

    let properties: [Property]
  }
}
