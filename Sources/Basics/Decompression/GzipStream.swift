internal import CZlib

/// A gzip file (RFC 1952): members one after the other, then perhaps zeros that fill a block.
final class GzipStream {
  /// The state of the library, in memory of its own: the library remembers its address.
  private let stream: UnsafeMutablePointer<z_stream>
  /// The number of compressed bytes that were used.
  private var used = 0
  private var place = Place.inMember

  private enum Place { case inMember, betweenMembers, inPadding }

  init() throws(DecompressionError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard czlib_begin_gzip(stream) == Z_OK else {
      throw DecompressionError(.outOfMemory, .gzip, at: 0)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Hands over the unpacked bytes, also those before an error.
  func unpack(
    _ block: ArraySlice<UInt8>, through output: inout [UInt8],
    _ body: (ArraySlice<UInt8>) -> Void
  ) throws(DecompressionError) {
    var rest = block
    while true {
      if place != .inMember {
        guard skipPadding(&rest) else { throw error(.trailingBytes) }
        if rest.isEmpty { return }
      }
      let (status, count) = step(&rest, &output)
      if count > 0 { body(output[..<count]) }
      switch status {
      case Z_STREAM_END:
        place = .betweenMembers
        inflateReset(stream)
      case Z_OK, Z_BUF_ERROR:
        // A full piece may leave more behind, even of bytes that were all taken.
        if rest.isEmpty, count < output.count { return }
      case Z_MEM_ERROR: throw error(.outOfMemory)
      default: throw error(.corrupt)
      }
    }
  }

  func finish() throws(DecompressionError) {
    if place == .inMember { throw error(.cutOff) }
  }

  /// Skips zeros after a member; no member can follow a zero.
  /// - Returns: True if the bytes that come next, if any, may be a member.
  private func skipPadding(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first else { return true }
    if first != 0, place == .betweenMembers {
      place = .inMember
      return first == 0x1F
    }
    place = .inPadding
    let zeros = rest.prefix { $0 == 0 }
    used += zeros.count
    rest = rest.dropFirst(zeros.count)
    return rest.isEmpty
  }

  /// Unpacks until the bytes or the room for the output end.
  private func step(
    _ rest: inout ArraySlice<UInt8>, _ output: inout [UInt8]
  ) -> (status: Int32, count: Int) {
    let room = output.count
    let (status, taken) = rest.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(clamping: output.count)
        let given = Int(stream.pointee.avail_in)
        let status = inflate(stream, Z_NO_FLUSH)
        return (status, given - Int(stream.pointee.avail_in))
      }
    }
    used += taken
    rest = rest.dropFirst(taken)
    return (status, room - Int(stream.pointee.avail_out))
  }

  private func error(_ reason: DecompressionError.Reason) -> DecompressionError {
    DecompressionError(reason, .gzip, at: used)
  }
}
