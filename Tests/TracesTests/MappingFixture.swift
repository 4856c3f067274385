import Basics
import Testing
import Traces

extension Fixture {
  static func parse(_ text: String) -> (mapping: Mapping?, diagnostics: [Diagnostic]) {
    MappingParser.parse(SourceText(path: "test.mapping", text: text), rules: rules)
  }

  static func mapping(_ text: String) throws -> Mapping {
    let (mapping, diagnostics) = parse(text)
    return try #require(mapping, "\(diagnostics)")
  }

  static func builtIn(_ name: String) throws -> Mapping {
    try mapping(try #require(Mapping.builtIn.first { $0.name == name }?.text))
  }

  static func items(_ text: String, _ mapping: Mapping) -> [TraceReader.Item] {
    Array(TraceSequence(Array(text.utf8), rules: rules, mapping: mapping))
  }

  /// The lines in their canonical form, without their ends; of what is rejected the identifier.
  static func canonical(_ text: String, _ mapping: Mapping? = nil) -> [String] {
    let writer = TraceWriter(rules: rules)
    return TraceSequence(Array(text.utf8), rules: rules, mapping: mapping).map { item in
      switch item {
      case .line(let line):
        var bytes: [UInt8] = []
        writer.write(line, to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
      case .rejected(let rejection): return "\(rejection.line) \(rejection.id)"
      case .torn(let place): return "\(place.line) torn"
      }
    }
  }
}
