import Basics
import FoundationEssentials

/// A signed text in a Dead Simple Signing Envelope (DSSE 1.0.2).
package struct Envelope: Codable, Sendable, Equatable {
  struct Signature: Codable, Sendable, Equatable {
    /// SHA-256 of the public key; it is a hint, and not signed.
    let keyid: String
    let sig: Data
  }

  /// The media type of in-toto statements.
  package static let payloadType = "application/vnd.in-toto+json"

  let payload: Data
  let payloadType: String
  let signatures: [Signature]

  /// Signs a payload. nil: libcrypto fails.
  package init?(_ payload: [UInt8], by key: SigningKey) {
    let encoded = Self.encoding(Self.payloadType, payload)
    guard let signature = key.signature(of: encoded) else { return nil }
    self.payload = Data(payload)
    payloadType = Self.payloadType
    signatures = [Signature(keyid: key.verifyingKey.id, sig: Data(signature))]
  }

  package init(_ bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(Envelope.self, from: Data(bytes))
  }

  /// The signed bytes.
  package var content: [UInt8] { Array(payload) }

  /// The envelope as the one text of JSON that says it, with a line end.
  package func bytes() throws -> [UInt8] {
    try CanonicalJSON.bytes(self) + [UInt8(ascii: "\n")]
  }

  /// True if the payload is a statement that the owner of the key signed.
  package func isSigned(by key: VerifyingKey) -> Bool {
    signatures.count == 1 && payloadType == Self.payloadType
      && signatures.allSatisfy {
        key.isValid(Array($0.sig), of: Self.encoding(payloadType, content))
      }
  }

  /// True if the hint names that key.
  package func isNamed(_ key: VerifyingKey) -> Bool { signatures.allSatisfy { $0.keyid == key.id } }

  /// Returns the pre-authentication encoding: the bytes that are signed.
  private static func encoding(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    Array("DSSEv1 \(type.utf8.count) \(type) \(payload.count) ".utf8) + payload
  }
}
