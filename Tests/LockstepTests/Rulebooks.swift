import Basics
import Findings
import Foundation
import Lockstep
import Replay
import Rulebook
import TaxiService
import Traces

/// The rulebook that the service is held against.
enum Rulebooks {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let taxi: Core.Rules = compiled { $0 }

  /// The rulebook with its text changed.
  static func compiled(_ edit: (String) -> String) -> Core.Rules {
    let folder = root.appending(path: "Models/MyTaxiService")
    let text = source("\(folder.path)/MyTaxiService.rulebook")
    let table = source("\(folder.path)/requirements.tsv")
    let source = SourceText(
      path: "MyTaxiService.rulebook",
      bytes: Array(edit(String(decoding: text.bytes, as: UTF8.self)).utf8))
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: table)
    guard let rules = compilation.rules else {
      fatalError("the rulebook does not compile")
    }
    return rules
  }

  private static func source(_ path: String) -> SourceText {
    guard let data = FileManager.default.contents(atPath: path) else {
      fatalError("there is no \(path)")
    }
    return SourceText(path: path, bytes: Array(data))
  }

  /// What a replay of a journal alone finds.
  static func replay(_ journal: [UInt8]) -> TraceResult {
    var reader = TraceReader(rules: taxi)
    var replayer = Replayer(taxi, path: "journal")
    for item in reader.feed(journal[...]) { replayer.take(item) }
    for item in reader.finish() { replayer.take(item) }
    return replayer.finish()
  }
}
