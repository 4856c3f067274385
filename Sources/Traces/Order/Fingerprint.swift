import Basics

/// Tells the contents of lines apart by 64 bits, under a key that the writer of a trace cannot
/// know. Unlike the hash values of the language it is the same in another process under the same
/// key.
struct Fingerprint: Sendable {
  let key: UInt64

  init(key: UInt64 = .random(in: .min ... .max)) { self.key = key }

  func of(_ line: TraceLine) -> UInt64 {
    var item = TraceReader.Item.line(line)
    return CheckpointCoder.bytes { try $0.code(&item) }.withUnsafeBytes { bytes in
      bytes.baseAddress.map { NameHasher(seed: key).word($0, bytes.count) } ?? key
    }
  }
}
