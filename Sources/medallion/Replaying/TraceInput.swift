import Basics
import Findings
import Glibc
import Rulebook

/// The content of a trace file, or of standard input, unpacked and block by block, in memory
/// that does not grow with it.
struct TraceInput: ~Copyable {
  private static let blockSize = 1 << 16

  private let path: String
  private let descriptor: Int32
  private var decompressor = Decompressor()
  private var block = [UInt8](repeating: 0, count: blockSize)
  /// True if no content has come yet.
  private var isAtStart = true
  /// The length of the file in bytes, packed if it is; nil: it has none, such as a pipe.
  let size: Int?
  /// True if it is a file that can be read again from its start; for standard input the start is
  /// not known.
  var canBeReadAgain: Bool { size != nil && descriptor > 0 }
  /// The number of bytes of the file that were read.
  private(set) var position = 0
  /// The digest of the bytes that were read of the file, packed if it is; nil: not wanted.
  private(set) var digest: Digest?

  /// - Parameters:
  ///   - path: A file, or `-` for standard input.
  ///   - isDigested: True if a digest of the content is wanted.
  init(_ path: String, isDigested: Bool = false) throws(Failure) {
    self.path = path
    digest = isDigested ? Digest() : nil
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    let reason = errno
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
    if descriptor < 0 { throw Files.cannot("read", path, "trace", reason) }
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// Returns the whole content, if that is at most `limit` bytes.
  static func content(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    var input = try TraceInput(path)
    var bytes: [UInt8] = []
    while try input.read({ bytes += $0 }) {
      guard bytes.count <= limit else {
        throw Failure(
          .wrongInput, "the trace '\(path)' is larger than \(limit >> 20) MiB; that is refused")
      }
    }
    return bytes
  }

  /// Reads on and hands over the content, in pieces.
  /// - Returns: True if there may be more.
  mutating func read(_ body: (ArraySlice<UInt8>) -> Void) throws(Failure) -> Bool {
    let count = try readBlock()
    position += count
    block.withUnsafeBytes { digest?.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    var unreadable: String?
    var isAtStart = isAtStart
    func take(_ content: ArraySlice<UInt8>) {
      if isAtStart { unreadable = UnreadableForm.explanation(content) }
      isAtStart = false
      if unreadable == nil { body(content) }
    }
    do throws(DecompressionError) {
      if count == 0 {
        try decompressor.finish(take)
      } else {
        try decompressor.feed(block[..<count], take)
      }
    } catch {
      throw Files.cannot("read", path, "trace", because: error.message)
    }
    self.isAtStart = isAtStart
    if let unreadable { throw Files.cannot("read", path, "trace", because: unreadable) }
    return count > 0
  }

  /// Goes to the place of an earlier reading of an ordinary file: at once, or, if the file is
  /// packed, by skipping the part that was read.
  /// - Returns: Nil if it is another file, or has been changed.
  mutating func advance(to seal: TraceMark.Seal) throws(Failure) -> TraceMark? {
    var decompressor = Decompressor()
    let first = bytes(seal.firstCount, at: 0)
    // Plain bytes cannot be damaged.
    try? decompressor.feed(first[...]) { _ in }
    guard decompressor.isPlain else { return TraceMark(over: seal) }
    let latest = bytes(seal.latestCount, at: seal.count - seal.latestCount)
    guard let mark = TraceMark(at: seal, first: first, latest: latest),
      lseek(descriptor, seal.count, SEEK_SET) == seal.count
    else { return nil }
    self.decompressor = decompressor
    isAtStart = false
    position = seal.count
    return mark
  }

  private func bytes(_ count: Int, at offset: Int) -> [UInt8] {
    Files.bytes(count, at: offset, of: descriptor)
  }

  private mutating func readBlock() throws(Failure) -> Int {
    while true {
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { throw Files.cannot("read", path, "trace") }
    }
  }
}
