import Basics

/// Changes to bytes and lines, from small to rude.
struct Damage {
  private static let pieces: [[UInt8]] = [
    "\"", "\\", "\\u0000", "[", "]", "[]", ".", ",", ":", "\n", "\r\n", "{", "}", "null", "true",
    "0",
    "-1", "-0", "00", "1.5", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "1e400", "\u{FEFF}", "\t", " ", "\u{202E}", "{}", "\"ok\"", "\"refused\"", "\"notified\":[]",
    "\"at\":0", "é", "x", "253402300799999",
  ].map { Array($0.utf8) }

  static func apply(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    for _ in 0..<random.below(6) + 1 {
      if bytes.isEmpty { bytes = Array("{}\n".utf8) }
      if random.below(3) == 0 { changeLines(&bytes, &random) } else { changeBytes(&bytes, &random) }
    }
  }

  private static func changeBytes(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = random.below(bytes.count)
    let end = min(bytes.count, place + random.below(16))
    switch random.below(7) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.below(bytes.count))
    case 2: bytes[place] = UInt8(random.below(256))
    case 3: bytes[place] ^= 1 << UInt8(random.below(8))
    case 4:
      // A digit another: times, numbers, names.
      if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
        bytes[digit] = UInt8(0x30 + random.below(10))
      }
    case 5: bytes.removeLast(random.below(min(bytes.count, 200)))
    default: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
    }
  }

  private static func changeLines(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    let (a, b) = (random.below(lines.count), random.below(lines.count))
    switch random.below(6) {
    case 0: lines.remove(at: a)
    case 1: lines.insert(lines[a], at: b)
    case 2: lines.swapAt(a, b)
    case 3: lines.insert(lines[a] + lines[b], at: a)
    case 4: lines = Array(lines[min(a, b)...])
    default:
      // Many times the same, with room for memory to grow.
      lines.insert(contentsOf: Array(repeating: lines[a], count: random.below(50)), at: b)
    }
    bytes = Array(lines.joined(separator: [10]))
  }
}
