import Basics
import FoundationEssentials
import Testing

/// The rulebooks that the project ships.
enum Fixture: String, CaseIterable, CustomTestStringConvertible {
  case myTaxiService = "MyTaxiService"
  case rideHailing = "RideHailing"
  case citrusRental = "CitrusRental"
  case locationSharing = "LocationSharing"

  var testDescription: String { rawValue }

  func bytes() throws -> [UInt8] {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let path = "Models/\(rawValue)/\(rawValue).rulebook"
    return [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  func source() throws -> SourceText { SourceText(path: rawValue, bytes: try bytes()) }
}
