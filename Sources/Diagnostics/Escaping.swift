extension String {
  /// The text with everything escaped that could hide or reorder what a person sees:
  /// control characters, bidirectional controls, invisible format characters.
  ///
  /// Whatever comes from input passes through here before it is shown.
  public var escapedForDisplay: String {
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

  /// Without the characters that mean something in XML. What XML cannot hold at all, such as control
  /// characters, must be gone before: ``escapedForDisplay``.
  public var escapedForXML: String {
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
  public func shortenedForDisplay(to limit: Int = 60) -> String {
    let escaped = prefix(limit + 1).description.escapedForDisplay
    return escaped.count <= limit ? escaped : escaped.prefix(limit - 1) + "…"
  }
}

extension Unicode.Scalar {
  /// Control (C0, C1, DEL), format (bidirectional and zero-width), line and paragraph separators,
  /// private use and noncharacters: what a terminal would not show as itself.
  var needsEscape: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      true
    default: false
    }
  }
}
