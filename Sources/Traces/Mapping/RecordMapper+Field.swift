import Basics
import Rulebook

extension RecordMapper {
  /// The result of looking up a field of a mapping in a record.
  enum Found {
    case absent
    case value(JSONValue, from: FieldPath)
    case skipped(String, from: FieldPath)
  }

  func read(_ field: Mapping.Field?, in record: Record) throws(InterpretationError) -> Found {
    guard let field else { return .absent }
    if let constant = field.constant {
      return .value(JSONValue(.string(constant), at: record.value.span), from: FieldPath([]))
    }
    for path in field.paths {
      guard let value = try reader.value(at: path, in: record) else { continue }
      guard let value = try joined(value, field, in: record) else { continue }
      let found = try translate(value, of: field, from: path)
      if case .absent = found { continue }
      return found
    }
    return .absent
  }

  /// A value with those that are joined to it; nil: one of these is not there.
  private func joined(
    _ value: JSONValue, _ field: Mapping.Field, in record: Record
  ) throws(InterpretationError) -> JSONValue? {
    if field.joined.isEmpty { return value }
    guard var text = value.scalarText else { return nil }
    for path in field.joined {
      guard let next = try reader.value(at: path, in: record)?.scalarText else { return nil }
      text += field.joint + next
    }
    return JSONValue(.string(text), at: value.span)
  }

  func translate(
    _ value: JSONValue, of field: Mapping.Field, from path: FieldPath
  ) throws(InterpretationError) -> Found {
    guard var text = value.scalarText else { return .value(value, from: path) }
    if let separator = field.separator, let rest = text.rest(behindLast: separator) { text = rest }
    switch field.translations[text] ?? field.otherwise {
    case .absent: return .absent
    case .skipped: return .skipped(text, from: path)
    case .text(let name): return .value(JSONValue(.string(name), at: value.span), from: path)
    case nil: break
    }
    if field.isJSON, case .string = value.content {
      return .value(try embedded(text, in: value, at: path), from: path)
    }
    if field.separator != nil {
      return .value(JSONValue(.string(text), at: value.span), from: path)
    }
    return .value(value, from: path)
  }

  /// The JSON that a text holds.
  private func embedded(
    _ text: String, in value: JSONValue, at path: FieldPath
  ) throws(InterpretationError) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(
        Array(text.utf8), offset: value.span.lower, mostValues: LineSplitter.mostValues)
    } catch {
      throw InterpretationError(
        .malformedEmbedding, at: value.span.lower,
        "`\(path)` must hold JSON: \(error.message)")
    }
  }
}

extension JSONValue {
  /// A string, number or truth value as text.
  var scalarText: String? {
    switch content {
    case .string(let text), .number(let text): text
    case .integer(let number): String(number)
    case .bool(let value): String(value)
    case .null, .array, .object: nil
    }
  }

  /// A number or truth value as a string; anything else as it is.
  var asString: JSONValue { scalarText.map { JSONValue(.string($0), at: span) } ?? self }
}

extension String {
  /// The rest behind the last occurrence of a text; nil: it does not occur. Texts are compared by
  /// their bytes.
  func rest(behindLast separator: String) -> String? {
    let (text, separator) = (utf8, separator.utf8)
    var start = text.endIndex
    while true {
      if text[start...].starts(with: separator) {
        return String(self[text.index(start, offsetBy: separator.count)...])
      }
      guard start > text.startIndex else { return nil }
      start = text.index(before: start)
    }
  }
}
