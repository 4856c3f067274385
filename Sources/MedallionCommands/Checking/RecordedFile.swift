internal import Findings

/// A trace in the folder that says what is expected of it.
struct RecordedFile {
  /// How the names of traces end: plain, and packed.
  static let endings = [".jsonl", ".jsonl.gz", ".jsonl.zst"]
  static let expectedEnding = ".expected.json"

  let path: String
  /// The same from the folder of the rulebook on: `violates/late.jsonl`.
  let name: String
  let rulebook: String
  let folder: TraceResult.Verdict
  /// The path without the ending.
  private let stem: String

  /// nil: it is no trace, by its name.
  init?(_ path: String, name: String, rulebook: String, folder: TraceResult.Verdict) {
    guard let ending = Self.endings.first(where: path.hasSuffix) else { return nil }
    self.path = path
    self.name = name
    self.rulebook = rulebook
    self.folder = folder
    stem = String(path.dropLast(ending.count))
  }

  /// Where its findings are told, if they are.
  var expected: String { stem + Self.expectedEnding }
  /// What is read of it.
  var files: [String] { [path, expected] }
}
