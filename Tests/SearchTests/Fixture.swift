import Basics
import FoundationEssentials
import Rulebook
import Testing
import Verification

/// Rulebooks to search in.
enum Fixture {
  struct DoesNotCompile: Error {
    let messages: [String]
  }

  static func rules(_ text: String) throws -> Core.Rules {
    let source = SourceText(path: "test", text: text)
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    guard let rules = compilation.rules else {
      throw DoesNotCompile(messages: compilation.diagnostics.map(\.message))
    }
    return rules
  }

  /// A rulebook that the project ships, with some of its text replaced.
  static func shipped(
    _ name: String, replacing replacements: [(text: String, by: String)] = []
  ) throws -> Core.Rules {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let path = root.appending(path: "Models/\(name)/\(name).rulebook")
    var text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
    for (old, new) in replacements {
      let range = try #require(text.firstRange(of: old), "\(old)")
      text.replaceSubrange(range, with: new)
    }
    return try rules(text)
  }
}

extension Core.Rules {
  func property(_ name: String) throws -> Int {
    try #require(properties.firstIndex { $0.name == name })
  }
}

extension Searcher {
  func answer(to question: Question) throws -> Outcome {
    try #require(try answers(to: [question])[question])
  }
}
