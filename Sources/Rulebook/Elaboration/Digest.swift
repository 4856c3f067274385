/// SHA-256 (FIPS 180-4), to name rulebooks and traces by their bytes, which may come in pieces. A
/// page of code instead of a cryptography library that would double the build: nothing here is
/// secret. O(bytes), in memory that does not grow.
public struct Digest: Sendable {
  private static let blockSize = 64

  private var hash: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// What is left of the pieces so far, less than a block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// Of no bytes yet.
  public init() {}

  /// The digest in lower-case hexadecimal, as `sha256sum` prints it.
  public static func sha256(_ bytes: some Collection<UInt8>) -> String {
    var digest = Digest()
    if bytes.withContiguousStorageIfAvailable({ digest.update(UnsafeRawBufferPointer($0)) }) == nil
    {
      Array(bytes).withUnsafeBytes { digest.update($0) }
    }
    return digest.text
  }

  /// Takes the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let missing = min(Self.blockSize - rest.count, bytes.count)
      rest += bytes[..<missing]
      bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
      guard rest.count == Self.blockSize else { return }
      let block = rest
      block.withUnsafeBytes { compress($0) }
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count >= Self.blockSize {
      compress(UnsafeRawBufferPointer(rebasing: bytes[..<Self.blockSize]))
      bytes = UnsafeRawBufferPointer(rebasing: bytes[Self.blockSize...])
    }
    rest += bytes
  }

  /// The digest of all bytes so far, in lower-case hexadecimal, as `sha256sum` prints it.
  public var text: String {
    var digest = self
    var padding: [UInt8] = [0x80]
    while (rest.count + padding.count) % Self.blockSize != 56 { padding.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: (count &* 8) >> UInt64(shift)))
    }
    padding.withUnsafeBytes { digest.update($0) }
    return digest.hash.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// - Parameter block: of 64 bytes.
  private mutating func compress(_ block: UnsafeRawBufferPointer) {
    func rotate(_ x: UInt32, _ count: UInt32) -> UInt32 { x >> count | x << (32 - count) }
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      for i in 0..<16 {
        let word = block.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
        schedule[i] = UInt32(bigEndian: word)
      }
      for i in 16..<64 {
        let (x, y) = (schedule[i - 15], schedule[i - 2])
        let small = rotate(x, 7) ^ rotate(x, 18) ^ x >> 3
        let large = rotate(y, 17) ^ rotate(y, 19) ^ y >> 10
        schedule[i] = schedule[i - 16] &+ small &+ schedule[i - 7] &+ large
      }
      Self.constants.withUnsafeBufferPointer { constants in
        for i in 0..<64 {
          let sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
          let choice = e & f ^ ~e & g
          let first = h &+ sumE &+ choice &+ constants[i] &+ schedule[i]
          let sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
          let majority = a & b ^ a & c ^ b & c
          (h, g, f, e) = (g, f, e, d &+ first)
          (d, c, b, a) = (c, b, a, first &+ sumA &+ majority)
        }
      }
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= value }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
    0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
    0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
    0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
