internal import Findings
internal import Glibc

/// A trace that is still being written: a file that grows and may be rotated, or a pipe.
///
/// A file is rotated when another one stands at its path (the old one is read to its end first),
/// or when it is shorter than what was read of it.
struct FollowedTrace: ~Copyable {
  enum Event {
    /// This many bytes are in the block.
    case bytes(Int)
    /// There is nothing new at the moment.
    case nothing
    /// What comes next is the start of another file.
    case rotated
    /// The pipe is closed.
    case ended
  }

  private static let blockSize = 1 << 16

  let path: String
  private(set) var descriptor: Int32
  let isFile: Bool
  /// How much of the present file is read.
  private(set) var position = 0
  private(set) var block = [UInt8](repeating: 0, count: blockSize)

  /// - Parameter path: a file, a named pipe, or `-` for standard input.
  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    let reason = errno
    var status = stat()
    let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
    isFile = isOpen && status.st_mode & S_IFMT == S_IFREG && path != "-"
    guard isOpen else { throw Files.cannot("read", path, "trace", reason) }
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// Waits until there is something to read, at most so many milliseconds, or for a signal.
  /// - Returns: whether reading does not have to wait; of a file always.
  func wait(_ milliseconds: Int32) -> Bool {
    if isFile { return true }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Waits so many milliseconds, or for a signal.
  static func pause(_ milliseconds: Int32) { poll(nil, 0, milliseconds) }

  /// Reads what is there, after ``wait(_:)``.
  mutating func read() throws(Failure) -> Event {
    if let count = try readBlock() { return .bytes(count) }
    guard isFile else { return .ended }
    var present = stat()
    var own = stat()
    guard stat(path, &present) == 0, fstat(descriptor, &own) == 0 else { return .nothing }
    if present.st_ino != own.st_ino || present.st_dev != own.st_dev {
      // Something may have been written to the old file after it was found to end.
      if let count = try readBlock() { return .bytes(count) }
      return reopen(path) ? .rotated : .nothing
    }
    if own.st_size < position {
      seek(to: 0)
      return .rotated
    }
    return .nothing
  }

  /// Takes another file, from its start, if it can be read.
  mutating func reopen(_ path: String) -> Bool {
    let next = open(path, O_RDONLY | O_CLOEXEC)
    guard next >= 0 else { return false }
    close(descriptor)
    descriptor = next
    position = 0
    return true
  }

  mutating func seek(to offset: Int) {
    lseek(descriptor, offset, SEEK_SET)
    position = offset
  }

  /// Which file is being read.
  var identity: FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }

  /// nil: the end, for now.
  private mutating func readBlock() throws(Failure) -> Int? {
    while true {
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        position += count
        return count
      }
      if count == 0 { return nil }
      if errno != EINTR { throw Files.cannot("read", path, "trace") }
    }
  }
}
