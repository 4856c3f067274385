import Basics
import Report
import Testing

/// Signatures and their envelopes.
@Suite struct EnvelopeTests {
  /// The key of RFC 8032, section 7.1, test 1.
  private static let pem = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
    -----END PRIVATE KEY-----

    """

  private func key() throws -> SigningKey { try SigningKey(pem: Array(Self.pem.utf8)) }

  @Test("The published signature of the empty message")
  func published() throws {
    let signature = try #require(try key().signature(of: []))
    #expect(
      signature.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        == "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac"
        + "c61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b")
    #expect(try key().verifyingKey.isValid(signature, of: []))
    #expect(try !key().verifyingKey.isValid(signature, of: [0]))
    #expect(try !key().verifyingKey.isValid(Array(signature.dropLast()), of: []))
  }

  @Test("What is signed is read back, and is signed")
  func envelope() throws {
    let key = try key()
    let payload = Array(#"{"a":"é"}"#.utf8)
    let envelope = try #require(Envelope(payload, by: key))
    let read = try Envelope(try envelope.bytes())
    #expect(read == envelope)
    #expect(read.content == payload)
    #expect(read.isSigned(by: key.verifyingKey))
    #expect(read.isNamed(key.verifyingKey))
    #expect(try read.bytes() == envelope.bytes())
  }

  @Test("Of every changed byte the envelope is no more, another text, or not signed")
  func changed() throws {
    let key = try key()
    let bytes = try #require(Envelope(Array(#"{"a":1}"#.utf8), by: key)).bytes()
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 7)
      guard let read = try? Envelope(changed) else { continue }
      let isSame = (try? read.bytes()) == changed
      #expect(
        !isSame || !read.isSigned(by: key.verifyingKey) || !read.isNamed(key.verifyingKey),
        "byte \(index)")
    }
  }

  @Test(
    "Keys that cannot be read are refused",
    arguments: ["", "no key", "-----BEGIN PRIVATE KEY-----"])
  func keys(_ text: String) {
    #expect(throws: KeyError.self) { try SigningKey(pem: Array(text.utf8)) }
    #expect(throws: KeyError.self) { try VerifyingKey(pem: Array(text.utf8)) }
  }
}
