import Basics
import Rulebook

/// Reads mappings: one statement a line, its details in indented lines below it.
///
/// The parser is strict: anything that it does not know is an error, also a name that the rulebook
/// does not have. It goes on after an error with the next line. O(length of the text).
package struct MappingParser {
  /// The largest size of a mapping, in bytes.
  package static let largestFile = 1 << 20
  static let mostSteps = 64
  private static let mostErrors = 20

  /// The statement to which an indented line belongs.
  enum Block {
    /// A statement that takes no details, or no statement at all.
    case none
    /// A statement that was wrong: its details cannot be checked.
    case wrong
    case field(WritableKeyPath<Mapping, Mapping.Field?>, Target)
    /// The latest of these.
    case argument(WritableKeyPath<Mapping, [Mapping.Argument]>)
    /// The latest.
    case fact
  }

  /// The kind of thing that the values of a field stand for; it decides which names their
  /// translations may have.
  enum Target { case event, outcome, message, anything }

  let rules: Core.Rules
  var mapping = Mapping()
  var block = Block.none
  /// True if indented lines may describe the messages of `notified`.
  var isNotified = false
  /// The mappings that were read before the latest `also`.
  private var sections: [Mapping] = []
  /// The statements that were there, by the words that may stand only once.
  var stated: Set<String> = []
  private var diagnostics: [Diagnostic] = []

  /// - Returns: No mapping if there is an error among the diagnostics.
  package static func parse(
    _ source: SourceText, rules: Core.Rules
  ) -> (mapping: Mapping?, diagnostics: [Diagnostic]) {
    guard source.bytes.count <= largestFile else {
      let message = "a mapping has at most \(largestFile >> 20) MiB"
      return (nil, [Diagnostic("too-large", .error, message, at: nil)])
    }
    guard String(validating: source.bytes, as: UTF8.self) != nil else {
      return (nil, [Diagnostic("invalid-utf8", .error, "this is not valid UTF-8", at: nil)])
    }
    var parser = MappingParser(rules: rules)
    parser.readLines(of: source)
    let isWrong = parser.diagnostics.containsError
    return (isWrong ? nil : parser.whole, parser.diagnostics)
  }

  /// The mapping with its further lines.
  private var whole: Mapping {
    guard var first = sections.first else { return mapping }
    first.further = sections.dropFirst() + [mapping]
    return first
  }

  /// Begins a further line of each record: all that was said holds for it too, unless it is said
  /// again.
  mutating func beginFurther() {
    sections.append(mapping)
    mapping.facts = []
    stated = []
  }

  private init(rules: Core.Rules) { self.rules = rules }

  private mutating func readLines(of source: SourceText) {
    for number in 1...source.lineCount {
      var text = source.text(ofLine: number)
      var offset = source.start(ofLine: number)
      if number == 1, text.utf8.starts(with: byteOrderMark) {
        text.removeFirst()
        offset += byteOrderMark.count
      }
      do throws(Diagnostic) {
        var line = try MappingLine(text, offset: offset)
        if line.isEmpty { continue }
        if line.isIndented {
          try detail(&line)
        } else {
          block = .wrong
          isNotified = false
          block = try statement(&line)
        }
        try line.expectEnd()
      } catch {
        guard diagnostics.count < Self.mostErrors else {
          diagnostics.append(.more(of: .error, than: Self.mostErrors))
          return
        }
        diagnostics.append(error)
      }
    }
    if diagnostics.isEmpty { diagnostics += missing() }
  }

  /// Returns the errors that show only once the whole mapping is read.
  private func missing() -> [Diagnostic] {
    func missing(_ message: String) -> [Diagnostic] {
      [Diagnostic("missing-statement", .error, message, at: nil)]
    }
    if mapping.event == nil, mapping.observation == nil, mapping.facts.isEmpty {
      return missing("the mapping says neither what the `event` is nor what to `observe`")
    }
    if mapping.event != nil, mapping.time == nil {
      return missing("the mapping does not say what the `time` of an event is")
    }
    if mapping.format != .json, !mapping.records.isEmpty || mapping.prefix != nil {
      return missing("`records` and `after` are of lines of JSON; here a line is one record")
    }
    return []
  }
}
