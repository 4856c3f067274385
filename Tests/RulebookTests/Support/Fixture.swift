import Diagnostics
import FoundationEssentials
import Testing

/// The rulebooks that the language was tried out with.
enum Fixture: String, CaseIterable, CustomTestStringConvertible {
  case myTaxiService = "MyTaxiService"
  case ridehail = "Ridehail"
  case citrus = "Citrus"

  var testDescription: String { rawValue }

  func bytes() throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appending(path: "Fixtures/\(rawValue).rulebook")))
  }

  func source() throws -> SourceText { SourceText(path: rawValue, bytes: try bytes()) }
}
