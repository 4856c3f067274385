import Basics

extension Elaborator {
  /// Reports citations in comments: no check sees them there, but the author meant them to count.
  func checkComments() {
    guard let table else { return }
    let known = Set(table.requirements.map(\.id))
    for line in 1...source.lineCount {
      guard
        let (ids, span) = Self.citationInComment(
          of: source.bytes[source.start(ofLine: line)..<source.start(ofLine: line + 1)]),
        ids.allSatisfy(known.contains)
      else { continue }
      report(
        "citation-in-comment", .warning,
        "this citation is part of a comment and does not count; write it before the `//`", at: span)
    }
  }

  /// Returns the ids in the brackets that end a line's comment, with their places.
  private static func citationInComment(
    of line: ArraySlice<UInt8>
  ) -> (ids: [String], span: SourceSpan)? {
    guard let last = line.lastIndex(where: { !$0.isBlank }), line[last] == UInt8(ascii: "]"),
      let comment = startOfComment(in: line), comment < last,
      let first = line[comment...last].lastIndex(of: UInt8(ascii: "["))
    else { return nil }
    let ids = line[(first + 1)..<last].split { $0.isBlank || $0 == UInt8(ascii: ",") }
    guard !ids.isEmpty else { return nil }
    return (ids.map { String(decoding: $0, as: UTF8.self) }, SourceSpan(first, last + 1))
  }

  /// Returns the index at which `//` begins a comment, outside of a text in quotes.
  private static func startOfComment(in line: ArraySlice<UInt8>) -> Int? {
    var isInText = false
    for index in line.indices.dropLast() {
      if line[index] == UInt8(ascii: "\"") { isInText.toggle() }
      if !isInText, line[index] == UInt8(ascii: "/"), line[index + 1] == UInt8(ascii: "/") {
        return index
      }
    }
    return nil
  }
}

extension UInt8 {
  /// A blank, a tab or part of a line end.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
