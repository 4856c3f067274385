internal import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that may come in pieces, by OpenSSL's libcrypto. O(bytes), in
/// constant memory.
package struct Digest: Sendable {
  private var context = SHA256_CTX()

  /// Creates the digest of no bytes.
  package init() { SHA256_Init(&context) }

  /// The digest in lower-case hexadecimal, as `sha256sum` prints it.
  package static func sha256(_ bytes: some Collection<UInt8>) -> String {
    var digest = Digest()
    if bytes.withContiguousStorageIfAvailable({ digest.update(UnsafeRawBufferPointer($0)) }) == nil
    {
      Array(bytes).withUnsafeBytes { digest.update($0) }
    }
    return digest.text
  }

  /// Takes the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&context, bytes.baseAddress, bytes.count)
  }

  /// The digest of all bytes so far, in lower-case hexadecimal, as `sha256sum` prints it.
  package var text: String { String(decoding: hexadecimal, as: UTF8.self) }

  /// The digest as 64 bytes of ASCII.
  package var hexadecimal: [UInt8] {
    var context = context
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.size) { bytes in
      SHA256_Final(bytes.baseAddress, &context)
      return [UInt8](unsafeUninitializedCapacity: 2 * Self.size) { digits, count in
        for (index, byte) in bytes.enumerated() {
          digits[2 * index] = Self.digit(byte >> 4)
          digits[2 * index + 1] = Self.digit(byte & 15)
        }
        count = 2 * Self.size
      }
    }
  }

  private static let size = 32

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
