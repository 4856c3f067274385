/// A reason why bytes are not JSON, with the place.
///
/// The message repeats no part of the text except a key of the outermost object, which is a word of
/// its format. It is not known yet which other parts are sensitive, and keys further in may be
/// names.
package struct JSONError: Error, Hashable, Sendable {
  /// The raw value is an identifier that survives rewording.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case unexpectedEnd = "json-unexpected-end"
    case expectedValue = "json-expected-value"
    case expectedKey = "json-expected-key"
    case expectedColon = "json-expected-colon"
    case expectedComma = "json-expected-comma"
    case trailingComma = "json-trailing-comma"
    case trailingGarbage = "json-trailing-garbage"
    case notFinite = "json-not-finite"
    case leadingZero = "json-leading-zero"
    case malformedNumber = "json-malformed-number"
    case hugeNumber = "json-huge-number"
    case controlCharacter = "json-control-character"
    case malformedEscape = "json-malformed-escape"
    case unpairedSurrogate = "json-unpaired-surrogate"
    case invalidUTF8 = "json-invalid-utf8"
    case byteOrderMark = "json-byte-order-mark"
    case duplicateKey = "json-duplicate-key"
    case tooDeep = "json-too-deep"
    case tooMany = "json-too-many"
  }

  /// The first fault of the text.
  package let reason: Reason
  /// The byte at which the text stops being JSON, counted as the parser was told to.
  package let offset: Int
  /// The key of the outermost object that occurs twice; nil: the fault is another one.
  package let key: String?

  package init(_ reason: Reason, at offset: Int, key: String? = nil) {
    self.reason = reason
    self.offset = offset
    self.key = key
  }

  /// The fault, for the user; apart from a key it is the same for every text with this fault.
  package var message: String {
    switch reason {
    case .unexpectedEnd: "the text ends in the middle of a JSON value"
    case .expectedValue: "expected a JSON value"
    case .expectedKey: "expected a key in double quotes"
    case .expectedColon: "expected `:` after a key"
    case .expectedComma: "expected `,` or the end of the array or object"
    case .trailingComma: "a comma with nothing after it"
    case .trailingGarbage: "more text after the end of the JSON value"
    case .notFinite: "JSON has no NaN and no infinity"
    case .leadingZero: "a number must not begin with a needless zero"
    case .malformedNumber: "a digit is missing in this number"
    case .hugeNumber: "this number is too large to be represented"
    case .controlCharacter: "a control character in a string must be written as an escape"
    case .malformedEscape: "no such escape in JSON"
    case .unpairedSurrogate: "half of a surrogate pair, without the other half"
    case .invalidUTF8: "this is not valid UTF-8"
    case .byteOrderMark: "a byte order mark is allowed only at the very start of a file"
    case .duplicateKey:
      (key.map { "the key `\($0.shortenedForDisplay())`" } ?? "this key")
        + " occurs twice in one object"
    case .tooDeep: "nested more than \(JSONParser.depthLimit) deep"
    case .tooMany: "here are more values than one text may have"
    }
  }
}
