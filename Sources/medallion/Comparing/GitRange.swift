import Findings

/// Two states of a repository: commits, or a commit and the work tree.
struct GitRange {
  let repository: GitRepository
  private let old: Revision
  /// The new revision; nil: the work tree.
  private let new: Revision?

  private struct Revision {
    let name: String
    let commit: String
  }

  /// - Parameter text: `BASE..HEAD`; `BASE...HEAD` from where both went apart; `BASE` up to the
  ///   work tree.
  init(parsing text: String) throws(Failure) {
    let repository = try GitRepository()
    func revision(_ name: some StringProtocol) throws(Failure) -> Revision {
      let name = name.isEmpty ? "HEAD" : String(name)
      return Revision(name: name, commit: try repository.commit(name))
    }
    self.repository = repository
    guard let dots = text.firstRange(of: "...") ?? text.firstRange(of: "..") else {
      guard !text.isEmpty else {
        throw Failure(.wrongInput, "--git: expected BASE..HEAD, BASE...HEAD or BASE")
      }
      old = try revision(text)
      new = nil
      return
    }
    let (first, second) = (
      try revision(text[..<dots.lowerBound]), try revision(text[dots.upperBound...])
    )
    new = second
    guard text[dots].count == 3 else {
      old = first
      return
    }
    guard let base = try repository.mergeBase(first.commit, second.commit) else {
      throw Failure(
        .wrongInput,
        "--git: '\(first.name)' and '\(second.name)' have no commit in common here; of a shallow "
          + "clone the history has to be fetched")
    }
    old = Revision(name: String(base.prefix(Self.shownDigits)), commit: base)
  }

  private static let shownDigits = 12

  var oldName: String { old.name }
  /// The name of the new revision; nil: the work tree.
  var newName: String? { new?.name }
  var oldOrigin: FileOrigin { .commit(old.commit, of: repository, called: old.name) }
  var newOrigin: FileOrigin {
    new.map { .commit($0.commit, of: repository, called: $0.name) } ?? .workTree(repository)
  }

  /// The rulebooks that differ.
  /// - Parameter file: only this one, given from the current folder; a path of either side.
  func changes(of file: String?) throws(Failure) -> [GitRepository.Change] {
    guard let file else {
      return try repository.changes(from: old.commit, to: new?.commit, ending: ".rulebook")
    }
    let now = try repository.path(of: file, at: new?.commit)
    let before = try repository.path(of: file, at: old.commit)
    guard let path = now ?? before else {
      let sides =
        "'\(old.name)'" + (new.map { ", nor in '\($0.name)'" } ?? ", nor among the tracked files")
      throw Failure(.wrongInput, "--git: there is no file '\(file)' in \(sides)")
    }
    let ending = path.split(separator: "/").last?.lastIndex(of: ".").map { path[$0...] } ?? ""
    return try repository.changes(from: old.commit, to: new?.commit, ending: String(ending))
      .filter { now == nil ? $0.old == path : $0.new == path }
  }
}
