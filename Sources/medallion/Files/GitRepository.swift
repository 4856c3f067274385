import Basics
import Findings

/// The repository around the current folder, as git tells of it: nothing is written, no shell and
/// no filter of the user's runs, and nothing that is given can become an option.
struct GitRepository {
  private let git: ExternalProgram
  /// The path from the current folder to the top of the work tree: empty, or with a slash at its
  /// end.
  let wayToTop: String

  /// A file that differs; nil: that side does not have it.
  struct Change: Equatable {
    let old: String?
    let new: String?
  }

  private static let seconds = 60
  private static let mostOutput = 16 << 20

  /// - Throws: if there is no git, or no repository.
  init() throws(Failure) {
    guard let git = ExternalProgram("git") else {
      throw Failure(.wrongInput, "--git needs the program 'git', which is not on the PATH")
    }
    self.git = git
    wayToTop = try Self.text(
      Self.output(git, ["rev-parse", "--show-cdup"]), or: "there is no repository here")
  }

  // MARK: Revisions

  /// The id of the commit that a revision means.
  func commit(_ revision: String) throws(Failure) -> String {
    // A text that begins with a dash is an option to git, and never the name of a revision.
    if !revision.hasPrefix("-"), !revision.isEmpty {
      let output = try Self.output(
        git, ["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
      if output.code == 0, let id = Self.id(output) { return id }
    }
    let names = (try? Self.output(git, ["for-each-ref", "--format=%(refname:short)"]))
      .map { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n").map(String.init) }
    let hint = suggestion(for: revision, among: (names ?? []) + ["HEAD"])
    throw Failure(.wrongInput, "--git: unknown revision '\(revision)'\(hint)")
  }

  /// The commit at which two went apart.
  func mergeBase(_ a: String, _ b: String) throws(Failure) -> String? {
    Self.id(try Self.output(git, ["merge-base", a, b]))
  }

  // MARK: Files

  /// The path from the top of a file, which is given from the current folder.
  /// - Parameter commit: nil: the work tree.
  /// - Returns: nil: there is no such file.
  func path(of file: String, at commit: String?) throws(Failure) -> String? {
    let list =
      commit.map { ["ls-tree", "-z", "--full-name", "--name-only", $0] }
      ?? ["ls-files", "-z", "--full-name"]
    let output = try Self.output(git, ["--literal-pathspecs"] + list + ["--", file])
    try Self.check(output, or: "cannot look up '\(file)'")
    let names = Self.names(output)
    return names.count == 1 ? names[0] : nil
  }

  /// The files that differ, in the order of git; a renamed one is one change.
  /// - Parameters:
  ///   - new: nil: the work tree, as far as git tracks it.
  ///   - ending: only files whose names end so.
  func changes(from old: String, to new: String?, ending: String) throws(Failure) -> [Change] {
    let compare = new.map { ["diff-tree", "-r", old, $0] } ?? ["diff-index", old]
    let (command, commits) = (compare[0], compare.dropFirst())
    let output = try Self.output(
      git,
      [command, "-z", "--name-status", "--find-renames"] + commits + [
        "--", ":(top,glob)**/*\(ending)",
      ]
    )
    try Self.check(output, or: "cannot compare")
    var changes: [Change] = []
    var words = Self.names(output)[...]
    while let status = words.popFirst(), let first = words.popFirst() {
      let change =
        switch status.first {
        case "A": Change(old: nil, new: first)
        case "D": Change(old: first, new: nil)
        case "R": Change(old: first, new: words.popFirst())
        default: Change(old: first, new: first)
        }
      // One that is not merged is there twice.
      if !changes.contains(change) { changes.append(change) }
    }
    return changes
  }

  /// The whole file as a commit has it, if it has at most `limit` bytes.
  /// - Parameter name: for messages.
  func read(
    _ path: String, at commit: String, name: String, limit: Int, what: String
  ) throws(Failure) -> [UInt8] {
    let output = try Self.output(
      git, ["cat-file", "blob", "\(commit):\(path)"], most: limit + 1)
    guard output.code == 0 else {
      throw Files.cannot("read", name, what, because: Self.reason(output))
    }
    guard output.bytes.count <= limit else { throw Files.tooLarge(name, what, limit: limit) }
    return output.bytes
  }

  // MARK: Running

  private static func output(
    _ git: ExternalProgram, _ arguments: [String], most: Int = mostOutput
  ) throws(Failure) -> ExternalProgram.Output {
    switch git.output(of: arguments, most: most, seconds: seconds) {
    case .success(let output): return output
    case .failure(.outOfTime):
      throw Failure(.wrongInput, "--git: git does not answer within \(seconds) s")
    case .failure(.failed(let reason)):
      throw Failure(.wrongInput, "--git: git cannot be run: \(reason)")
    }
  }

  private static func check(
    _ output: ExternalProgram.Output, or message: String
  ) throws(Failure) {
    guard output.code == 0 else {
      throw Failure(.wrongInput, "--git: \(message): \(reason(output))")
    }
    guard output.bytes.count < mostOutput else {
      throw Failure(.wrongInput, "--git: too many files differ")
    }
  }

  private static func text(
    _ output: ExternalProgram.Output, or message: String
  ) throws(Failure) -> String {
    try check(output, or: message)
    return String(decoding: output.bytes, as: UTF8.self).trimmingLineEnd
  }

  /// Returns the first line of git's error message.
  private static func reason(_ output: ExternalProgram.Output) -> String {
    let line = output.errors.split(separator: "\n").first.map(String.init) ?? "no reason is given"
    return line.hasPrefix("fatal: ") ? String(line.dropFirst("fatal: ".count)) : line
  }

  private static func id(_ output: ExternalProgram.Output) -> String? {
    let id = String(decoding: output.bytes, as: UTF8.self).trimmingLineEnd
    return output.code == 0 && id.count >= 40 && id.allSatisfy(\.isHexDigit) ? id : nil
  }

  private static func names(_ output: ExternalProgram.Output) -> [String] {
    output.bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
