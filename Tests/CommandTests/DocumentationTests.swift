import Foundation
import Testing

@Suite("The documentation is what the tool does")
struct DocumentationTests {
  /// The pages of those folders, which a reader tries out from the root of the repository.
  static let names: [String] = {
    let pages = ["Documentation", "Documentation/Findings"].flatMap { folder in
      let path = Tool.root.appending(path: folder).path
      let found = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return found.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }
    return ["README.md"] + pages
  }()

  /// The pages to run: all, or those whose name contains `MEDALLION_PAGE`, for work on one page.
  static let chosen: [String] = {
    guard let part = ProcessInfo.processInfo.environment["MEDALLION_PAGE"] else { return names }
    let found = names.filter { $0.contains(part) }
    precondition(!found.isEmpty, "MEDALLION_PAGE: no page has \(part) in its name")
    return found
  }()

  /// A folder in which a reader at the root of the repository finds what they need.
  private func workplace() throws -> Folder {
    let folder = try Folder()
    for name in ["Models", "Traces"] {
      try FileManager.default.copyItem(
        at: Tool.root.appending(path: name), to: folder.url.appending(path: name))
    }
    let build = folder.url.appending(path: ".build/release")
    try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: build.appending(path: "medallion"), withDestinationURL: try Tool.executable())
    return folder
  }

  @Test("Each example runs, and says what is shown", arguments: chosen)
  func examples(name: String) throws {
    let text = try String(contentsOf: Tool.root.appending(path: name), encoding: .utf8)
    for problem in try Document(text).check(in: try workplace()) {
      Issue.record("\(name), \(problem)")
    }
  }

  @Test("The files with examples are found")
  func found() throws {
    #expect(Self.names.contains("Documentation/Rulebook.md"))
    #expect(Self.names.contains("Documentation/Findings/Rides.md"))
    let tour = try String(
      contentsOf: Tool.root.appending(path: "Documentation/RulebookTour.md"), encoding: .utf8)
    #expect(Document(tour).blocks.count { $0.kind == .console } > 10)
  }

  static let right = """
    ```tsv name=a.tsv
    one
    two
    ```
    ```diff name=sub/b.tsv from=a.tsv
     one
    -two
    +three
    ```
    ```rulebook in=sub/b.tsv
    three
    ```
    ```console
    $ cat sub/b.tsv; \\
      exit_code() { return 3; }; exit_code
    one
    th…e
    # exit 3
    $ cd sub
    $ seq 9; ls
    1
    …
    9
    b.tsv
    ```
    """

  @Test("A right text is found right")
  func rightText() throws {
    #expect(try Document(Self.right).check(in: try Folder()) == [])
  }

  @Test(
    "Each mistake of a text is found",
    arguments: [
      ("th…e", "th…x"), ("one\nth…e", "th…e"), ("# exit 3\n", ""), ("# exit 3", "# exit 1"),
      ("\n9\nb.tsv", "\n8\nb.tsv"), ("…\n9", "9"), ("9\nb.tsv\n", "9\n"), ("-two", "-too"),
      (" one\n", " one\n+one\n"), ("in=sub/b.tsv\nthree", "in=sub/b.tsv\nfour"),
      ("from=a.tsv", "from=c.tsv"), ("name=a.tsv", "nam=a.tsv"), ("```console", "```consol"),
      ("9\nb.tsv\n```", "9\nb.tsv\n"), ("$ cat sub", "cat sub"), ("one\ntwo", "one\none"),
      ("$ seq 9", "$ seq 9; false || no-such-command"),
    ])
  func wrongText(what: String, instead: String) throws {
    let wrong = Self.right.replacing(what, with: instead, maxReplacements: 1)
    #expect(wrong != Self.right)
    #expect(try !Document(wrong).check(in: try Folder()).isEmpty)
  }
}

@Suite("The table of diagnostics is complete")
struct DiagnosticTableTests {
  /// The first texts of calls that report, in the sources that read rulebooks.
  private func reported() throws -> Set<String> {
    var ids: Set<String> = []
    let folder = Tool.root.appending(path: "Sources/Rulebook")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for call in text.matches(of: /(?:report|fail|unexpected|Diagnostic)\(\s*"([a-z0-9-]+)",/) {
        ids.insert(String(call.1))
      }
    }
    return ids
  }

  @Test("Each id that can be reported has its line, and no other")
  func ids() throws {
    let text = try String(
      contentsOf: Tool.root.appending(path: "Documentation/Rulebook.md"), encoding: .utf8)
    let table = try #require(text.split(separator: "## Diagnostics").last)
    let listed = Set(table.matches(of: /\n\| `([a-z0-9-]+)` \|/).map { String($0.1) })
    let reported = try reported()
    #expect(reported.count > 80)
    #expect(reported.subtracting(listed).sorted() == [])
    // Told by the reader of traces, about the rulebook.
    #expect(listed.subtracting(reported).sorted() == ["reserved-in-traces"])
  }
}
