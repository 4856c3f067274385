internal import Findings

/// Where a project keeps its rulebooks and traces.
enum Catalog {
  struct Trace {
    let path: String
    let folder: TraceResult.Verdict

    /// Where its findings are told, if they are.
    var expected: String { path.dropLast(".jsonl".count) + ".expected.json" }
    /// What is read of it.
    var files: [String] { [path, expected] }
  }

  /// Every `.rulebook` under `Models`, in order; none is a wrong input.
  static func rulebooks(root: String) throws(Failure) -> [String] {
    let found = files(below: "\(root)/Models", ending: ".rulebook", depth: 8)
    guard !found.isEmpty else {
      throw Failure(.wrongInput, "no rulebook found under '\(root)/Models'")
    }
    return found
  }

  /// The folder that holds the `Models` in which a rulebook is; the present one if none does.
  private static func root(above rulebook: String) -> String {
    let parts = rulebook.split(separator: "/", omittingEmptySubsequences: false)
    guard let models = parts.lastIndex(of: "Models") else { return "." }
    return models == 0 ? "." : parts[..<models].joined(separator: "/")
  }

  /// The traces of a rulebook; by default those beside the `Models` that holds it.
  static func traces(of loaded: LoadedRulebook, root: String?) -> [Trace] {
    traces(of: loaded.rules.name, root: root ?? self.root(above: loaded.path))
  }

  /// The traces of a rulebook, with the folder that says what they should be.
  static func traces(of rulebook: String, root: String) -> [Trace] {
    TraceResult.Verdict.allCases.flatMap { folder in
      files(below: "\(root)/Traces/\(rulebook)/\(folder.rawValue)", ending: ".jsonl", depth: 4)
        .map { Trace(path: $0, folder: folder) }
    }
  }

  private static func files(below folder: String, ending: String, depth: Int) -> [String] {
    guard depth > 0 else { return [] }
    return Files.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      if Files.isFolder(path) { return files(below: path, ending: ending, depth: depth - 1) }
      return name.hasSuffix(ending) ? [path] : []
    }
  }
}
