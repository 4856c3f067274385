import Basics
import FoundationEssentials
import Rulebook
import Testing

/// What the project ships, as the tests of proofs see it.
enum Shipped {
  static let names = ["MyTaxiService", "RideHailing", "CitrusRental"]

  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  /// One rulebook of `Models`.
  ///
  /// - Parameter replacements: Texts that stand in it exactly once, and what stands for them.
  static func rules(
    _ name: String, replacing replacements: [Fault.Replacement] = [], settings: [String] = []
  ) throws -> Core.Rules {
    let path = "\(root)/Models/\(name)/\(name).rulebook"
    var text = String(decoding: try bytes(path), as: UTF8.self)
    for replacement in replacements {
      #expect(text.ranges(of: replacement.text).count == 1, "the place of the fault is not unique")
      text = text.replacing(replacement.text, with: replacement.by)
    }
    let source = SourceText(path: path, text: text)
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil,
      settings: settings.map { setting in
        let sides = setting.split(separator: "=", maxSplits: 1).map(String.init)
        return Compilation.Setting(name: sides[0], value: sides[1])
      })
    return try #require(compilation.rules)
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: path)))
  }

  /// A change to a shipped rulebook that puts one fault into it.
  struct Fault: Decodable, Sendable {
    struct Replacement: Decodable, Sendable {
      let text: String
      let by: String
    }

    let rulebook: String
    let fault: String
    let replace: [Replacement]
    /// The property that a run must break.
    let refuted: String
    /// What else is no longer proved; whatever is not named must stay so.
    let alsoLost: [String]
    let scope: String
    let set: [String]
    /// The seed of the random runs that find it; nil: the usual one.
    let seed: UInt64?
    /// The least number of steps of a run that breaks it in the scope.
    let steps: Int

    func rules() throws -> Core.Rules {
      try Shipped.rules(rulebook, replacing: replace, settings: set)
    }
  }

  /// By name, those of `Fixtures/refuted`.
  static let faults: [String] = {
    let folder = "\(root)/Tests/Fixtures/refuted"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  static func fault(_ name: String) throws -> Fault {
    let bytes = try bytes("\(root)/Tests/Fixtures/refuted/\(name).json")
    return try JSONDecoder().decode(Fault.self, from: Data(bytes))
  }
}
