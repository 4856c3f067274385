import Basics
import Testing

@Suite("SHA-256")
struct DigestTests {
  /// The examples of FIPS 180-4.
  @Test(
    "The published examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func published(message: String, expected: String) {
    #expect(Digest.sha256(message.utf8) == expected)
  }

  /// The longest of NIST's list that is quick to compute.
  @Test("A million letters")
  func long() {
    published(
      message: String(repeating: "a", count: 1_000_000),
      expected: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("Pieces of any length")
  func pieces() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for size in [1, 3, 63, 64, 65, 200, 999] {
      var digest = Digest()
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { digest.update($0) }
        // To ask changes nothing.
        _ = digest.text
      }
      #expect(digest.text == Digest.sha256(bytes), "pieces of \(size)")
    }
  }

  @Test("Around the length of a block", arguments: [55, 56, 57, 63, 64, 65])
  func blocks(count: Int) {
    let known = [
      55: "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
      56: "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
      57: "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6",
      63: "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
      64: "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
      65: "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0",
    ]
    #expect(Digest.sha256([UInt8](repeating: 0x61, count: count)) == known[count])
  }
}
