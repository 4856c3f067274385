import Basics
import Rulebook
import Testing

extension Core.Rules {
  /// Those of a rulebook of which only the declarations are given.
  static func declaring(_ text: String) throws -> Core.Rules {
    let source = SourceText(path: "test", text: "rulebook R\nrequirements \"r.tsv\"\n" + text)
    let compilation = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
    return try #require(compilation.rules, "\(compilation.diagnostics.map(\.message))")
  }
}
