internal import Findings

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Files {
  /// Writes the file whole or not at all: to a neighbour first, synced, then renamed. What is no
  /// ordinary file, such as a pipe or a device, is written to and stays what it is.
  static func write(_ bytes: some Collection<UInt8>, to path: String) throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw cannot("write", path, "output") }
      if let reason = fill(descriptor, Array(bytes), nil) {
        errno = reason
        throw cannot("write", path, "output")
      }
      return
    }
    try write(bytes, to: path, permissions: nil, what: "output")
  }

  /// Writes an ordinary file that is to outlast a loss of power: whole or not at all, and its
  /// name as well. Only its owner may read it.
  static func save(_ bytes: [UInt8], to path: String, what: String) throws(Failure) {
    try requireOrdinary(path, what: what)
    try write(bytes, to: path, permissions: 0o600, what: what)
    let folder = open(self.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Refuses folders, devices and pipes; what is not there is fine.
  static func requireOrdinary(_ path: String, what: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw Failure(.wrongInput, "cannot write the \(what) '\(path)': it is no ordinary file")
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// Writes a file anew, whole or not at all, that exists and may be written; it keeps its
  /// permissions, and where a link leads to it, the link.
  static func replace(
    _ path: String, with bytes: some Collection<UInt8>, what: String
  ) throws(Failure) {
    guard let resolved = realpath(path, nil) else { throw cannot("write", path, what) }
    defer { free(resolved) }
    let file = String(cString: resolved)
    var status = stat()
    guard stat(file, &status) == 0 else { throw cannot("write", path, what) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.wrongInput, "cannot write the \(what) '\(path)': it is no ordinary file")
    }
    // Renaming asks only for permission to write the folder. Where nobody may write the file,
    // that is meant, even for a user who may do everything.
    guard status.st_mode & 0o222 != 0, access(file, W_OK) == 0 else {
      throw Failure(.wrongInput, "cannot write the \(what) '\(path)': it is write-protected")
    }
    try write(bytes, to: file, permissions: status.st_mode & 0o7777, what: what)
  }

  private static func write(
    _ bytes: some Collection<UInt8>, to path: String, permissions: mode_t?, what: String
  ) throws(Failure) {
    let temporary = "\(path).\(getpid()).partial"
    let content = Array(bytes)
    if !writeNameless(content, thenNamed: temporary, permissions) {
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw cannot("write", path, what) }
      if let reason = fill(descriptor, content, permissions) {
        unlink(temporary)
        errno = reason
        throw cannot("write", path, what)
      }
    }
    guard rename(temporary, path) != 0 else { return }
    let reason = errno
    unlink(temporary)
    errno = reason
    throw cannot("write", path, what)
  }

  /// Writes a file that has a name only once it is complete: whoever is killed meanwhile leaves
  /// nothing. Some file systems know no such thing; a full disk is told on the other way.
  private static func writeNameless(
    _ bytes: [UInt8], thenNamed path: String, _ permissions: mode_t?
  ) -> Bool {
    #if os(Linux)
      let descriptor = open(folder(of: path), O_WRONLY | O_CLOEXEC | temporaryFile, 0o644)
      guard descriptor >= 0 else { return false }
      var isNamed = false
      let reason = fill(descriptor, bytes, permissions) {
        unlink(path)
        let own = "/proc/self/fd/\(descriptor)"
        isNamed = linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
      }
      return isNamed && reason == nil
    #else
      return false
    #endif
  }

  #if os(Linux)
    /// `O_TMPFILE`, a macro that is not imported.
    private static let temporaryFile: Int32 = 0o20_000_000 | O_DIRECTORY
  #endif

  /// Writes, syncs and closes; the error of whatever failed first.
  ///
  /// - Parameter finish: done before closing, if nothing has failed.
  private static func fill(
    _ descriptor: Int32, _ bytes: [UInt8], _ permissions: mode_t?, finish: () -> Void = {}
  ) -> Int32? {
    if let permissions { fchmod(descriptor, permissions) }
    var rest = bytes[...]
    var reason: Int32?
    while !rest.isEmpty, reason == nil {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        reason = errno
      }
    }
    // What cannot be synced, such as a pipe, says EINVAL.
    if reason == nil, fsync(descriptor) != 0, errno != EINVAL { reason = errno }
    if reason == nil { finish() }
    if close(descriptor) != 0, reason == nil { reason = errno }
    return reason
  }
}
