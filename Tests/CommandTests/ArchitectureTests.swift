import Foundation
import Testing

@Suite("The map of the code is true")
struct ArchitectureTests {
  private static let map = "Documentation/Architecture.md"

  /// What stands between backticks, outside of drawings.
  private static func names() throws -> [String] {
    let text = try String(contentsOf: Tool.root.appending(path: map), encoding: .utf8)
    let prose = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 0 }.map(\.element).joined()
    return prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
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

  @Test("Whatever it names is there")
  func named() throws {
    let files = Set(Self.entries().map { $0.deletingPathExtension().lastPathComponent })
    let names = try Self.names().filter {
      $0.first?.isUppercase == true && $0.allSatisfy { $0.isLetter || $0 == "+" || $0.isNumber }
    }
    #expect(names.count > 100)
    for name in names { #expect(files.contains(name), "\(Self.map): there is no `\(name)`") }
  }

  @Test("Every target, and every folder of sources, is named")
  func complete() throws {
    let names = try Self.names()
    let sources = Tool.root.appending(path: "Sources")
    for entry in Self.entries() where entry.path.hasPrefix(sources.path) {
      guard entry.hasDirectoryPath else { continue }
      let folder = entry.lastPathComponent
      #expect(
        names.contains { $0.split(separator: "/").contains(Substring(folder)) },
        "\(Self.map) does not name \(folder)")
    }
  }

  @Test("Every benchmark is named")
  func benchmarks() throws {
    let names = try Self.names()
    let folder = Tool.root.appending(path: "Benchmarks")
    let programs = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for program in programs where !program.hasDirectoryPath {
      #expect(names.contains("Benchmarks/\(program.lastPathComponent)"))
    }
  }
}
