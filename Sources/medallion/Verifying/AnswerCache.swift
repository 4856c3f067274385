import Basics
import Findings
import Glibc
import Rulebook
import Verification

/// A store for the answers of earlier runs on one rulebook: under `XDG_CACHE_HOME`, or `.cache` at
/// home. A failure to keep them is ignored.
struct AnswerCache {
  private static let largest = 4 << 20

  private let path: String

  /// nil where there is no place for it.
  init?(for rulebook: String) {
    guard let folder = Self.folder, let resolved = realpath(rulebook, nil) else { return nil }
    defer { free(resolved) }
    path = "\(folder)/\(Digest.sha256(String(cString: resolved).utf8).prefix(32)).answers"
  }

  /// The folder of all answers; nil where there is no place for it.
  static var folder: String? { base.map { "\($0)/medallion" } }

  private static var base: String? {
    // The specification ignores a path that is not absolute.
    if let given = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), given.hasPrefix("/") {
      return given
    }
    guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else {
      return nil
    }
    return "\(home)/.cache"
  }

  func read(quiet: Bool) -> AnswerStore {
    guard Files.exists(path) else { return AnswerStore() }
    do {
      return try AnswerStore(try Files.read(path, limit: Self.largest, what: "cache"))
    } catch {
      if !quiet {
        let style = Console.standardError.style
        Console.standardError.write(
          style("note: ", .bold) + "the cache '\(path)' is damaged; it is left out and made anew\n")
      }
      return AnswerStore()
    }
  }

  /// Makes the folder of all answers if it is missing.
  static func makeFolder() throws(Failure) {
    for folder in [base, folder].compactMap(\.self) { try Files.makeFolder(folder) }
  }

  func write(_ answers: AnswerStore) {
    guard answers.isChanged else { return }
    try? Self.makeFolder()
    try? Files.write(answers.bytes, to: path)
  }
}
