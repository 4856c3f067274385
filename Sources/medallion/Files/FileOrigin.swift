/// The origin from which files are read.
enum FileOrigin {
  case disk
  /// The work tree of a repository, by paths from its top.
  case workTree(GitRepository)
  /// A commit, by paths from the top of its repository, and how it is called in messages.
  case commit(String, of: GitRepository, called: String)

  /// The file as messages name it; of the disk it is the path by which it is opened.
  func name(_ path: String) -> String {
    switch self {
    case .disk: path
    case .workTree(let repository): repository.wayToTop + path
    case .commit(_, of: _, called: let name): "\(name):\(path)"
    }
  }

  /// The whole file, if it has at most `limit` bytes.
  func read(_ path: String, limit: Int, what: String) throws(Failure) -> [UInt8] {
    switch self {
    case .disk, .workTree: try Files.read(name(path), limit: limit, what: what)
    case .commit(let id, of: let repository, called: _):
      try repository.read(path, at: id, name: name(path), limit: limit, what: what)
    }
  }
}
