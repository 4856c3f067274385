import Foundation
import Testing

@Suite("Links of the documentation lead somewhere")
struct LinkTests {
  /// All pages: of the root, and of the folders with documentation.
  static let pages: [String] = {
    let folders = ["Documentation", "Benchmarks", "Sources/Library", "Traces"]
    let inFolders = folders.flatMap { folder in
      let all = FileManager.default.enumerator(
        at: Tool.root.appending(path: folder), includingPropertiesForKeys: nil)
      return (all?.compactMap { $0 as? URL } ?? []).map(\.path)
        .map(relative)
    }
    let atRoot = (try? FileManager.default.contentsOfDirectory(atPath: Tool.root.path)) ?? []
    return (inFolders + atRoot).filter { $0.hasSuffix(".md") }.sorted()
  }()

  /// Returns a path from the root of the project on.
  private static func relative(_ path: String) -> String {
    String(path.dropFirst(Tool.root.path.count).drop { $0 == "/" })
  }

  /// The anchors of the headings of a page, as the web interfaces of repositories make them.
  private static func anchors(_ page: String) throws -> Set<String> {
    let headings = try Document.prose(of: page).split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let text = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        return String(
          text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
            .map { $0 == " " ? "-" : $0 })
      })
  }

  static func brokenLinks(of page: String, _ text: String) throws -> [String] {
    let folder = URL(filePath: page, relativeTo: Tool.root).deletingLastPathComponent()
    return try text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { link in
      if link.contains(":") { return false }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target =
        parts[0].isEmpty
        ? Tool.root.appending(path: page)
        : URL(filePath: String(parts[0]), relativeTo: folder).standardizedFileURL
      guard FileManager.default.fileExists(atPath: target.path) else { return true }
      guard parts.count == 2, target.pathExtension == "md" else { return false }
      return try !anchors(relative(target.path)).contains(String(parts[1]))
    }
  }

  @Test("Each page", arguments: pages) func page(_ name: String) throws {
    #expect(try Self.brokenLinks(of: name, Document.prose(of: name)) == [])
  }

  @Test("A link that leads nowhere is found") func broken() throws {
    #expect(Self.pages.count > 50)
    let text = """
      [a](README.md) [b](NOTHING.md) [c](CONTRIBUTING.md#versions)
      [d](CONTRIBUTING.md#no)
      """
    #expect(
      try Self.brokenLinks(of: "README.md", text) == ["NOTHING.md", "CONTRIBUTING.md#no"])
  }
}
