import Basics

/// An element of an XML document. The document is well formed for any text.
struct XMLElement {
  let name: String
  var attributes: [(name: String, value: String)]
  var children: [XMLElement] = []
  /// The text that is shown instead of children; line ends are kept.
  var text: String?

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], text: String? = nil) {
    self.name = name
    self.attributes = attributes
    self.text = text
  }

  /// The whole document, ended by a line end.
  var document: String {
    var result = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    write(to: &result, indent: "")
    return result
  }

  private func write(to result: inout String, indent: String) {
    result += "\(indent)<\(name)"
    for (name, value) in attributes {
      result += " \(name)=\"\(value.escapedForDisplay.escapedForXML)\""
    }
    if let text {
      result += ">"
      result += text.linesEscapedForDisplay.escapedForXML
      result += "</\(name)>\n"
    } else if children.isEmpty {
      result += "/>\n"
    } else {
      result += ">\n"
      for child in children { child.write(to: &result, indent: indent + "  ") }
      result += "\(indent)</\(name)>\n"
    }
  }
}
