import Foundation
import TestSupport
import Testing

/// Every document that the program writes has a schema, and is valid by it.
@Suite("Schemas") struct SchemaTests {
  private static let folder = Tool.root.appending(path: "Documentation/schemas")

  /// `medallion.replay.lines/2` is described by `replay-lines-2.schema.json`.
  private static func file(_ name: String) -> URL {
    let base = name.dropFirst("medallion.".count).replacing(/[.\/]/, with: "-")
    return folder.appending(path: "\(base).schema.json")
  }

  private static func schema(_ name: String) throws -> JSONSchema {
    try JSONSchema(Array(try Data(contentsOf: file(name))))
  }

  private func check(_ document: some Sequence<UInt8>, _ what: String) throws {
    let bytes = Array(document)
    let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let name = try #require(json?["schema"] as? String, "\(what)")
    let faults = try Self.schema(name).faults(in: bytes)
    #expect(faults == [], "\(what): \(name)")
  }

  @Test("Every format that the sources name has a schema, but those that are only read")
  func names() throws {
    let sources = FileManager.default.enumerator(
      at: Tool.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = sources?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /"(medallion\.[a-z.-]+\/[0-9]+)"/) {
        names.insert(String(match.1))
      }
    }
    names.remove("medallion.accepted/1")
    #expect(names.count > 15)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(
      Set(files.filter { $0.hasSuffix(".json") })
        == Set(names.map { Self.file($0).lastPathComponent }))
  }

  private static let commands = [
    "verify r.rulebook", "verify refuted.rulebook", "replay r.rulebook good bad rejected cut",
    "matrix r.rulebook", "explain r.rulebook", "explain r.rulebook enter", "mutate r.rulebook",
    "shards r.rulebook --by Lift", "diff r.rulebook refuted.rulebook",
    "diff r.rulebook refuted.rulebook --consequences --traces traces",
    "replay r.rulebook c.csv --mapping csv --explain-mapping",
    "bounds waits.rulebook", "bounds waits.rulebook --sweep patience=1min..5min/2min",
    "certify r.rulebook --solver ./solver",
    "dispatch --taxis 3 --passengers 5 --hours 1", "report r.rulebook good bad",
    "zones \(Tool.root.path)/Models/MyTaxiService/zones.geojson",
    "lockstep \(Tool.model("MyTaxiService")) --inputs 50", "check", "doctor",
  ]

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    try folder.writeBook(Book.refuted, name: "refuted.rulebook")
    let enter = #"{"at":1,"event":"enter","lift":"A"}"# + "\n"
    try folder.writeBook(BoundsTests.counter, name: "waits.rulebook")
    try folder.write("good", enter)
    try folder.write("bad", enter + enter + enter + enter + enter)
    try folder.write("rejected", enter + "x\n")
    try folder.write("cut", #"{"at":1,"event":"enter","lift":"A","seq":4}"# + "\n")
    try folder.write("c.csv", "at,event,lift\n1,enter,A\n2,entr,A\n")
    _ = try Tool.shell(
      """
      mkdir -p Models/R traces && cp r.rulebook r.tsv Models/R && cp bad traces/bad.jsonl
      printf '#!/bin/sh\\n[ "$1" = --version ] && echo honest 1 && exit\\necho unsat\\n' > solver
      chmod +x solver
      """, in: folder)
    return folder
  }

  @Test("What a command writes is valid", arguments: commands)
  func documents(_ command: String) throws {
    let folder = try folder()
    let result = try Tool.run(
      command.split(separator: " ").map(String.init) + ["--format", "json"], in: folder)
    #expect(result.isExit)
    try check(result.output.utf8, command)
  }

  @Test("Each line of JSON Lines is valid, and so is the manifest of an export")
  func others() throws {
    let folder = try folder()
    let lines = try Tool.run(
      ["replay", "r.rulebook", "good", "bad", "rejected", "--format", "jsonl"], in: folder)
    let schema = try Self.schema("medallion.replay.lines/2")
    for line in lines.output.split(separator: "\n") {
      #expect(try schema.faults(in: Array(line.utf8)) == [], "\(line)")
    }
    let git = try Tool.shell(
      "git init -q && git add . && git -c user.name=a -c user.email=a commit -q -m a && "
        + "cp refuted.rulebook r.rulebook && medallion diff --git HEAD --format json", in: folder)
    try check(git.output.utf8, "diff --git")
    let export = try Tool.run(["export", "r.rulebook", "--to", "smtlib", "-o", "e"], in: folder)
    #expect(export.code == 0, "\(export.errors)")
    try check(try folder.read("e/manifest.json").utf8, "export")
  }

  @Test("A schema refuses what it does not describe")
  func refuses() throws {
    let folder = try folder()
    let output = try Tool.run(["matrix", "r.rulebook", "--format", "json"], in: folder).output
    let schema = try Self.schema("medallion.matrix/1")
    for (text, other) in [
      (#""digest" :"#, #""digests" :"#), (#""rulebook" : "R""#, #""rulebook" : 3"#),
      ("medallion.matrix/1", "medallion.matrix/2"),
    ] {
      #expect(output.contains(text))
      #expect(try !schema.faults(in: Array(output.replacing(text, with: other).utf8)).isEmpty)
    }
  }
}
