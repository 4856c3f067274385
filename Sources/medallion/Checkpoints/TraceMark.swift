import Basics
import Rulebook

/// The number of bytes of a file that were read, and digests by which they are recognised: of the
/// first bytes and of the latest.
struct TraceMark {
  fileprivate static let length = 4_096

  /// The number of bytes that have passed, skipped ones included.
  private(set) var count = 0
  private var first: [UInt8] = []
  private var latest: [UInt8] = []
  /// The seal up to which bytes are skipped, because an earlier run has read them; nil: none are.
  private var goal: Seal?
  /// True if the skipped bytes are not those that the earlier run read.
  private(set) var isOther = false

  /// A description of the content up to a number of bytes.
  struct Seal: Equatable {
    var count = 0
    var first = ""
    var latest = ""
    /// The number of bytes that `latest` is the digest of.
    var latestCount = 0

    /// The number of bytes that `first` is the digest of.
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

  /// True if the bytes of the earlier run have not all passed yet.
  var isShort: Bool { goal != nil }

  /// Takes the next bytes.
  /// - Returns: The part of them that was not read before.
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

  /// Returns the seal of the bytes that have passed, without the last `rest` ones.
  func seal(before rest: Int, _ most: Int = length) -> Seal {
    let part = latest.dropLast(min(rest, latest.count)).suffix(most)
    return Seal(
      count: count - rest, first: Digest.sha256(first.prefix(count - rest)),
      latest: Digest.sha256(part), latestCount: part.count)
  }
}

extension TraceMark.Seal {
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&count, &first, &latest, &latestCount)
    try coder.require(latestCount <= min(count, TraceMark.length))
  }
}
