import Basics

/// Writes JSON without white space.
struct JSONBuilder {
  private(set) var bytes: [UInt8] = []
  /// True if the next member or element needs a comma before it.
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

  /// Appends text that is JSON already.
  mutating func verbatim(_ json: String) { bytes.append(contentsOf: json.utf8) }

  mutating func string(_ text: String) { bytes.append(quoted: text) }

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
