import Findings
import Glibc

/// A file that is written piece by piece and appears whole, once it is finished, or not at all: a
/// temporary file is written, synced, then renamed. A killed program leaves nothing behind, except
/// on file systems without nameless files. A file that is not ordinary, such as a pipe or a device,
/// is written to at once and stays what it is, and so is one that is open already (`/dev/stdout`);
/// a link stays a link.
struct PendingFile: ~Copyable {
  private let path: String
  /// The path with all links resolved.
  private let file: String
  private let what: String
  private let neighbour: String
  private let kind: Kind
  private var descriptor: Int32

  private enum Kind { case nameless, named, direct }

  /// Opens the file, so that a refusal is known before the work is done.
  ///
  /// - Parameter permissions: The permissions of the file; nil: the usual ones.
  init(_ path: String, permissions: mode_t? = nil, what: String) throws(Failure) {
    self.path = path
    self.what = what
    file = Files.resolved(path)
    neighbour = "\(file).\(getpid()).partial"
    (descriptor, kind) = try Self.open(path, file, neighbour, what)
    if let permissions { fchmod(descriptor, permissions) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    // Finished, it has another name.
    if kind == .named { unlink(neighbour) }
  }

  private static func open(
    _ path: String, _ file: String, _ neighbour: String, _ what: String
  ) throws(Failure) -> (Int32, Kind) {
    if let number = ownDescriptor(path) {
      let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw Files.cannot("write", path, what) }
      return (copy, .direct)
    }
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let direct = Glibc.open(path, O_WRONLY | O_CLOEXEC)
      guard direct >= 0 else { throw Files.cannot("write", path, what) }
      return (direct, .direct)
    }
    #if os(Linux)
      let nameless = Glibc.open(
        Files.folder(of: file), O_WRONLY | O_CLOEXEC | temporaryFile, 0o644)
      if nameless >= 0 {
        if access(link(to: nameless), F_OK) == 0 { return (nameless, .nameless) }
        close(nameless)
      }
    #endif
    let named = Glibc.open(neighbour, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard named >= 0 else { throw Files.cannot("write", path, what) }
    return (named, .named)
  }

  #if os(Linux)
    /// `O_TMPFILE`, a macro that is not imported.
    private static let temporaryFile: Int32 = 0o20_000_000 | O_DIRECTORY
  #endif

  /// Returns the process's own descriptor that a path stands for. Opened anew, it would be written
  /// from its start; a rename over the path would replace the file behind it.
  private static func ownDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw cannot
      }
    }
  }

  /// Syncs it, and gives it its name.
  consuming func finish() throws(Failure) {
    // A file that cannot be synced, such as a pipe, gives EINVAL.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw cannot }
    if kind == .nameless {
      unlink(neighbour)
      let own = Self.link(to: descriptor)
      guard linkat(AT_FDCWD, own, AT_FDCWD, neighbour, AT_SYMLINK_FOLLOW) == 0 else {
        throw cannot
      }
    }
    let isClosed = close(descriptor) == 0
    descriptor = -1
    guard kind != .direct else {
      if !isClosed { throw cannot }
      return
    }
    if isClosed, rename(neighbour, file) == 0 { return }
    let failure = cannot
    unlink(neighbour)
    throw failure
  }

  private var cannot: Failure { Files.cannot("write", path, what) }
}
