import Findings

/// A trace in the folder that tells its expected verdict.
struct RecordedFile {
  /// The endings of the names of traces, plain and packed.
  static let endings = [".jsonl", ".jsonl.gz", ".jsonl.zst"]
  static let expectedEnding = ".expected.json"

  let path: String
  /// The path from the folder of the rulebook on: `violates/late.jsonl`.
  let name: String
  let rulebook: String
  let folder: TraceResult.Verdict
  /// The path without the ending.
  private let stem: String

  /// Creates the trace of a path; nil: by its name it is no trace.
  init?(_ path: String, name: String, rulebook: String, folder: TraceResult.Verdict) {
    guard let ending = Self.endings.first(where: path.hasSuffix) else { return nil }
    self.path = path
    self.name = name
    self.rulebook = rulebook
    self.folder = folder
    stem = String(path.dropLast(ending.count))
  }

  /// The path of the file of expected findings, which may be missing.
  var expected: String { stem + Self.expectedEnding }
  /// The files that are read for the trace.
  var files: [String] { [path, expected] }
}
