internal import CCrypto

/// A reason why a key cannot be used. No text of the key is repeated.
package struct KeyError: Error, Sendable {
  /// A sentence part, for the user: `is no private key`.
  package let message: String

  init(_ message: String) { self.message = message }
}

/// A private Ed25519 key (RFC 8032), which signs.
package final class SigningKey {
  private let key: OpaquePointer

  /// Reads a private key.
  /// - Parameter pem: PKCS #8 in PEM, unencrypted, as `openssl genpkey -algorithm ed25519` writes
  ///   it.
  package init(pem: [UInt8]) throws(KeyError) {
    let what = "is no private key in PEM (PKCS #8, not encrypted)"
    key = try Keys.ed25519(pem, what) { PEM_read_bio_PrivateKey($0, nil, noPassword, nil) }
  }

  deinit { EVP_PKEY_free(key) }

  /// The key by which its signatures are verified.
  package var verifyingKey: VerifyingKey {
    EVP_PKEY_up_ref(key)
    return VerifyingKey(taking: key)
  }

  /// - Returns: 64 bytes; nil: libcrypto fails.
  package func signature(of message: [UInt8]) -> [UInt8]? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 64)
    var count = signature.count
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    else { return nil }
    return Array(signature.prefix(count))
  }
}

/// A public Ed25519 key, by which signatures are verified.
package final class VerifyingKey {
  private let key: OpaquePointer

  /// - Parameter pem: SubjectPublicKeyInfo in PEM, as `openssl pkey -pubout` writes it.
  package init(pem: [UInt8]) throws(KeyError) {
    key = try Keys.ed25519(pem, "is no public key in PEM") {
      PEM_read_bio_PUBKEY($0, nil, noPassword, nil)
    }
  }

  fileprivate init(taking key: OpaquePointer) { self.key = key }

  deinit { EVP_PKEY_free(key) }

  package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  /// SHA-256 of the key as SubjectPublicKeyInfo in DER, in hexadecimal.
  package var id: String {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = Int(i2d_PUBKEY(key, &bytes))
    defer { CRYPTO_free(bytes, nil, 0) }
    return Digest.sha256(UnsafeBufferPointer(start: bytes, count: max(0, count)))
  }
}

/// Refuses the password of an encrypted key: the user is never asked for it.
private func noPassword(
  _: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?
) -> Int32 { -1 }

private enum Keys {
  static func ed25519(
    _ pem: [UInt8], _ reason: String, _ read: (OpaquePointer) -> OpaquePointer?
  ) throws(KeyError) -> OpaquePointer {
    defer { ERR_clear_error() }
    guard let file = BIO_new_mem_buf(pem, Int32(clamping: pem.count)) else {
      throw KeyError(reason)
    }
    defer { BIO_free(file) }
    guard let key = read(file) else { throw KeyError(reason) }
    guard EVP_PKEY_get_id(key) == NID_ED25519 else {
      EVP_PKEY_free(key)
      throw KeyError("is no Ed25519 key")
    }
    return key
  }
}
