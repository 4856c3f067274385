import Foundation
import Testing

@Suite("The map of the code is true")
struct ArchitectureTests {
  private static let map = "Documentation/Architecture.md"

  /// What stands between backticks, outside of drawings; `+Suffix` behind the name before it.
  private static func names(in map: String = map) throws -> [String] {
    let prose = try Document.prose(of: map)
    let names = prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    var base = ""
    return names.map { name in
      if name.hasPrefix("+") { return base + name }
      base = String(last(name).prefix { $0 != "+" })
      return name
    }
  }

  /// What stands behind the last folder of a name.
  private static func last(_ name: String) -> String {
    name.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The names of all files and folders of the sources, tests, benchmarks and documents.
  private static func entries() -> [URL] {
    ["Sources", "Tests", "Benchmarks", "Documentation"].flatMap { folder in
      FileManager.default.enumerator(
        at: Tool.root.appending(path: folder), includingPropertiesForKeys: nil
      )
      .map { $0.compactMap { $0 as? URL } } ?? []
    }
  }

  @Test("What the rules about causes name is in the code")
  func causes() throws {
    let folders = ["/Sources/Replay/", "/Sources/Semantics/Machine/"].map { Tool.root.path + $0 }
    let files = Self.entries().filter { file in
      file.pathExtension == "swift" && folders.contains { file.path.hasPrefix($0) }
    }
    func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }
    let known = try files.reduce(
      into: Set(files.map { $0.deletingPathExtension().lastPathComponent })
    ) {
      let words = try Data(contentsOf: $1).split { !isLetter($0) }
      $0.formUnion(words.map { String(decoding: $0, as: UTF8.self) })
    }
    let names = try Self.names(in: "Documentation/Causes.md").filter { name in
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0 == "+" }
    }
    #expect(names.count > 30)
    #expect(names.filter { !known.contains($0) } == [])
  }

  @Test("Whatever it names is there")
  func named() throws {
    let files = Set(Self.entries().map { $0.deletingPathExtension().lastPathComponent })
    let names = try Self.names().map(Self.last).filter {
      $0.first?.isUppercase == true && $0 != "NAME"
        && $0.allSatisfy { $0.isLetter || $0 == "+" || $0.isNumber }
    }
    #expect(names.count > 30)
    #expect(names.filter { !files.contains($0) } == [], "\(Self.map): there are no such files")
    let paths = try Self.names().filter { $0.hasSuffix(".swift") && $0.contains("/") }
    #expect(!paths.isEmpty)
    let missing = paths.filter {
      !FileManager.default.fileExists(atPath: Tool.root.appending(path: $0).path)
    }
    #expect(missing == [], "\(Self.map): there are no such files")
  }

  @Test("Every target is named")
  func complete() throws {
    let names = Set(try Self.names())
    let targets = try FileManager.default.contentsOfDirectory(
      atPath: Tool.root.appending(path: "Sources").path)
    #expect(targets.count > 15)
    #expect(targets.filter { !names.contains($0) } == [], "\(Self.map) does not name these")
  }

  /// The folders of a replay, each layer with nothing but those before it.
  private static let layers = [
    ["Names", "World", "Lookahead"], ["Attribution"], ["Checking"], ["Alignment"],
  ]

  /// The checker is one type. So what is looked for are calls of its methods that only files of a
  /// higher layer declare.
  @Test("No layer of a replay calls a higher one")
  func layered() throws {
    var files: [(layer: Int, name: String, text: String)] = []
    for (layer, folders) in Self.layers.enumerated() {
      let paths = folders.map { Tool.root.path + "/Sources/Replay/\($0)/" }
      for file in Self.entries()
      where file.pathExtension == "swift" && paths.contains(where: file.path.hasPrefix) {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        files.append((layer, file.lastPathComponent, lines.joined(separator: "\n")))
      }
    }
    let own = files.filter { $0.text.contains(/(extension|struct) Judge\b/) }
    var declared: [Substring: Int] = [:]
    for file in own {
      for match in file.text.matches(of: /\n  (?:mutating )?func (\w+)/) {
        declared[match.1] = min(declared[match.1] ?? .max, file.layer)
      }
    }
    #expect(declared.count > 100)
    var upward: [String] = []
    for file in own {
      let hidden = Set(file.text.matches(of: /private (?:mutating )?func (\w+)/).map(\.1))
      for call in file.text.matches(of: /(?:^|[^\w.]|\bself\.)(\w+)\(/)
      where declared[call.1] ?? 0 > file.layer && !hidden.contains(call.1) {
        upward.append("\(file.name) calls \(call.1)")
      }
    }
    #expect(upward == [])
  }

  @Test("Every benchmark is named")
  func benchmarks() throws {
    let names = try Self.names(in: "Benchmarks/README.md")
    let folder = Tool.root.appending(path: "Benchmarks")
    let programs = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for program in programs where !program.hasDirectoryPath && program.pathExtension.isEmpty {
      #expect(names.contains(program.lastPathComponent))
    }
  }
}
