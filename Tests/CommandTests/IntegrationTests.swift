import Foundation
import Testing

/// The script for pull requests, with a `gh` that keeps comments in files.
@Suite("Integrations/ci")
struct IntegrationTests {
  private static let script = Tool.root.appending(path: "Integrations/ci/medallion-diff.sh").path
  private static let book = """
    rulebook Lift
    requirements "r.tsv"
    parameter most = 3
    entity Lift
      load: Int = 0
    event enter(lift: Lift) from rider
      require lift.load < most
      lift.load += 1

    """

  /// Comments are files `comments/ID`, of which the first line is who wrote it.
  private static let gh = #"""
    #!/bin/sh
    echo "$*" | tr '\n' ' ' >>calls
    echo >>calls
    [ ! -f refuse ] || exit 1
    case "$*" in
    *"--method POST repos/o/n/issues/7/comments -F body=@"*) id=99 ;;
    *"--method PATCH repos/o/n/issues/comments/"*) id=${5##*/} ;;
    "api --paginate repos/o/n/issues/7/comments"*)
      for file in comments/*; do
        [ -f "$file" ] || continue
        [ "$(sed -n 1p "$file")" = "$MEDALLION_COMMENT_AUTHOR" ] || continue
        case "$(sed -n 2p "$file")" in '<!-- medallion diff -->'*) basename "$file" ;; esac
      done
      exit 0 ;;
    *) exit 1 ;;
    esac
    for last; do :; done
    { echo "$MEDALLION_COMMENT_AUTHOR"; cat "${last#body=@}"; } >"comments/$id"
    """#

  /// A repository with a change on a branch, checked out.
  private func repository(_ change: (String) -> String) throws -> Folder {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\n")
    try folder.write("a.rulebook", Self.book)
    try run("git init -q -b main && \(Self.commit)", in: folder)
    try folder.write("a.rulebook", change(Self.book))
    try run("git checkout -q -b change && touch b && \(Self.commit)", in: folder)
    try run("mkdir bin comments", in: folder)
    try folder.write("bin/gh", Self.gh)
    try run("chmod +x bin/gh", in: folder)
    return folder
  }

  private static let commit =
    "git add -A && git -c user.name=a -c user.email=a commit -q -m change"

  private func run(_ script: String, in folder: Folder) throws {
    let result = try Tool.shell(script, in: folder)
    try #require(result.code == 0, "\(script): \(result.output)")
  }

  private func check(
    _ folder: Folder, _ options: String = "", range: String = "main...HEAD"
  ) throws -> Tool.Result {
    try Tool.shell(
      "PATH=\"$PWD/bin:$PATH\" MEDALLION_PULL_REQUEST=7 GITHUB_REPOSITORY=o/n "
        + "MEDALLION_SARIF=out.sarif GITHUB_STEP_SUMMARY=summary "
        + "exec '\(Self.script)' \(range) \(options)", in: folder)
  }

  private func comments(_ folder: Folder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "comments").path
    ).sorted()
  }

  private static let author = "github-actions[bot]"

  @Test("The difference is one comment, which is written anew, and the exit code")
  func sticky() throws {
    let folder = try repository { $0.replacing("< most", with: "<= most") }
    for _ in 0..<2 {
      let result = try check(folder)
      #expect(result.code == 1, "\(result.output)")
      #expect(try comments(folder) == ["99"])
    }
    let comment = try folder.read("comments/99")
    #expect(
      comment.hasPrefix(
        "\(Self.author)\n<!-- medallion diff -->\n### Rule changes: `a.rulebook`\n"))
    #expect(try folder.read("calls").split(separator: "\n").count == 4)
    #expect(try folder.read("out.sarif").contains("enter/newly-permitted"))
    #expect(try folder.read("summary").contains("| `+` | `enter` | newly-permitted"))
    #expect(try check(folder, "--fail-on effect").code == 0)
  }

  @Test("Comments of others are left as they are, also with our mark")
  func others() throws {
    let folder = try repository { $0.replacing("< most", with: "<= most") }
    try folder.write("comments/5", "somebody\n<!-- medallion diff -->\n")
    try folder.write("comments/6", "\(Self.author)\nwelcome\n")
    _ = try check(folder)
    #expect(try comments(folder) == ["5", "6", "99"])
    #expect(try folder.read("comments/5") == "somebody\n<!-- medallion diff -->\n")
  }

  @Test("Where no rulebook differs there is no comment, but an old one is corrected")
  func nothing() throws {
    let folder = try repository { $0 }
    #expect(try check(folder).code == 0)
    #expect(try comments(folder) == [])
    try folder.write("comments/8", "\(Self.author)\n<!-- medallion diff -->\nold\n")
    #expect(try check(folder).code == 0)
    #expect(try folder.read("comments/8").contains("No rulebook differs between"))
  }

  @Test("A mistake is exit code 2, and shown in the comment as it is")
  func mistake() throws {
    let folder = try repository { $0.replacing("+= 1", with: "+= ``` @everyone") }
    let result = try check(folder)
    #expect(result.code == 2)
    #expect(result.output.contains("a.rulebook:8:"))
    let lines = try folder.read("comments/99").split(separator: "\n").dropFirst(2)
    #expect(lines.first == "### Rule changes: the rulebooks cannot be compared (exit code 2)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") })
    #expect(try folder.read("out.sarif").contains(#""uri" : "a.rulebook""#))
  }

  @Test("Without the right to comment the exit code tells all the same")
  func refused() throws {
    let folder = try repository { $0.replacing("< most", with: "<= most") }
    try folder.write("refuse", "")
    let result = try check(folder)
    #expect(result.code == 1)
    #expect(result.output.contains("note: the comment cannot be written"))
  }

  @Test("A range or an option that is none is exit code 2")
  func wrong() throws {
    let folder = try repository { $0 }
    #expect(try check(folder, range: "mian...HEAD").code == 2)
    #expect(try check(folder, "--no-such-option").code == 2)
    #expect(try check(folder, range: "").code == 2)
  }

  @Test("The action gives its inputs to the script by the environment only")
  func action() throws {
    let text = try String(
      contentsOf: Tool.root.appending(path: "Integrations/ci/action.yml"), encoding: .utf8)
    let script = try #require(text.split(separator: "run: |\n").last)
    let run = script.prefix(upTo: try #require(script.firstRange(of: "    - if:")).lowerBound)
    #expect(run.contains("medallion-diff.sh"))
    #expect(!run.contains("${{"))
  }
}
