import Basics
import Testing

@Suite("Rendered diagnostics")
struct RendererTests {
  private func render(_ text: String, _ diagnostics: Diagnostic..., colored: Bool = false) -> String
  {
    DiagnosticRenderer(
      source: SourceText(path: "a.rulebook", text: text), style: Style(isColored: colored)
    ).render(diagnostics)
  }

  private func error(_ lower: Int, _ upper: Int, notes: [Diagnostic.Note] = []) -> Diagnostic {
    Diagnostic("some-id", .error, "what is wrong", at: SourceSpan(lower, upper), notes: notes)
  }

  @Test("The place, the line and a caret under the words meant")
  func caret() {
    #expect(
      render("one\ntwo three\n", error(8, 13)) == """
        a.rulebook:2:5: error: what is wrong [some-id]
          2 | two three
            |     ^~~~~

        """)
  }

  @Test(
    "The caret stands right below",
    arguments: [
      ("\tx = y", 1, 2, " x = y", " ^"), ("a\tbc", 2, 4, "a bc", "  ^~"),
      ("尺寸 x", 7, 8, "尺寸 x", "     ^"), ("尺寸 x", 0, 6, "尺寸 x", "^~~~"),
      ("é x", 3, 4, "é x", "  ^"), ("e\u{301} x", 4, 5, "e\u{301} x", "  ^"),
      ("🚕 x", 5, 6, "🚕 x", "   ^"), ("ｘｙ", 3, 6, "ｘｙ", "  ^~"),
      ("a\u{202E}b", 4, 5, "a\\u{202E}b", "         ^"), ("a\u{1}b", 1, 2, "a\\u{1}b", " ^~~~~"),
      ("abc", 3, 3, "abc", "   ^"), ("abc", 1, 1, "abc", " ^"), ("", 0, 0, "", "^"),
      ("abc\r\nd", 1, 3, "abc", " ^~"),
    ])
  func wide(text: String, lower: Int, upper: Int, line: String, caret: String) {
    let lines = render(text, error(lower, upper)).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "  1 | \(line)")
    #expect(lines[2] == "    | \(caret)")
  }

  @Test("What goes on in the next line is marked to the end of the first")
  func severalLines() {
    #expect(
      render("ab cd\nef", error(3, 8)) == """
        a.rulebook:1:4: error: what is wrong [some-id]
          1 | ab cd
            |    ^~

        """)
  }

  @Test("A long line is cut around the place")
  func longLine() {
    let text = String(repeating: "a", count: 200) + "X" + String(repeating: "b", count: 200)
    let lines = render(text, error(200, 201)).split(separator: "\n").map(String.init)
    #expect(
      lines[1] == "  1 | …" + String(repeating: "a", count: 60) + "X"
        + String(repeating: "b", count: 59) + "…")
    #expect(lines[2] == "    | " + String(repeating: " ", count: 61) + "^")
    let end = render(text, error(401, 401)).split(separator: "\n").map(String.init)
    #expect(end[1] == "  1 | …" + String(repeating: "b", count: 60))
    #expect(end[2] == "    | " + String(repeating: " ", count: 61) + "^")
  }

  @Test("What is wrong with the whole text comes first, a closing note last")
  func placeless() {
    let text = render(
      "one two", Diagnostic("more", .note, "there are more", at: nil), error(4, 7),
      Diagnostic("all", .error, "all of it", at: nil))
    let messages = text.split(separator: "\n").filter { $0.hasPrefix("a.rulebook") }
    #expect(
      messages == [
        "a.rulebook: error: all of it [all]", "a.rulebook:1:5: error: what is wrong [some-id]",
        "a.rulebook: note: there are more [more]",
      ])
  }

  @Test("Notes, with and without a place")
  func notes() {
    let text = render(
      "one two", error(4, 7, notes: [.init("first here", at: SourceSpan(0, 3)), .init("so it is")]))
    #expect(
      text == """
        a.rulebook:1:5: error: what is wrong [some-id]
          1 | one two
            |     ^~~
        a.rulebook:1:1: note: first here
          1 | one two
            | ^~~
          note: so it is

        """)
  }

  @Test("Several, in the order of the text; of one place in the order given")
  func order() {
    let text = render(
      "one two", error(4, 7), Diagnostic("whole", .warning, "of the file", at: nil),
      Diagnostic("second", .note, "later", at: SourceSpan(4, 5)), error(0, 3))
    let heads = text.split(separator: "\n").filter { $0.hasPrefix("a.rulebook") }
    #expect(
      heads == [
        "a.rulebook: warning: of the file [whole]",
        "a.rulebook:1:1: error: what is wrong [some-id]",
        "a.rulebook:1:5: error: what is wrong [some-id]", "a.rulebook:1:5: note: later [second]",
      ])
  }

  @Test("Colour only when asked for, and no escape code from the input")
  func color() {
    let diagnostic = Diagnostic("i", .error, "bad \u{1B}[0m", at: SourceSpan(0, 1))
    #expect(!render("\u{1B}[31mx", diagnostic).contains("\u{1B}"))
    let colored = render("x", diagnostic, colored: true)
    #expect(colored.contains("\u{1B}[31;1merror: \u{1B}[0m"))
    #expect(colored.contains("bad \\u{1B}[0m"))
    #expect(Style.plain("x", .bold) == "x")
    #expect(Style(isColored: true)("", .bold) == "")
  }
}
