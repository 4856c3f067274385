import Findings
import Glibc

/// A trace that is still being written: a file that grows and may be rotated, or a pipe.
///
/// A file counts as rotated if another one stands at its path (the old one is read to its end
/// first), or if it is shorter than the part that was read.
struct FollowedTrace: ~Copyable {
  enum Event {
    /// The number of bytes in the block.
    case bytes(Int)
    /// The input has no new bytes at the moment.
    case nothing
    /// The file was rotated: the next bytes start another file.
    case rotated
    /// The pipe is closed.
    case ended
  }

  private static let blockSize = 1 << 16

  let path: String
  private(set) var descriptor: Int32
  let isFile: Bool
  /// The number of bytes of the present file that are read.
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

  /// Waits until there is something to read, at most the given number of milliseconds, or for a
  /// signal.
  /// - Returns: True if reading does not have to wait; for a file always.
  func wait(_ milliseconds: Int32) -> Bool {
    if isFile { return true }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Waits the given number of milliseconds, or for a signal.
  static func pause(_ milliseconds: Int32) { poll(nil, 0, milliseconds) }

  /// Reads the available bytes, after ``wait(_:)``.
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

  /// The identity of the file that is being read.
  var identity: FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }

  /// Reads a block and returns its length; nil: the end, for now.
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
