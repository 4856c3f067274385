import Findings
import Glibc

extension Files {
  /// Writes the file whole or not at all. A file that is not ordinary, such as a pipe or a device,
  /// is written to directly and stays what it is.
  static func write(
    _ bytes: some Collection<UInt8>, to path: String, what: String = "output"
  ) throws(Failure) {
    try write(bytes, to: path, permissions: nil, what: what)
  }

  /// Finds out whether the file can be written, before the work for it is done.
  static func requireWritable(_ path: String, what: String) throws(Failure) {
    var status = stat()
    // Opening and closing a pipe would end it for its reader.
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { return }
    _ = try PendingFile(path, what: what)
  }

  /// Writes an ordinary file that is to outlast a loss of power: whole or not at all, and its
  /// name as well. Only its owner may read it.
  static func save(_ bytes: [UInt8], to path: String, what: String) throws(Failure) {
    try requireOrdinary(path, what: what)
    try write(bytes, to: path, permissions: 0o600, what: what)
    let folder = open(self.folder(of: resolved(path)), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Refuses folders, devices and pipes; a missing file is accepted.
  static func requireOrdinary(_ path: String, what: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw Failure(.wrongInput, "cannot write the \(what) '\(path)': it is no ordinary file")
  }

  /// The file that a link leads to; the path itself where there is nothing.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func folder(of path: String) -> String {
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
    // Renaming needs permission only for the folder. A write-protected file is meant to be kept,
    // even from a user who may do everything.
    guard status.st_mode & 0o222 != 0, access(file, W_OK) == 0 else {
      throw Failure(.wrongInput, "cannot write the \(what) '\(path)': it is write-protected")
    }
    try write(bytes, to: file, permissions: status.st_mode & 0o7777, what: what)
  }

  private static func write(
    _ bytes: some Collection<UInt8>, to path: String, permissions: mode_t?, what: String
  ) throws(Failure) {
    var file = try PendingFile(path, permissions: permissions, what: what)
    try file.write(Array(bytes))
    try file.finish()
  }
}
