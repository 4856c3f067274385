import Basics
import Testing

@Suite("Lines and columns")
struct SourceTextTests {
  private func place(_ text: String, _ offset: Int) -> String {
    let source = SourceText(path: "f", text: text)
    return "\(source.line(at: offset)):\(source.column(at: offset))"
  }

  @Test(
    "Offsets become places",
    arguments: [
      ("", 0, "1:1"), ("", 9, "1:1"), ("abc", 0, "1:1"), ("abc", 3, "1:4"), ("abc", 99, "1:4"),
      ("a\nb", 1, "1:2"), ("a\nb", 2, "2:1"), ("a\n", 2, "2:1"), ("\n\n\n", 2, "3:1"),
      ("a\r\nbc", 3, "2:1"), ("a\r\nbc", 4, "2:2"),
      ("é1", 2, "1:2"), ("尺寸x", 6, "1:3"), ("🚕x", 4, "1:2"), ("e\u{301}x", 3, "1:3"),
    ])
  func places(text: String, offset: Int, expected: String) {
    #expect(place(text, offset) == expected)
  }

  @Test("Lines come without their ends, whichever these are")
  func lines() {
    let source = SourceText(path: "f", text: "a\r\n\r\nbé\n\rc\n")
    #expect((1...source.lineCount).map(source.text(ofLine:)) == ["a", "", "bé", "\rc", ""])
    #expect((1...6).map(source.start(ofLine:)) == [0, 3, 5, 9, 12, 12])
    #expect(source.text(ofLine: 0) == "")
    #expect(source.text(ofLine: 99) == "")
    #expect(SourceText(path: "f", text: "").lineCount == 1)
  }

  @Test("Spans")
  func spans() {
    let source = SourceText(path: "f", text: "one two")
    #expect(source.text(of: SourceSpan(4, 7)) == "two")
    #expect(source.text(of: SourceSpan(4, 99)) == "two")
    #expect(source.text(of: SourceSpan(50, 99)) == "")
    #expect(source.words(of: SourceSpan(2, 99)) == "e two")
    #expect(source.words(of: SourceSpan(50, 99)) == "")
    #expect(SourceSpan(5, 3) == SourceSpan(5, 5))
    #expect(SourceSpan(1, 2).joined(with: SourceSpan(7, 9)) == SourceSpan(1, 9))
    #expect(SourceSpan(1, 2) < SourceSpan(1, 3))
  }
}

@Suite("Words on one line")
struct WordsTests {
  @Test(
    "White space between words is one space, none is at the ends",
    arguments: [
      ("", ""), (" \t\r\n", ""), ("a", "a"), ("a b", "a b"), ("  a\r\n\t b\u{B}\u{C}c  ", "a b c"),
      ("für Zeit", "für Zeit"),
    ])
  func words(_ text: String, _ expected: String) {
    #expect(text.utf8.wordsOnOneLine == expected)
  }
}

@Suite("Text that is shown")
struct DisplayTests {
  @Test(
    "What would hide or reorder is escaped, all else is not",
    arguments: [
      ("plain ü 尺寸 🚕", "plain ü 尺寸 🚕"), ("\u{1B}[31m", "\\u{1B}[31m"),
      ("a\nb\tc\0", "a\\u{A}b\\u{9}c\\u{0}"), ("\u{7F}\u{9B}", "\\u{7F}\\u{9B}"),
      ("a\u{202E}b\u{2066}", "a\\u{202E}b\\u{2066}"),
      ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"),
      ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{E000}", "\\u{E000}"),
      ("\u{AD}", "\\u{AD}"), ("\u{E0041}", "\\u{E0041}"), ("", ""),
    ])
  func escaping(text: String, expected: String) { #expect(text.escapedForDisplay == expected) }

  @Test("Long text is cut, after escaping")
  func cutting() {
    #expect("abcdef".shortenedForDisplay(to: 6) == "abcdef")
    #expect("abcdefg".shortenedForDisplay(to: 6) == "abcde…")
    #expect("a\n\nb".shortenedForDisplay(to: 6) == "a\\u{A…")
    #expect(String(repeating: "x", count: 100).shortenedForDisplay().count == 60)
  }

  @Test(
    "The name that was probably meant",
    arguments: [
      ("zon", ["zone", "size"], "zone"), ("txai", ["taxi"], "taxi"), ("Taxi", ["taxi"], "taxi"),
      ("x", ["y"], "y"), ("x", ["long"], nil), ("speed", ["sped", "spend"], "sped"),
      ("queue", ["zone"], nil), ("zone", ["zone"], nil), ("", ["a"], "a"), ("a", [], nil),
      ("answerWindw", ["answerWindow", "answers"], "answerWindow"),
    ] as [(String, [String], String?)])
  func nearest(name: String, candidates: [String], expected: String?) {
    #expect(nearestName(to: name, among: candidates) == expected)
  }

  @Test("Very long names are compared by their beginnings")
  func longNames() {
    let long = String(repeating: "a", count: 100_000)
    #expect(nearestName(to: long + "b", among: [long]) == long)
  }

  @Test("Severities are ordered, and only errors stop the work")
  func severities() {
    #expect(Diagnostic.Severity.note < .warning && Diagnostic.Severity.warning < .error)
    let warning = Diagnostic("w", .warning, "m", at: nil)
    #expect(![warning].containsError)
    #expect([warning, Diagnostic("e", .error, "m", at: nil)].containsError)
  }
}
