/// A reason why compressed bytes cannot be read any further.
package struct DecompressionError: Error, Hashable, Sendable {
  /// A fault of the packed file.
  package enum Reason: Hashable, Sendable {
    /// The bytes end before the stream does.
    case cutOff
    /// The bytes are not of the format, or a checksum in them does not fit.
    case corrupt
    /// Other bytes follow the end of the stream.
    case trailingBytes
    /// The stream was made with a window that would need more memory than is allowed.
    case windowTooLarge
    /// The library got no memory.
    case outOfMemory
  }

  package let reason: Reason
  /// The format that the first bytes of the file announce.
  package let format: CompressionFormat
  /// The number of compressed bytes that were taken; the fault is in them or directly behind them.
  package let offset: Int

  package init(_ reason: Reason, _ format: CompressionFormat, at offset: Int) {
    self.reason = reason
    self.format = format
    self.offset = offset
  }

  /// The part of a sentence that follows "cannot read …:".
  package var message: String {
    switch reason {
    case .cutOff: "the \(format) stream is cut off after \(offset) bytes"
    case .corrupt: "the \(format) stream is corrupt, at or before byte \(offset)"
    case .trailingBytes: "something else follows the \(format) stream, at or before byte \(offset)"
    case .windowTooLarge:
      "the \(format) stream needs a window of more than "
        + "\(1 << (ZstdStream.largestWindow - 20)) MiB; that is refused"
    case .outOfMemory: "there is no memory for the \(format) stream"
    }
  }
}

/// The formats that are recognised by their first bytes.
package enum CompressionFormat: String, Hashable, Sendable, CustomStringConvertible {
  case gzip, zstd

  package var description: String { rawValue }

  /// The number of bytes that tell the format.
  static let magicLength = 4

  /// Finds the format of a file; nil: it is not compressed. If there are fewer bytes than
  /// ``magicLength`` they must be the whole file.
  package init?(magic bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippable(bytes) {
      self = .zstd
    } else {
      return nil
    }
  }

  /// A frame of zstd that holds no content but may come first (RFC 8878, 3.1.2).
  private static func isSkippable(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    return first & 0xF0 == 0x50 && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }
}
