import Foundation
import Testing

@Suite("format")
struct FormatTests {
  private static let messy =
    "rulebook R requirements \"r.tsv\"\r\nentity  Lift load:Int=0 // now\n\n\nstate lit:Bool= true\n"
  private static let tidy = """
    rulebook R
    requirements "r.tsv"

    entity Lift
      load: Int = 0                                          // now

    state lit: Bool = true

    """
  private static let broken = "rulebook R\nrequirements \"r.tsv\"\ndefine d = (1\n"

  private func permissions(_ name: String, in folder: Folder) throws -> Int? {
    let path = folder.url.appending(path: name).path
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func setPermissions(_ mode: Int, _ name: String, in folder: Folder) throws {
    let path = folder.url.appending(path: name).path
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test("Rewrites a file and keeps its permissions")
  func rewrites() throws {
    let folder = try Folder()
    try folder.write("a.rulebook", Self.messy)
    try setPermissions(0o640, "a.rulebook", in: folder)
    let result = try Tool.run(["format", "a.rulebook"], in: folder)
    #expect(result.code == 0 && result.output == "" && result.errors == "")
    #expect(try folder.read("a.rulebook") == Self.tidy)
    #expect(try permissions("a.rulebook", in: folder) == 0o640)
    #expect(try folder.names == ["a.rulebook"])
  }

  @Test("Leaves a canonical file alone")
  func untouched() throws {
    let folder = try Folder()
    try folder.write("a.rulebook", Self.tidy)
    let path = folder.url.appending(path: "a.rulebook").path
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    #expect(try Tool.run(["format", "a.rulebook"], in: folder).code == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.modificationDate] as? Date == past)
  }

  @Test("Follows a link and leaves it a link")
  func link() throws {
    let folder = try Folder()
    try folder.write("a.rulebook", Self.messy)
    let link = folder.url.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.rulebook")
    #expect(try Tool.run(["format", "link"], in: folder).code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.rulebook")
    #expect(try folder.read("a.rulebook") == Self.tidy)
  }

  @Test("--check changes nothing and lists what is not canonical")
  func check() throws {
    let folder = try Folder()
    try folder.write("a.rulebook", Self.messy)
    try folder.write("b.rulebook", Self.tidy)
    let both = try Tool.run(["format", "--check", "b.rulebook", "a.rulebook"], in: folder)
    #expect(both.code == 1 && both.output == "a.rulebook\n" && both.errors == "")
    #expect(try folder.read("a.rulebook") == Self.messy)
    let tidy = try Tool.run(["format", "--check", "b.rulebook"], in: folder)
    #expect(tidy.code == 0 && tidy.output == "")
    let stream = try Tool.run(["format", "--check", "-"], in: folder, input: Self.messy)
    #expect(stream.code == 1 && stream.output == "-\n")
  }

  @Test("Standard input to standard output")
  func stream() throws {
    let folder = try Folder()
    for text in [Self.messy, Self.tidy] {
      let result = try Tool.run(["format", "-"], in: folder, input: text)
      #expect(result.code == 0 && result.output == Self.tidy && result.errors == "")
    }
    let result = try Tool.run(["format", "-"], in: folder, input: Self.broken)
    #expect(result.code == 2 && result.output == "")
    #expect(result.errors.hasPrefix("<standard input>:3:14: error: "))
  }

  @Test("A broken file stays as it was, the others are formatted")
  func syntaxError() throws {
    let folder = try Folder()
    try folder.write("a.rulebook", Self.broken)
    try folder.write("b.rulebook", Self.messy)
    let check = try Tool.run(["format", "--check", "a.rulebook", "b.rulebook"], in: folder)
    #expect(check.code == 2 && check.output == "b.rulebook\n")
    let result = try Tool.run(["format", "a.rulebook", "b.rulebook"], in: folder)
    #expect(result.code == 2 && result.output == "")
    #expect(result.errors.hasPrefix("a.rulebook:3:14: error: expected `)` to close the `(`"))
    #expect(result.errors.contains("  3 | define d = (1\n    |              ^"))
    #expect(try folder.read("a.rulebook") == Self.broken)
    #expect(try folder.read("b.rulebook") == Self.tidy)
  }

  @Test("A file that nobody may write")
  func writeProtected() throws {
    let folder = try Folder()
    try folder.write("a.rulebook", Self.messy)
    try setPermissions(0o444, "a.rulebook", in: folder)
    let result = try Tool.run(["format", "a.rulebook"], in: folder)
    #expect(result.code == 2 && result.output == "")
    #expect(
      result.errors == "error: cannot write the rulebook 'a.rulebook': it is write-protected\n")
    #expect(try folder.read("a.rulebook") == Self.messy)
    #expect(try folder.names == ["a.rulebook"])
    #expect(try Tool.run(["format", "--check", "a.rulebook"], in: folder).code == 1)
  }

  @Test("What is no file")
  func noFile() throws {
    let folder = try Folder()
    let missing = try Tool.run(["format", "gone"], in: folder)
    #expect(missing.code == 2 && missing.errors.contains("cannot read the rulebook 'gone'"))
    let directory = try Tool.run(["format", "."], in: folder)
    #expect(directory.code == 2 && directory.errors.contains("it is a folder"))
    #expect(try Tool.run(["format"], in: folder).code == 2)
    try folder.write("latin1", [0x72, 0xE9, 0x0A])
    let latin = try Tool.run(["format", "latin1"], in: folder)
    #expect(latin.code == 2 && latin.errors.contains("not valid UTF-8"))
  }
}
