import Basics

/// Features that have no identifier, and those of their properties that could be one.
struct PropertySurvey {
  private(set) var features: [(index: Int, span: SourceSpan)] = []
  private var values: [String: Set<[UInt8]>] = [:]
  /// The names of properties, in the order of the first feature.
  private var names: [String] = []

  mutating func add(_ index: Int, _ span: SourceSpan, _ properties: JSONValue?) {
    defer { features.append((index, span)) }
    guard case .object(let members)? = properties?.content else {
      names = []
      return
    }
    if features.isEmpty {
      names = members.map(\.key)
    }
    names.removeAll { name in
      guard let text = members[name].flatMap(Self.text) else { return true }
      return !values[name, default: []].insert(Array(text.utf8)).inserted
    }
  }

  /// The properties that each of the features has, with a different value in each.
  var uniqueProperties: [String] { names }

  private static func text(_ value: JSONValue) -> String? {
    switch value.content {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    default: nil
    }
  }
}
