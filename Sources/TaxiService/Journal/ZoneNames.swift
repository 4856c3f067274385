import Basics

/// The names of zones in a journal: Z1, Z2 …, or those of the map.
struct ZoneNames: Sendable {
  /// The names as JSON texts, with their quotation marks, by zone. Empty: zones are numbered.
  private let texts: [[UInt8]]
  private let zones: [[UInt8]: Int32]

  init(_ map: CityMap?) {
    texts = (map?.names ?? []).map { name in
      var text: [UInt8] = []
      text.append(quoted: name)
      return text
    }
    var zones: [[UInt8]: Int32] = [:]
    for (zone, text) in texts.enumerated() { zones[text] = Int32(zone) }
    self.zones = zones
  }

  /// True if zones are called by their numbers.
  var isNumbered: Bool { texts.isEmpty }

  /// Returns the name of a zone; nil: it is called by its number.
  func text(_ zone: Int) -> [UInt8]? { texts.indices.contains(zone) ? texts[zone] : nil }

  /// The zone whose name, with its quotation marks, this is.
  func zone(_ text: [UInt8]) -> Int32? { zones[text] }
}
