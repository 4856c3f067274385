internal import Decompression
internal import Findings

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The content of a trace file, or of standard input, unpacked and block by block, in memory
/// that does not grow with it.
struct TraceInput: ~Copyable {
  private static let blockSize = 1 << 20

  private let path: String
  private let descriptor: Int32
  private var decompressor = Decompressor()
  private var block = [UInt8](repeating: 0, count: blockSize)
  /// The length of the file in bytes, packed if it is; nil for what has none, such as a pipe.
  let size: Int?
  /// How many bytes of the file were read.
  private(set) var position = 0

  /// - Parameter path: a file, or `-` for standard input.
  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    let reason = String(cString: strerror(errno))
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
    if descriptor < 0 { throw Self.cannotRead(path, reason) }
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// Reads on and hands over what was read, in pieces.
  /// - Returns: Whether there may be more.
  mutating func read(_ body: (ArraySlice<UInt8>) -> Void) throws(Failure) -> Bool {
    let count = try readBlock()
    position += count
    do throws(DecompressionError) {
      if count == 0 {
        try decompressor.finish(body)
      } else {
        try decompressor.feed(block[..<count], body)
      }
    } catch {
      throw Self.cannotRead(path, error.message)
    }
    return count > 0
  }

  private mutating func readBlock() throws(Failure) -> Int {
    while true {
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { throw Self.cannotRead(path, String(cString: strerror(errno))) }
    }
  }

  private static func cannotRead(_ path: String, _ reason: String) -> Failure {
    Failure(.wrongInput, "cannot read the trace '\(path)': \(reason)")
  }
}
