import Basics
import FoundationEssentials
import Rulebook
import Traces

struct Unusable: Error, CustomStringConvertible {
  let description: String
}

/// What is damaged: the shipped rulebooks' traces, and mappings.
struct Corpus {
  struct Book {
    let name: String
    let rules: Core.Rules
    let traces: [[UInt8]]
  }

  let books: [Book]
  /// As texts; what they name is of no rulebook, which is as good as any damage.
  let mappings: [[UInt8]]

  init() throws {
    let names = ["MyTaxiService", "RideHailing", "CitrusRental"]
    books = try names.map { name in
      Book(
        name: name, rules: try Self.rules("Models/\(name)/\(name).rulebook"),
        traces: try Self.traces(under: "Traces/\(name)"))
    }
    let everyConstruct = URL(fileURLWithPath: "Tests/Fixtures/every-construct.mapping")
    mappings =
      Mapping.builtIn.map { Array($0.text.utf8) } + [Array(try Data(contentsOf: everyConstruct))]
  }

  private static func rules(_ path: String) throws -> Core.Rules {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    let source = SourceText(path: path, text: text)
    let compiled = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
    guard let rules = compiled.rules else { throw Unusable(description: "\(path) has errors") }
    return rules
  }

  private static func traces(under folder: String) throws -> [[UInt8]] {
    var traces: [[UInt8]] = []
    for verdict in ["conforms", "violates", "inconclusive"] {
      let path = "\(folder)/\(verdict)"
      for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      where name.hasSuffix(".jsonl") {
        traces.append(Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))))
      }
    }
    return traces
  }
}
