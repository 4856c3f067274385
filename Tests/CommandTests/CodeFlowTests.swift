import Foundation
import Testing

/// Code flows of SARIF: the way to a result, step by step.
@Suite("Code flows") struct CodeFlowTests {
  private struct Log: Decodable {
    struct Run: Decodable {
      let results: [Result]
      let tool: Tool
    }
    struct Tool: Decodable { let driver: Driver }
    struct Driver: Decodable { let rules: [Rule] }
    struct Rule: Decodable { let id: String }
    struct Result: Decodable {
      let ruleId: String
      let ruleIndex: Int
      let locations: [Location]
      let relatedLocations: [Location]
      let codeFlows: [Flow]?
    }
    struct Flow: Decodable { let threadFlows: [Thread] }
    struct Thread: Decodable { let locations: [Step] }
    struct Step: Decodable {
      let location: Location
      let executionOrder: Int
      let state: [String: Text]?
      let importance: String
    }
    struct Location: Decodable {
      let physicalLocation: Place
      let message: Text?
    }
    struct Place: Decodable { let region: Region }
    struct Region: Decodable { let startLine: Int }
    struct Text: Decodable { let text: String }

    let runs: [Run]
  }

  private func log(_ arguments: [String], in folder: Folder) throws -> Log {
    let result = try Tool.run(arguments + ["--format", "sarif"], in: folder)
    return try JSONDecoder().decode(Log.self, from: Data(result.output.utf8))
  }

  @Test("A refuted property has its run, and the event that does not keep it")
  func refuted() throws {
    let folder = try Folder()
    try folder.writeBook(Book.refuted)
    let result = try #require(
      try log(["verify", "r.rulebook"], in: folder).runs.first?.results.first)
    let book = try folder.read("r.rulebook").split(
      separator: "\n", omittingEmptySubsequences: false)
    func line(_ text: String) -> Int? { book.firstIndex { $0.contains(text) }.map { $0 + 1 } }
    #expect(result.locations.map(\.physicalLocation.region.startLine) == [line("invariant light")])
    #expect(result.relatedLocations.map(\.message?.text) == ["the event that does not keep it"])
    #expect(
      result.relatedLocations.map(\.physicalLocation.region.startLine) == [line("event enter")])
    let steps = try #require(result.codeFlows?.first?.threadFlows.first?.locations)
    #expect(steps.map(\.executionOrder) == Array(1...steps.count))
    #expect(steps.last?.importance == "essential")
    #expect(steps.last?.state?.values.map(\.text) == ["4"])
    #expect(
      steps.allSatisfy { $0.location.physicalLocation.region.startLine == line("event enter") })
  }

  @Test("A finding of a trace has the lines that led to it")
  func finding() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    try folder.write(
      "t", (1...4).map { #"{"at":\#($0),"event":"enter","lift":"A"}"# + "\n" }.joined())
    let run = try #require(try log(["replay", "r.rulebook", "t"], in: folder).runs.first)
    let result = try #require(run.results.first)
    let steps = try #require(result.codeFlows?.first?.threadFlows.first?.locations)
    let lines = steps.map(\.location.physicalLocation.region.startLine)
    #expect(lines.last == 4 && lines == lines.sorted() && lines.count > 1)
    #expect(steps.last?.importance == "essential")
  }

  @Test("Of more rulebooks than a file may have runs the last run has the rest")
  func manyRuns() throws {
    let folder = try Folder()
    for index in 1...23 {
      let name = "Models/R\(index)"
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
      try folder.write(
        "\(name)/R\(index).rulebook",
        "rulebook R\(index)\nrequirements \"r.tsv\"\nevent go() from rider\n"
          + "invariant never\(index) \"Never.\"\n  1 > 2\n")
      try folder.write("\(name)/r.tsv", "id\tsource\tkind\trequirement\n")
    }
    let log = try log(["check"], in: folder)
    #expect(log.runs.count == 20)
    let ids = log.runs.flatMap(\.results).map(\.ruleId)
    #expect(Set(ids).count == 23)
    for run in log.runs {
      for result in run.results {
        #expect(run.tool.driver.rules[result.ruleIndex].id == result.ruleId)
      }
    }
  }
}
