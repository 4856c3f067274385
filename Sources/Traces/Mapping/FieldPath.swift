import Basics

/// The path of a value in a record: `data.taxi`, `"event.name"`, `^^resource.attributes`.
package struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  /// One step on the way.
  package enum Step: Hashable, Sendable {
    case member(String)
    /// An element of an array, counted from 0.
    case element(Int)
    /// The last element of an array.
    case last
    /// Each element of an array. Occurs in the path of the records of a line, or last in that of an
    /// event.
    case every
  }

  /// The number of lists to leave before the path begins: 1 leads to the value that holds the list
  /// of records.
  package let climbs: Int
  /// The steps of the path; none: the path is the record itself.
  package let steps: [Step]

  package init(climbs: Int = 0, _ steps: [Step]) {
    self.climbs = climbs
    self.steps = steps
  }

  /// The path as it is written in a mapping.
  package var description: String {
    var text = String(repeating: "^", count: climbs)
    if steps.isEmpty { return text + "." }
    for (index, step) in steps.enumerated() {
      switch step {
      case .member(let name):
        if index > 0 { text += "." }
        // At the beginning, `is` announces a constant.
        let isWord = !name.isEmpty && name.utf8.allSatisfy(\.isMappingWord) && name != "is"
        text += isWord ? name : MappingLine.quoted(name)
      case .element(let number): text += "[\(number)]"
      case .last: text += "[last]"
      case .every: text += "[]"
      }
    }
    return text
  }
}

extension UInt8 {
  /// True if the byte may be in a word of a mapping: names that loggers use need no quotes.
  var isMappingWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      true
    default: isDigit
    }
  }
}
