import Foundation
import Testing

@Suite("What is installed beside the program") struct PackagingTests {
  @Test("Each command has its manual page and is completed; models, traces and schemas are there")
  func share() throws {
    let folder = try Folder()
    let result = try Tool.shell(
      """
      '\(Tool.root.path)/Packaging/share' "$(command -v medallion)" share site-functions &&
      gunzip share/man/man1/*.gz && bash -n share/bash-completion/completions/medallion
      """, in: folder)
    #expect(result.code == 0 && result.output == "", "\(result.output)")
    let help = try Tool.run(["--help"], in: folder).output
    let commands = help.matches(of: /(?m)^  ([a-z]+)  +[A-Z]/).map { String($0.1) }
    #expect(commands.count > 20)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: folder.url.appending(path: "share/man/man1").path
      ).sorted() == (commands.map { "medallion-\($0).1" } + ["medallion.1"]).sorted())
    let root = try folder.read("share/man/man1/medallion.1")
    for command in commands { #expect(root.contains("medallion\\-\(command)\\fR(1)")) }
    let page = try folder.read("share/man/man1/medallion-verify.1")
    #expect(page.contains("\\fB\\-\\-scope\\fR \\fITaxi=2,Zone=1\\fR"))
    // No line is a macro by accident.
    let macros = page.matches(of: /(?m)^[.'](\S*)/).map { String($0.1) }
    #expect(Set(macros) == ["TH", "SH", "TP"])
    for file in [
      "bash-completion/completions/medallion", "zsh/site-functions/_medallion",
      "fish/vendor_completions.d/medallion.fish",
    ] {
      let text = try folder.read("share/\(file)")
      #expect(commands.allSatisfy(text.contains), "\(file)")
    }
    for file in [
      "Models/CitrusRental/CitrusRental.rulebook", "Traces/CitrusRental", "schemas/README.md",
    ] {
      let path = folder.url.appending(path: "share/medallion/\(file)").path
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }
}
