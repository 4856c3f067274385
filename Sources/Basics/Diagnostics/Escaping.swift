extension String {
  /// The text with everything escaped that could hide or reorder the text that a person sees:
  /// control characters, bidirectional controls, invisible format characters.
  ///
  /// All text from input passes through here before it is shown.
  package var escapedForDisplay: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.needsEscape {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// ``escapedForDisplay`` with its line ends kept: a text of several lines.
  package var linesEscapedForDisplay: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).escapedForDisplay
    }
    .joined(separator: "\n")
  }

  /// The text of JSON with the same meaning to every program, and without hidden content for
  /// people: characters that ``escapedForDisplay`` would escape are escaped as in JSON. Line ends
  /// and blanks stay.
  package var escapedInJSON: String {
    guard utf8.contains(where: { $0 >= 0x7F }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.value >= 0x7F, scalar.needsEscape {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text with characters replaced that have a meaning in XML. Characters that XML cannot hold
  /// at all, such as control characters, must be removed before: ``escapedForDisplay``.
  package var escapedForXML: String {
    guard utf8.contains(where: { "&<>\"".utf8.contains($0) }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// ``escapedForDisplay``, cut to `limit` characters with an ellipsis.
  package func shortenedForDisplay(to limit: Int = 60) -> String {
    if utf8.count <= limit, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    let escaped = prefix(limit + 1).description.escapedForDisplay
    return escaped.count <= limit ? escaped : escaped.prefix(limit - 1) + "…"
  }
}

extension Unicode.Scalar {
  /// True for control (C0, C1, DEL), format (bidirectional and zero-width), line and paragraph
  /// separators, private use and noncharacters: characters that a terminal would not show as
  /// themselves.
  var needsEscape: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      true
    default: false
    }
  }
}
