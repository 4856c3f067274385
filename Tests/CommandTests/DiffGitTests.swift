import Foundation
import Testing

@Suite("medallion diff --git")
struct DiffGitTests {
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
  private static let looser = book.replacing("< most", with: "<= most")

  /// A repository with two rulebooks, committed as `main`.
  private func repository() throws -> Folder {
    let folder = try Folder()
    try git("init -q -b main && mkdir -p Models/Lift Models/Hoist", in: folder)
    for name in ["Lift", "Hoist"] {
      try folder.write("Models/\(name)/r.tsv", "id\tsource\tkind\trequirement\n")
      try folder.write("Models/\(name)/\(name).rulebook", Self.book)
    }
    try commit(folder)
    return folder
  }

  @discardableResult
  private func git(_ script: String, in folder: Folder) throws -> String {
    let settings =
      "GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_NAME=a "
      + "GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a"
    let result = try Tool.shell("export \(settings); git \(script)", in: folder)
    try #require(result.code == 0, "git \(script): \(result.output)")
    return result.output
  }

  private func commit(_ folder: Folder) throws {
    try git("add -A && git commit -q -m change", in: folder)
  }

  private func diff(_ folder: Folder, _ arguments: String...) throws -> Tool.Result {
    try Tool.run(["diff"] + arguments, in: folder)
  }

