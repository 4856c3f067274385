/// Writes JSON without white space.
struct JSONBuilder {
  private(set) var bytes: [UInt8] = []
  /// Whether the next member or element needs a comma before it.
  private var needsComma = false

  mutating func object(_ members: (inout JSONBuilder) -> Void) {
    open("{")
    members(&self)
    close("}")
  }

  mutating func member(_ key: String, _ value: (inout JSONBuilder) -> Void) {
    separate()
    string(key)
    bytes.append(UInt8(ascii: ":"))
    value(&self)
    needsComma = true
  }

  mutating func array<Element>(
    _ elements: [Element], _ value: (Element, inout JSONBuilder) -> Void
  ) {
    open("[")
    for element in elements {
      separate()
      value(element, &self)
      needsComma = true
    }
    close("]")
  }

  mutating func number(_ number: Int64) { verbatim(String(number)) }

  /// Appends what is JSON already.
  mutating func verbatim(_ json: String) { bytes.append(contentsOf: json.utf8) }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): verbatim("\\\"")
      case UInt8(ascii: "\\"): verbatim("\\\\")
      case UInt8(ascii: "\n"): verbatim("\\n")
      case UInt8(ascii: "\r"): verbatim("\\r")
      case UInt8(ascii: "\t"): verbatim("\\t")
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        verbatim("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }
}

extension JSONBuilder {
  mutating func value(_ json: JSONValue) {
    switch json.content {
    case .null: verbatim("null")
    case .bool(let value): verbatim(value ? "true" : "false")
    case .integer(let value): number(value)
    case .number(let text): verbatim(text)
    case .string(let text): string(text)
    case .array(let elements): array(elements) { $1.value($0) }
    case .object(let members):
      object { json in for member in members { json.member(member.key) { $0.value(member.value) } }
      }
    }
  }
}
