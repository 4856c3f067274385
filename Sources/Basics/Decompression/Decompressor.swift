/// Turns a file, fed in blocks of any size, into its content: that of a gzip or zstd stream,
/// recognised by its first bytes, or the bytes themselves.
///
/// Memory does not grow with the file, however much it unpacks to; see
/// ``DecompressionError/Reason/windowTooLarge``.
package struct Decompressor: ~Copyable {
  private enum Stage {
    /// The first bytes do not tell the format yet.
    case unknown
    case plain
    case gzip(GzipStream)
    case zstd(ZstdStream)
  }

  private static let pieceSize = 1 << 18

  private var stage = Stage.unknown
  private var start: [UInt8] = []
  /// The buffer for unpacked bytes, filled piece by piece.
  private var output: [UInt8] = []

  /// Creates a decompressor for one file of any format.
  package init() {}

  /// True if the file is known to be uncompressed.
  package var isPlain: Bool { if case .plain = stage { true } else { false } }

  /// Takes the next bytes of the file and hands over the unpacked bytes, in pieces.
  package mutating func feed(
    _ block: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(DecompressionError) {
    if case .unknown = stage {
      start += block
      guard start.count >= CompressionFormat.magicLength else { return }
      return try begin(body)
    }
    try unpack(block, body)
  }

  /// Says that the file has ended.
  package mutating func finish(
    _ body: (ArraySlice<UInt8>) -> Void
  ) throws(DecompressionError) {
    if case .unknown = stage { try begin(body) }
    switch stage {
    case .unknown, .plain: break
    case .gzip(let stream): try stream.finish()
    case .zstd(let stream): try stream.finish()
    }
  }

  private mutating func begin(
    _ body: (ArraySlice<UInt8>) -> Void
  ) throws(DecompressionError) {
    switch CompressionFormat(magic: start) {
    case .gzip: stage = .gzip(try GzipStream())
    case .zstd: stage = .zstd(try ZstdStream())
    case nil: stage = .plain
    }
    if !isPlain { output = [UInt8](repeating: 0, count: Self.pieceSize) }
    let block = start
    start = []
    try unpack(block[...], body)
  }

  private mutating func unpack(
    _ block: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(DecompressionError) {
    switch stage {
    case .unknown: break
    case .plain: if !block.isEmpty { body(block) }
    case .gzip(let stream): try stream.unpack(block, through: &output, body)
    case .zstd(let stream): try stream.unpack(block, through: &output, body)
    }
  }
}
