import Basics
import Replay
import Rulebook
import Traces

/// The inputs of a replay besides the trace. A checkpoint that was made with other inputs cannot be
/// continued.
struct Circumstances: Equatable {
  /// The name of each input for the user, and its value or a digest of it.
  private(set) var values: [(name: String, value: String)] = []

  init() {}

  init(
    _ rulebook: LoadedRulebook, _ command: ReplayCommand, _ options: ReplayOptions,
    _ reading: TraceReading
  ) throws(Failure) {
    let table = rulebook.rules.requirements.map { "\($0.id)\t\($0.text)\n" }.joined()
    values = [
      ("rulebook", rulebook.rules.digest), ("table of requirements", Digest.sha256(table.utf8)),
      ("--set", command.settings.texts.joined(separator: "\n")),
      ("--follow", "\(command.follow)"), ("--tolerance", "\(options.tolerance)"),
      ("--resolution", "\(options.resolution)"),
      ("--start", options.startsUnknown ? "unknown" : "empty"), ("--strict", "\(options.isStrict)"),
      ("--remember", "\(options.remembered)"),
      ("--evaluator or --properties", "\(options.usesEvaluator) \(options.judgesProperties)"),
      ("--diagnosis", command.diagnosis.rawValue), ("--limit", "\(options.limit)"),
      ("--only", command.showing.only.joined(separator: "\n")),
      ("--about", command.showing.about.joined(separator: "\n")),
      ("--hidden", options.hidden.sorted().joined(separator: ",")),
      ("--closed", options.closed.sorted().joined(separator: ",")),
      ("--mapping", try command.reading.mappingDigest), ("--zones", try command.reading.mapDigest),
      ("--reorder", "\(reading.order.window)"), ("--drop-doubled", "\(reading.order.dropsDoubled)"),
      (
        "--clock",
        reading.order.clockOffsets.sorted { $0.key < $1.key }
          .map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
      ),
    ]
  }

  mutating func add(_ name: String, _ value: String) { values.append((name, value)) }

  /// Returns the names of the inputs that differ.
  func differences(from other: Circumstances) -> [String] {
    let (own, others) = (byName, other.byName)
    let names = values.map(\.name) + other.values.map(\.name).filter { own[$0] == nil }
    return names.filter { own[$0] != others[$0] }
  }

  private var byName: [String: String] {
    Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  static func == (a: Self, b: Self) -> Bool { a.differences(from: b).isEmpty }
}

extension Circumstances {
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.list(&values, blank: ("", "")) {
      try $0.code(&$1.name)
      try $0.code(&$1.value)
    }
  }
}
