import Findings

/// Folders that are given as traces.
enum TraceFolders {
  /// Returns the paths; a folder is replaced by its files in the order of their names, without
  /// hidden ones.
  static func files(of paths: [String]) throws(Failure) -> [String] {
    var files: [String] = []
    for path in paths {
      guard Files.isFolder(path) else {
        files.append(path)
        continue
      }
      let folder = path.hasSuffix("/") ? path : path + "/"
      let names = Files.names(in: folder).filter {
        !$0.hasPrefix(".") && !Files.isFolder(folder + $0)
      }
      guard !names.isEmpty else {
        throw Files.cannot("read", path, "trace", because: "it is a folder without files")
      }
      files += names.map { folder + $0 }
    }
    return files
  }
}
