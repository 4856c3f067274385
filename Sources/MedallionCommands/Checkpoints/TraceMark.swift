internal import Checkpoints
internal import Cryptography
internal import Rulebook

/// How far the content of a file was read, and by what it is known again: its first bytes and
/// those before that place.
struct TraceMark {
  fileprivate static let length = 4_096

  /// How many bytes of the content have passed, those included that were passed over.
  private(set) var count = 0
  private var first: [UInt8] = []
  private var latest: [UInt8] = []
  /// What is passed over: it was read before.
  private var goal: Seal?
  /// Whether what was passed over is something else than what was read before.
  private(set) var isOther = false

  /// What is said of so much of the content.
  struct Seal: Equatable {
    var count = 0
    var first = ""
    var latest = ""
    /// How many bytes `latest` is the digest of.
    var latestCount = 0

    /// How many bytes `first` is the digest of.
    var firstCount: Int { min(count, TraceMark.length) }
  }

  init() {}

  /// Passes over everything up to a seal.
  init(over seal: Seal) { if seal.count > 0 { goal = seal } }

  /// A mark at a seal, if these are the bytes of which it was made.
  init?(at seal: Seal, first: [UInt8], latest: [UInt8]) {
    (count, self.first, self.latest) = (seal.count, first, latest)
    guard self.seal(before: 0, latest.count) == seal else { return nil }
  }

  /// Whether what was read before has not passed to its end.
  var isShort: Bool { goal != nil }

  /// - Returns: What of the next bytes was not read before.
  mutating func pass(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let goal, !isOther else {
      if isOther { return [] }
      note(bytes)
      return bytes
    }
    let known = bytes.prefix(goal.count - count)
    note(known)
    guard count == goal.count else { return [] }
    isOther = seal(before: 0, goal.latestCount) != goal
    self.goal = nil
    return pass(bytes[known.endIndex...])
  }

  private mutating func note(_ bytes: ArraySlice<UInt8>) {
    count += bytes.count
    if first.count < Self.length { first += bytes.prefix(Self.length - first.count) }
    if bytes.count >= 2 * Self.length {
      latest = Array(bytes.suffix(2 * Self.length))
    } else {
      latest += bytes
      if latest.count > 4 * Self.length { latest.removeFirst(latest.count - 2 * Self.length) }
    }
  }

  /// Of everything that has passed but for the last bytes.
  func seal(before rest: Int, _ most: Int = length) -> Seal {
    let part = latest.dropLast(min(rest, latest.count)).suffix(most)
    return Seal(
      count: count - rest, first: Digest.sha256(first.prefix(count - rest)),
      latest: Digest.sha256(part), latestCount: part.count)
  }
}

extension TraceMark.Seal {
  func write(to writer: inout CheckpointWriter) {
    writer.write(count)
    writer.write(first)
    writer.write(latest)
    writer.write(latestCount)
  }

  init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    count = try reader.count()
    first = try reader.text()
    latest = try reader.text()
    latestCount = try reader.index(below: min(count, TraceMark.length) + 1)
  }
}
