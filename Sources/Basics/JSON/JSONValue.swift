/// A JSON value, with the bytes it was read from.
package struct JSONValue: Hashable, Sendable {
  /// The kind of the value, with its content.
  package enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits.
    case integer(Int64)
    /// A number that is no integer, as it was written.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text; no key occurs twice.
    case object([Member])
  }

  /// A member of an object, with the place of its key.
  package struct Member: Hashable, Sendable {
    /// The key with its escapes resolved.
    package let key: String
    /// The bytes of the key, quotes included.
    package let keySpan: SourceSpan
    package let value: JSONValue

    package init(key: String, keySpan: SourceSpan, value: JSONValue) {
      self.key = key
      self.keySpan = keySpan
      self.value = value
    }
  }

  /// The content with all values in it, each with its own place.
  package let content: Content
  /// The bytes of the value, without white space around it.
  package let span: SourceSpan

  package init(_ content: Content, at span: SourceSpan) {
    self.content = content
    self.span = span
  }
}

extension JSONValue {
  /// The kind of the value, as a part of a sentence. Never shows the value itself.
  package var kindDescription: String {
    switch content {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
