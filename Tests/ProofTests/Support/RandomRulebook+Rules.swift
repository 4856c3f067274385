import Basics
import Rulebook
import TestSupport
import Testing

extension RandomRulebook {
  static func rules(seed: UInt64) throws -> Core.Rules {
    let source = SourceText(path: "random \(seed)", text: text(seed: seed))
    let compilation = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
    return try #require(compilation.rules)
  }
}
