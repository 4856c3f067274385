import Basics
import FoundationEssentials
import Rulebook
import Testing

/// The models that come with the tool.
enum Shipped {
  static let names = ["MyTaxiService", "RideHailing", "CitrusRental", "LocationSharing"]

  static func rules(_ name: String) throws -> Core.Rules {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "\(root)/Models/\(name)/\(name).rulebook"
    let bytes = try #require(FileManager.default.contents(atPath: path))
    let source = SourceText(path: path, text: String(decoding: bytes, as: UTF8.self))
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    return try #require(compilation.rules)
  }
}
