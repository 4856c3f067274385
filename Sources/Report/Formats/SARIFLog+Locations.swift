extension SARIFLog {
  struct ArtifactLocation: Encodable, Sendable {
    /// A relative reference for a relative path, else a `file` URI (RFC 3986, RFC 8089).
    let uri: String

    init(path: String) {
      if path == "-" {
        uri = "stdin"
      } else {
        uri = (path.hasPrefix("/") ? "file://" : "") + Self.encoded(path)
      }
    }

    private static func encoded(_ path: String) -> String {
      let digits = Array("0123456789ABCDEF")
      var result = ""
      for byte in path.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
          result.unicodeScalars.append(Unicode.Scalar(byte))
        default:
          result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
      }
      return result
    }
  }

  /// A number that is the same whenever the parts are (FNV-1a of 64 bits), in hexadecimal.
  static func fingerprint(_ parts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    let text = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
