import Basics
import Findings
import Rulebook

/// The places of a project's rulebooks and traces.
enum Catalog {
  /// The folder whose `Models` are checked if none is named: the present one or, if it has none,
  /// the one that was installed with the program.
  static var standardRoot: String { Files.isFolder("Models") ? "." : sharedFolder ?? "." }

  /// The `share/medallion` beside the folder of the program, if it is installed.
  static var sharedFolder: String? {
    let folder = Files.folder(of: Files.resolved("/proc/self/exe")) + "../share/medallion"
    return Files.isFolder("\(folder)/Models") ? Files.resolved(folder) : nil
  }

  /// Returns every `.rulebook` under `Models`, in order. It is a wrong input if there is none, or
  /// if a file was meant as one.
  static func rulebooks(root: String) throws(Failure) -> [String] {
    var found: [String] = []
    var mistakes: [String] = []
    for path in try files(below: "\(root)/Models") {
      if path.hasSuffix(".rulebook") {
        found.append(path)
      } else if let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") {
        let ending = String(name[name.index(after: dot)...])
        // An editor's copy is no rulebook, and not meant as one.
        guard !ending.hasSuffix("~"), nearestName(to: ending, among: ["rulebook"]) != nil else {
          continue
        }
        mistakes.append("\(path): a rulebook ends with .rulebook")
      }
    }
    try refuse(mistakes)
    guard !found.isEmpty else {
      throw Failure(
        .wrongInput, "no rulebook found under '\(root)/Models': their names end with .rulebook")
    }
    return found
  }

  /// The traces of a rulebook; by default those beside the `Models` that holds it.
  static func traces(of loaded: LoadedRulebook, root: String?) throws(Failure) -> [RecordedFile] {
    if let root, !Files.isFolder(root) {
      throw Failure(.wrongInput, "--root: there is no folder '\(root)'")
    }
    var shelf = Shelf(root: root ?? self.root(above: loaded.path))
    try shelf.take(rulebook: loaded.rules.name)
    try refuse(shelf.mistakes)
    return shelf.traces
  }

  /// The traces of all rulebooks of a project, each with the name of its rulebook; a folder of
  /// traces of no rulebook is a wrong input.
  static func traces(of rulebooks: [String], root: String) throws(Failure) -> [RecordedFile] {
    var shelf = Shelf(root: root)
    try shelf.take(rulebooks: rulebooks)
    try refuse(shelf.mistakes)
    return shelf.traces
  }

  /// The folder that holds the `Models` in which a rulebook is; the present one if none does.
  private static func root(above rulebook: String) -> String {
    let parts = rulebook.split(separator: "/", omittingEmptySubsequences: false)
    guard let models = parts.lastIndex(of: "Models") else { return "." }
    return models == 0 ? "." : parts[..<models].joined(separator: "/")
  }

  /// All mistakes are told at once, a line each.
  private static func refuse(_ mistakes: [String]) throws(Failure) {
    guard !mistakes.isEmpty else { return }
    throw Failure(
      .wrongInput, rendered: mistakes.map { Failure(.wrongInput, $0).rendered }.joined())
  }

  private static let deepest = 8

  /// The files in a folder and in those within it, in order. Links may lead round in a circle.
  static func files(below folder: String, depth: Int = deepest) throws(Failure) -> [String] {
    guard depth > 0 else {
      throw Failure(.wrongInput, "\(folder): there are more than \(deepest) folders in each other")
    }
    var files: [String] = []
    for name in Files.names(in: folder) {
      let path = "\(folder)/\(name)"
      if Files.isFolder(path) {
        files += try self.files(below: path, depth: depth - 1)
      } else {
        files.append(path)
      }
    }
    return files
  }
}
