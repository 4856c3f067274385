import Glibc

/// A reason why a journal cannot be written or read.
package struct JournalError: Error, Hashable, Sendable {
  /// The message for the person who runs the service, with the path or the line.
  package let message: String

  init(_ message: String) { self.message = message }

  static func system(_ action: String, _ path: String) -> JournalError {
    JournalError("cannot \(action) '\(path)': \(String(cString: strerror(errno)))")
  }
}

/// A journal on disk. Lines are gathered and written in groups. After ``sync()`` has returned, the
/// lines so far survive a crash of the machine; only then may a reply leave the service.
package struct JournalFile: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private var group: [UInt8] = []
  /// The number of bytes in the file, without the group.
  package private(set) var length: Int

  /// The largest number of bytes that may be unsynced: a torn part lies within that many bytes of
  /// the end.
  package static let largestGroup = 1 << 20

  /// Opens a journal, to go on after its first `length` bytes; the rest is cut off.
  package init(path: String, after length: Int = 0) throws(JournalError) {
    self.path = path
    self.length = length
    descriptor = try Self.open(path, after: length)
  }

  private static func open(_ path: String, after length: Int) throws(JournalError) -> Int32 {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system("write the journal", path) }
    guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      let error = JournalError.system("write the journal", path)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Adds lines to the present group; writes and syncs a group before it becomes too large.
  package mutating func append(_ lines: [UInt8]) throws(JournalError) {
    if !group.isEmpty, group.count + lines.count > Self.largestGroup { try sync() }
    var rest = lines[...]
    while rest.count > Self.largestGroup {
      group.append(contentsOf: rest.prefix(Self.largestGroup))
      rest = rest.dropFirst(Self.largestGroup)
      try sync()
    }
    group.append(contentsOf: rest)
  }

  /// Writes the group and waits until it is on the disk.
  package mutating func sync() throws(JournalError) {
    guard !group.isEmpty else { return }
    var written = 0
    while written < group.count {
      let count = group.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      }
      if count < 0, errno != EINTR { throw .system("write the journal", path) }
      written += max(0, count)
    }
    // A file that cannot be synced, such as a pipe, gives EINVAL.
    guard fdatasync(descriptor) == 0 || errno == EINVAL else {
      throw .system("sync the journal", path)
    }
    length += group.count
    group.removeAll(keepingCapacity: true)
  }

  deinit { close(descriptor) }
}
