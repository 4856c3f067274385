import Basics

extension MapReader {
  mutating func object(_ json: JSONValue, _ what: String) -> [JSONValue.Member]? {
    if case .object(let members) = json.content { return members }
    report("not-an-object", "\(what) is an object, this is \(json.kindDescription)", at: json.span)
    return nil
  }

  mutating func array(_ json: JSONValue, _ what: String) -> [JSONValue]? {
    if case .array(let elements) = json.content { return elements }
    report("not-an-array", "\(what) is an array, this is \(json.kindDescription)", at: json.span)
    return nil
  }

  mutating func required(
    _ key: String, _ members: [JSONValue.Member], _ json: JSONValue
  ) -> JSONValue? {
    if let value = members[key] { return value }
    report(
      "missing-member", "this object has no member `\(key)`",
      at: SourceSpan(json.span.lower, json.span.lower + 1))
    return nil
  }

  mutating func type(_ members: [JSONValue.Member], of json: JSONValue) -> String? {
    guard let value = required("type", members, json) else { return nil }
    if case .string(let text) = value.content { return text }
    report("unknown-type", "a type is a string, this is \(value.kindDescription)", at: value.span)
    return nil
  }
}

extension [JSONValue.Member] {
  subscript(key: String) -> JSONValue? { first { $0.key == key }?.value }
}
