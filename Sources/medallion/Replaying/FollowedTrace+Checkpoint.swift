import Basics
import Findings
import Glibc

/// The identity of a followed file, which does not depend on its present name.
struct FileIdentity: Equatable {
  private var device = 0
  private var node = 0

  init() {}

  init(_ status: stat) {
    device = Int(truncatingIfNeeded: status.st_dev)
    node = Int(truncatingIfNeeded: status.st_ino)
  }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.integer(&device)
    try coder.integer(&node)
  }
}

extension FollowedTrace {
  /// Continues at the place of an earlier run. A file that was rotated since then is found by its
  /// identity, under its present name in the same folder.
  /// - Returns: Nil if it is another file, or has been changed.
  mutating func advance(
    to seal: TraceMark.Seal, of known: FileIdentity
  ) throws(Failure) -> TraceMark? {
    if identity != known, !openFormer(known) {
      throw Failure(
        .wrongInput,
        "the trace '\(path)' was rotated while nothing followed it, and what was not "
          + "read of the old file is gone; delete the checkpoint to begin anew")
    }
    let first = Files.bytes(seal.firstCount, at: 0, of: descriptor)
    let latest = Files.bytes(
      seal.latestCount, at: seal.count - seal.latestCount, of: descriptor)
    guard let mark = TraceMark(at: seal, first: first, latest: latest) else { return nil }
    seek(to: seal.count)
    return mark
  }

  private mutating func openFormer(_ known: FileIdentity) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    for name in Files.names(in: folder) {
      var status = stat()
      guard stat(folder + name, &status) == 0, FileIdentity(status) == known else { continue }
      return reopen(folder + name)
    }
    return false
  }
}
