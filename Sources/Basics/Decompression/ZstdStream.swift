internal import CZstd

/// A zstd file (RFC 8878): frames one after the other.
final class ZstdStream {
  /// The logarithm of the largest window, in bytes, for which memory is given. The command
  /// `zstd` refuses larger ones as well unless told otherwise.
  static let largestWindow = 27

  private let stream: OpaquePointer
  /// The number of compressed bytes that were used.
  private var used = 0
  private var isBetweenFrames = false

  init() throws(DecompressionError) {
    guard let stream = ZSTD_createDStream() else {
      throw DecompressionError(.outOfMemory, .zstd, at: 0)
    }
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Int32(Self.largestWindow))
    self.stream = stream
  }

  deinit { ZSTD_freeDStream(stream) }

  /// Hands over the unpacked bytes, also those before an error.
  func unpack(
    _ block: ArraySlice<UInt8>, through output: inout [UInt8],
    _ body: (ArraySlice<UInt8>) -> Void
  ) throws(DecompressionError) {
    var rest = block
    while true {
      if rest.isEmpty, isBetweenFrames { return }
      let (status, count) = step(&rest, &output)
      if count > 0 { body(output[..<count]) }
      if ZSTD_isError(status) != 0 { throw error(ZSTD_getErrorCode(status)) }
      isBetweenFrames = status == 0
      // A full piece may leave more behind, even of bytes that were all taken.
      if rest.isEmpty, count < output.count { return }
    }
  }

  func finish() throws(DecompressionError) {
    if !isBetweenFrames { throw DecompressionError(.cutOff, .zstd, at: used) }
  }

  /// Unpacks until the bytes, the room for the output or the frame end.
  private func step(
    _ rest: inout ArraySlice<UInt8>, _ output: inout [UInt8]
  ) -> (status: Int, count: Int) {
    let (status, taken, count) = rest.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let status = ZSTD_decompressStream(stream, &target, &source)
        return (status, source.pos, target.pos)
      }
    }
    used += taken
    rest = rest.dropFirst(taken)
    return (status, count)
  }

  private func error(_ code: ZSTD_ErrorCode) -> DecompressionError {
    let reason: DecompressionError.Reason =
      switch code {
      case ZSTD_error_frameParameter_windowTooLarge: .windowTooLarge
      case ZSTD_error_memory_allocation: .outOfMemory
      case ZSTD_error_prefix_unknown: used == 0 ? .corrupt : .trailingBytes
      default: .corrupt
      }
    return DecompressionError(reason, .zstd, at: used)
  }
}
