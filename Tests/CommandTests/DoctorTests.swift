import Foundation
import Testing

@Suite("doctor, and the models that came with the program") struct DoctorTests {
  private func lines(
    _ script: String, in folder: Folder
  ) throws -> (code: Int32, [String: Substring]) {
    let result = try Tool.shell(script, in: folder)
    let lines = result.output.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
      return (String(words[1]), line)
    }
    return (result.code, Dictionary(lines) { first, _ in first })
  }

  @Test("Each line says that it is well, or what to do; what is only missing is no fault")
  func notes() throws {
    let folder = try Folder()
    let (code, lines) = try lines(
      """
      medallion=$(command -v medallion); mkdir bin
      XDG_CACHE_HOME= HOME= PATH=$PWD/bin exec "$medallion" doctor
      """, in: folder)
    #expect(code == 0)
    #expect(lines.count == 12)
    #expect(
      lines["medallion"]?.contains(/^ok +medallion +\d+\.\d+\.\d+, built with Swift 6\.\d/) == true)
    for library in ["z3", "zlib", "zstd"] {
      #expect(lines[library]?.contains(/^ok .*\d+\.\d+/) == true, "\(library)")
    }
    for (name, advice) in [
      ("solvers", "none; `certify` needs z3 or cvc5 on the PATH"),
      ("git", "none; `diff --git` needs it on the PATH"),
      ("models", "none; `check` needs --root FOLDER, and `init` writes such a folder"),
      ("schemas", "none; they are in Documentation/schemas of the sources"),
      ("cache", "none; `verify` keeps answers if XDG_CACHE_HOME or HOME is set"),
    ] {
      let line = try #require(lines[name])
      #expect(line.hasPrefix("note ") && line.hasSuffix(advice))
    }
  }

  @Test("Programs and folders are named where they are found")
  func found() throws {
    let folder = try Folder()
    let (code, lines) = try lines(
      """
      mkdir -p bin cache/medallion Documentation/schemas Models
      printf '#!/bin/sh\\necho Z3 version 9.8\\n' >bin/z3; chmod +x bin/z3
      head -c 5000 /dev/zero >cache/medallion/x.answers; touch Models/a.rulebook
      PATH=$PWD/bin:$PATH XDG_CACHE_HOME=$PWD/cache medallion doctor
      """, in: folder)
    #expect(code == 0)
    #expect(lines["solvers"]?.contains("/bin/z3 (Z3 version 9.8)") == true)
    #expect(lines["cache"]?.hasSuffix("/cache/medallion, 4 KiB") == true)
    #expect(lines["schemas"]?.hasSuffix("Documentation/schemas") == true)
    #expect(lines["models"]?.hasSuffix("1 rulebook in ./Models") == true)
  }

  @Test("A cache that cannot be written is a fault; so is little memory worth a note")
  func faults() throws {
    let folder = try Folder()
    let (code, lines) = try lines(
      "touch cache; ulimit -v 500000; XDG_CACHE_HOME=$PWD/cache exec medallion doctor", in: folder)
    #expect(code == 1)
    let cache = try #require(lines["cache"])
    #expect(cache.hasPrefix("wrong ") && cache.hasSuffix("set XDG_CACHE_HOME to another folder"))
    #expect(lines["memory"]?.contains(/^note .* 488 MiB; large rulebooks need/) == true)
  }

  @Test("The terminal is told as far as it changes what is shown")
  func terminal() throws {
    let folder = try Folder()
    func line(_ environment: [String: String]) throws -> String {
      let text = try Terminal.run(
        ["doctor"], columns: 117, in: folder, environment: environment
      ).text
      return try #require(text.split(separator: "\n").last.map(String.init))
    }
    #expect(try line(["LC_ALL": "C.UTF-8"]).hasSuffix("117 columns, colour"))
    #expect(
      try line(["LC_ALL": "C", "NO_COLOR": "1"])
        == "note  terminal    117 columns, no colour by NO_COLOR or TERM; "
        + "text is UTF-8 in any locale: set LANG=C.UTF-8")
  }

  @Test("Where there are no Models, check takes those that came with the program, and says so")
  func installed() throws {
    let folder = try Project.make()
    let result = try Tool.shell(
      """
      mkdir -p usr/bin usr/share/medallion empty
      cp "$(command -v medallion)" usr/bin && mv Models Traces usr/share/medallion
      cd empty && ../usr/bin/medallion check; ../usr/bin/medallion check --quiet
      ../usr/bin/medallion doctor | grep models; ../usr/bin/medallion check --root .
      mkdir Models; ../usr/bin/medallion check
      """, in: folder)
    let share = "\(folder.url.resolvingSymlinksInPath().path)/usr/share/medallion"
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "note: there is no folder Models here; \(share) is checked")
    #expect(result.output.contains("1 of 1 rulebook holds, 2 of 2 traces are as expected"))
    #expect(result.output.ranges(of: "note: ").count == 1)
    #expect(result.output.contains("1 rulebook in \(share)/Models"))
    #expect(
      lines.suffix(2)
        == Array(
          repeating: "error: no rulebook found under './Models': their names end with .rulebook",
          count: 2))
  }
}
