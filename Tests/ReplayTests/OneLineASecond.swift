import Basics
import Findings
import Replay
import Rulebook
import Testing

/// A trace with a line each second, written as words: the event, then what stands for its
/// parameters and results, in their order; `!` before an event: refused; `@5` behind it: at that
/// second; `>gone:A` at the end: who is told what, `>`: nobody anything.
enum OneLineASecond {
  /// The rules of a rulebook without mistakes.
  static func rules(_ text: String) throws -> Core.Rules {
    let source = SourceText(path: "Tried.rulebook", text: text)
    let compiled = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
    return try #require(compiled.rules, "\(compiled.diagnostics)")
  }

  /// What is found in it, as "line kind: repair", and how often something was inferred; by the
  /// machine, and the same by the evaluator.
  static func replay(
    _ lines: [String], _ rules: Core.Rules, hidden: Set<String> = []
  ) throws -> [String] {
    let text = try text(lines, rules)
    let results = [false, true].map { evaluator in
      found(in: text, rules, ReplayOptions(evaluator: evaluator, hidden: hidden, looksBack: .never))
    }
    #expect(results[0] == results[1], "the machine and the evaluator differ")
    return results[0]
  }

  /// The same by a machine that looks back.
  static func lookBack(
    _ lines: [String], _ rules: Core.Rules, _ options: ReplayOptions = ReplayOptions()
  ) throws -> [String] {
    found(in: try text(lines, rules), rules, options)
  }

  /// See `Replayer.lacksLinesAt`.
  static func lacksLinesAt(_ lines: [String], _ rules: Core.Rules) throws -> Int? {
    fed(try text(lines, rules), rules, ReplayOptions()).lacksLinesAt
  }

  /// How many lines were tried to find the causes of faults, and the lines and kinds of the findings.
  static func effort(
    _ lines: [String], _ rules: Core.Rules
  ) throws -> (tried: Int, found: [String]) {
    var replayer = fed(try text(lines, rules), rules, ReplayOptions())
    let found = replayer.finish().findings.map { "\($0.line) \($0.kind)" }
    return (replayer.tried, found)
  }

  private static func found(
    in text: String, _ rules: Core.Rules, _ options: ReplayOptions
  ) -> [String] {
    var replayer = fed(text, rules, options)
    let result = replayer.finish()
    return result.findings.map { "\($0.line) \($0.kind): \($0.repair ?? "")" }
      + result.inferred.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  }

  /// To the end of the trace.
  private static func fed(
    _ text: String, _ rules: Core.Rules, _ options: ReplayOptions
  ) -> Replayer {
    var replayer = Replayer(rules, options: options)
    // In pieces, as files are read.
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 1_000) {
      replayer.feed(bytes[start..<min(start + 1_000, bytes.count)])
    }
    replayer.endOfTrace()
    return replayer
  }

  private static func text(_ lines: [String], _ rules: Core.Rules) throws -> String {
    var text = ""
    for (index, line) in lines.enumerated() {
      let all = line.split(separator: " ").map(String.init)
      let words = all.filter { !$0.hasPrefix(">") }
      let parts = words[0].filter { $0 != "!" }.split(separator: "@").map(String.init)
      let name = parts[0]
      let second = parts.count > 1 ? try #require(Int(parts[1])) : index
      let event = try #require(rules.events.first { $0.name == name })
      let names = (event.parameters + event.results.map(\.variable)).map(\.name)
      let arguments = zip(names, words.dropFirst()).map { name, word in
        let value = ["true", "false"].contains(word) ? word : "\"\(word)\""
        return #","\#(name)":\#(value)"#
      }.joined()
      let outcome = words[0].hasPrefix("!") ? "refused" : "ok"
      text += #"{"at":\#(second * 1000),"event":"\#(name)"\#(arguments),"outcome":"\#(outcome)""#
      text += told(all.filter { $0.hasPrefix(">") }) + "}\n"
    }
    return text
  }

  private static func told(_ words: [String]) -> String {
    if words.isEmpty { return "" }
    let messages = words.compactMap { word -> String? in
      let parts = word.dropFirst().split(separator: ":")
      return parts.count == 2 ? #"{"to":"\#(parts[1])","message":"\#(parts[0])"}"# : nil
    }
    return #","notified":[\#(messages.joined(separator: ","))]"#
  }
}

/// So many lines about somebody that change nothing.
func passes(_ cab: String, _ count: Int) -> [String] {
  Array(repeating: "pass \(cab)", count: count)
}
