/// What zones are called in a journal: Z1, Z2 …, or as the map has it.
struct ZoneNames: Sendable {
  /// By zone: the name as JSON has it, with its quotation marks. Empty: zones are numbered.
  private let texts: [[UInt8]]
  private let zones: [[UInt8]: Int32]

  init(_ map: CityMap?) {
    texts = (map?.names ?? []).map(Self.quoted)
    var zones: [[UInt8]: Int32] = [:]
    for (zone, text) in texts.enumerated() { zones[text] = Int32(zone) }
    self.zones = zones
  }

  /// Whether zones are called by their numbers.
  var isNumbered: Bool { texts.isEmpty }

  /// nil: it is called by its number.
  func text(_ zone: Int) -> [UInt8]? { texts.indices.contains(zone) ? texts[zone] : nil }

  /// The zone whose name, with its quotation marks, this is.
  func zone(_ text: [UInt8]) -> Int32? { zones[text] }

  private static func quoted(_ name: String) -> [UInt8] {
    var text = [UInt8(ascii: "\"")]
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        text += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: text.append(byte)
      }
    }
    return text + [UInt8(ascii: "\"")]
  }
}
