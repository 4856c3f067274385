import Basics
import Semantics

/// A trace with faults in it, the same ones for each seed.
struct Corruption {
  private var lines: [String]
  private var random: SplitMix64

  init(_ lines: [String], seed: UInt64) {
    self.lines = lines
    random = SplitMix64(seed: seed)
  }

  mutating func bytes(faults: Int) -> [UInt8] {
    for _ in 0..<faults where !lines.isEmpty { corrupt() }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func corrupt() {
    let position = random.below(lines.count)
    switch random.below(8) {
    case 0: lines.remove(at: position)
    case 1: lines.insert(lines[position], at: position)
    case 2: lines.swapAt(position, random.below(lines.count))
    case 3: delay(position)
    case 4: lines[position] = lines[position].replacingFirst(#""ok""#, with: #""refused""#)
    case 5: lines[position] = lines[position].replacingFirst(#""refused""#, with: #""ok""#)
    case 6: rename(position)
    default: damage(position)
    }
  }

  /// One byte is another one.
  private mutating func damage(_ position: Int) {
    var bytes = Array(lines[position].utf8)
    guard !bytes.isEmpty else { return }
    let marks = Array(#"0129"\{}[],:xTR é"#.utf8)
    bytes[random.below(bytes.count)] = marks[random.below(marks.count)]
    lines[position] = String(decoding: bytes, as: UTF8.self)
  }

  /// A digit of an instant, or of whatever has digits, is another one.
  private mutating func delay(_ position: Int) {
    var bytes = Array(lines[position].utf8)
    let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
    guard !digits.isEmpty else { return }
    bytes[digits[random.below(digits.count)]] = UInt8(0x30 + random.below(10))
    lines[position] = String(decoding: bytes, as: UTF8.self)
  }

  /// A text is one from another line.
  private mutating func rename(_ position: Int) {
    func texts(_ line: String) -> [Substring] { line.split(separator: "\"") }
    let others = texts(lines[random.below(lines.count)])
    var own = lines[position].split(separator: "\"", omittingEmptySubsequences: false)
    guard own.count > 4, !others.isEmpty else { return }
    own[1 + 2 * random.below((own.count - 1) / 2)] = others[random.below(others.count)]
    lines[position] = own.joined(separator: "\"")
  }
}

extension String {
  fileprivate func replacingFirst(_ text: String, with other: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