  @Test("Each rulebook that differs between two revisions is compared")
  func revisions() throws {
    let folder = try repository()
    try folder.write("Models/Lift/Lift.rulebook", Self.looser)
    try git("checkout -q -b other", in: folder)
    try commit(folder)
    let result = try diff(folder, "--git", "main..other")
    #expect(result.code == 1)
    #expect(
      result.output.hasPrefix(
        "main:Models/Lift/Lift.rulebook → other:Models/Lift/Lift.rulebook\n\n+ enter  newly-permitted"
      ))
    #expect(!result.output.contains("Hoist"))
    #expect(try diff(folder, "--git", "main..").code == 1)
    #expect(try diff(folder, "--git", "HEAD..main").output.contains("- enter"))
    #expect(try diff(folder, "--git", "main..other", "Models/Hoist/Hoist.rulebook").code == 0)
    let json = try diff(folder, "--git", "main..other", "--format", "json").output
    #expect(json.contains(#""schema" : "medallion.diff.git/1""#))
    #expect(json.contains(#""revision" : "other""#))
  }

  @Test("Three dots compare with where the revisions went apart")
  func apart() throws {
    let folder = try repository()
    try git("checkout -q -b other", in: folder)
    try folder.write("Models/Lift/Lift.rulebook", Self.looser)
    try commit(folder)
    try git("checkout -q main", in: folder)
    try folder.write("Models/Hoist/Hoist.rulebook", Self.looser)
    try commit(folder)
    #expect(try diff(folder, "--git", "main..other").output.contains("Hoist"))
    let result = try diff(folder, "--git", "main...other")
    #expect(result.code == 1)
    #expect(!result.output.contains("Hoist") && result.output.contains("+ enter"))
  }

  @Test("One revision is compared with the work tree, from any folder in it")
  func workTree() throws {
    let folder = try repository()
    let equal = try diff(folder, "--git", "HEAD")
    #expect(equal.code == 0)
    #expect(equal.output == "no rulebook differs between HEAD and the work tree\n")
    try folder.write("Models/Lift/Lift.rulebook", Self.looser)
    #expect(try diff(folder, "--git", "main").code == 1)
    let inside = try Tool.shell(
      "cd Models/Lift && medallion diff --git main Lift.rulebook", in: folder)
    #expect(inside.code == 1)
    #expect(inside.output.contains("main:Models/Lift/Lift.rulebook → Models/Lift/Lift.rulebook"))
  }

  @Test("A renamed file is followed; what is added or removed is told")
  func files() throws {
    let folder = try repository()
    try git("mv Models/Lift/Lift.rulebook Models/Lift/Elevator.rulebook", in: folder)
    try folder.write(
      "Models/Lift/Elevator.rulebook", Self.book.replacing("load: Int = 0", with: "load: Int = 1"))
    try commit(folder)
    let renamed = try diff(folder, "--git", "HEAD~1..HEAD", "Models/Lift/Elevator.rulebook")
    #expect(renamed.code == 1)
    #expect(renamed.output.contains("Lift.rulebook → HEAD:Models/Lift/Elevator.rulebook"))
    #expect(renamed.output.contains("~ Lift.load  start"))
    try folder.write(
      "Models/Lift/New.rulebook", "rulebook New\nrequirements \"r.tsv\"\nstate one: Bool = true\n")
    try git("rm -q Models/Hoist/Hoist.rulebook", in: folder)
    try commit(folder)
    let result = try diff(folder, "--git", "HEAD~1..HEAD")
    #expect(result.code == 1)
    #expect(
      result.output == "- Models/Hoist/Hoist.rulebook  rulebook removed\n"
        + "+ Models/Lift/New.rulebook  rulebook added\n")
    #expect(try diff(folder, "--git", "HEAD~1..HEAD", "--fail-on", "effect").code == 0)
  }

  @Test("What is accepted in one of several rulebooks is not called stale for the others")
  func accepted() throws {
    let folder = try repository()
    try folder.write("Models/Lift/Lift.rulebook", Self.looser)
    try folder.write(
      "Models/Hoist/Hoist.rulebook", Self.book.replacing("< most", with: "< most + 2"))
    let json = try diff(folder, "--git", "main", "--format", "json").output
    let digests = json.matches(
      of: /"sha256" : "([0-9a-f]{64})",\s+"state" : \[\s+\],\s+"status" : "different"/
    )
    .map { String($0.1) }
    try #require(Set(digests).count == 2)
    let entries = digests.map { digest in
      #"{"change": {"sha256": "\#(digest)", "event": "enter", "kind": "newly-permitted"}, "#
        + #""reason": "agreed"}"#
    }
    try folder.write(
      "accepted.json",
      #"{"schema": "medallion.accepted/1", "accepted": [\#(entries.joined(separator: ", "))]}"#)
    let result = try diff(folder, "--git", "main", "--accepted", "accepted.json")
    #expect(result.code == 0)
    #expect(result.errors.isEmpty, "\(result.errors)")
  }

  @Test(
    "What cannot be compared is one message and exit code 2",
    arguments: [
      (["--git", "mian..main"], "unknown revision 'mian'; did you mean 'main'?"),
      (["--git", "main..nothing"], "unknown revision 'nothing'"),
      (["--git=--output=x..main"], "unknown revision '--output=x'"),
      (["--git", "main..--all"], "unknown revision '--all'"),
      (["--git", ""], "expected BASE..HEAD"),
      (["--git", "main..main", "none.rulebook"], "there is no file 'none.rulebook'"),
      (["--git", "main..main", "--", "--output=x"], "there is no file '--output=x'"),
      (["--git", "main", "a", "b"], "two are given"),
      (["a"], "OLD NEW"),
    ])
  func mistakes(_ arguments: [String], _ message: String) throws {
    let folder = try repository()
    let result = try Tool.run(["diff"] + arguments, in: folder)
    #expect(result.code == 2)
    #expect(result.isExit)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try folder.names == [".git", "Models"])
  }

  @Test("A mistake in either revision is told with the revision, and never called equal")
  func mistakesOfRulebooks() throws {
    let folder = try repository()
    try folder.write("Models/Lift/Lift.rulebook", Self.book.replacing("+= 1", with: "+="))
    try commit(folder)
    let result = try diff(folder, "--git", "HEAD~1..HEAD")
    #expect(result.code == 2)
    #expect(result.errors.contains("HEAD:Models/Lift/Lift.rulebook:8:"))
    let sarif = try diff(folder, "--git", "HEAD~1..HEAD", "--format", "sarif").output
    #expect(sarif.contains(#""uri" : "Models/Lift/Lift.rulebook""#))
  }

  @Test("Without a repository, or without git, is exit code 2")
  func without() throws {
    let folder = try Folder()
    let outside = try Tool.run(["diff", "--git", "main"], in: folder)
    #expect(outside.code == 2)
    #expect(outside.errors.contains("there is no repository here: not a git repository"))
    let missing = try Tool.run(
      ["diff", "--git", "main"], in: folder, environment: ["PATH": "/nowhere"])
    #expect(missing.code == 2)
    #expect(missing.errors.contains("'git', which is not on the PATH"))
  }
}
