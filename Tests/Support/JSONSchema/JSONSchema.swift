import Basics

/// A validator for the part of JSON Schema (2020-12) that the schemas of the project use. A keyword that
/// it does not know is a fault: nothing is passed over.
package struct JSONSchema {
  private let root: JSONValue

  /// - Parameter bytes: the text of a schema.
  package init(_ bytes: [UInt8]) throws { root = try JSONParser.parse(bytes[...]) }

  /// What is wrong with a document, with the path to it; empty: it is valid.
  package func faults(in bytes: [UInt8]) throws -> [String] {
    faults(try JSONParser.parse(bytes[...]), by: root, at: "")
  }

  private func faults(_ value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
    guard case .object(let keywords) = schema.content else { return ["\(path): no schema"] }
    return keywords.flatMap { faults(value, $0.key, $0.value, in: schema, at: path) }
  }

  private func faults(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, in schema: JSONValue,
    at path: String
  ) -> [String] {
    func fault(_ text: String, if isFault: Bool) -> [String] { isFault ? ["\(path): \(text)"] : [] }
    switch keyword {
    case "$schema", "title", "description", "$defs": return []
    case "$ref":
      guard let target = definition(argument) else { return ["\(path): unknown $ref"] }
      return faults(value, by: target, at: path)
    case "type": return fault("wrong type", if: !Self.isOf(argument, value))
    case "const": return fault("another value", if: value.content != argument.content)
    case "enum":
      let isOne = argument.elements.contains { $0.content == value.content }
      return fault("none of the values", if: !isOne)
    case "required":
      let names = value.members.map(\.key)
      return argument.elements.compactMap { element in
        guard case .string(let name) = element.content, !names.contains(name) else { return nil }
        return "\(path): lacks \(name)"
      }
    case "properties":
      return value.members.flatMap { member in
        argument.member(member.key).map {
          faults(member.value, by: $0, at: "\(path)/\(member.key)")
        }
          ?? []
      }
    case "additionalProperties":
      let known = schema.member("properties")?.members.map(\.key) ?? []
      return value.members.filter { !known.contains($0.key) }.flatMap { member in
        argument.content == .bool(false)
          ? ["\(path): has \(member.key)"]
          : faults(member.value, by: argument, at: "\(path)/\(member.key)")
      }
    case "items":
      return value.elements.enumerated().flatMap {
        faults($0.element, by: argument, at: "\(path)/\($0.offset)")
      }
    case "oneOf":
      let valid = argument.elements.count { faults(value, by: $0, at: path).isEmpty }
      return fault("\(valid) of oneOf are valid", if: valid != 1)
    default: return ["unknown keyword \(keyword)"]
    }
  }

  private func definition(_ reference: JSONValue) -> JSONValue? {
    guard case .string(let text) = reference.content, text.hasPrefix("#/$defs/") else { return nil }
    return root.member("$defs")?.member(String(text.dropFirst(8)))
  }

  private static func isOf(_ type: JSONValue, _ value: JSONValue) -> Bool {
    switch (type.content, value.content) {
    case (.string("object"), .object), (.string("array"), .array), (.string("string"), .string),
      (.string("boolean"), .bool), (.string("integer"), .integer), (.string("number"), .integer),
      (.string("number"), .number), (.string("null"), .null):
      true
    // Numbers beyond 64 bits with a sign.
    case (.string("integer"), .number(let text)): text.allSatisfy(\.isNumber)
    default: false
    }
  }
}

extension JSONValue {
  fileprivate var members: [Member] {
    if case .object(let members) = content { members } else { [] }
  }
  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = content { elements } else { [] }
  }

  fileprivate func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
}
