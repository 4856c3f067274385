import Basics
import Findings

/// The file in which a replay keeps how far it is: written whole or not at all, and read only if
/// it is of the same circumstances.
struct CheckpointFile {
  private static let beginning = Array("medallion checkpoint ".utf8)
  /// The first bytes of a checkpoint, with the version of its content.
  private static let signature = beginning + Array("28\n".utf8)
  /// The share of time that writing may take: one part in this number.
  private static let share = 20

  let path: String
  private let pause: Duration
  private let circumstances: Circumstances
  private var due = ContinuousClock.now

  init(path: String, pause: Duration, circumstances: Circumstances) {
    self.path = path
    self.pause = pause
    self.circumstances = circumstances
  }

  /// True if it is time to write the checkpoint again.
  var isDue: Bool { ContinuousClock.now >= due }

  /// Returns a coder that reads the checkpoint's content; nil: there is no such file.
  func read() throws(Failure) -> CheckpointCoder? {
    guard Files.exists(path) else { return nil }
    try Files.requireOrdinary(path, what: "checkpoint")
    let bytes = try Files.read(path, limit: 1 << 40, what: "checkpoint")
    guard bytes.starts(with: Self.signature) else {
      if bytes.starts(with: Self.beginning), bytes.count > Self.signature.count {
        throw failure("is of another version of medallion")
      }
      // A user who named a file of another kind is not told to delete it.
      guard bytes.starts(with: Self.beginning) || Self.beginning.starts(with: bytes) else {
        throw Failure(.wrongInput, "'\(path)' is no checkpoint; nothing was replayed")
      }
      throw damage
    }
    let header = bytes[Self.signature.count...].prefix(4)
    let content = bytes.dropFirst(Self.signature.count + header.count)
    let sum = header.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard header.count == 4, CRC32C.checksum(content) == sum else { throw damage }
    var coder = CheckpointCoder(reading: bytes, from: content.startIndex)
    var others = Circumstances()
    do { try others.code(with: &coder) } catch { throw damage }
    let names = circumstances.differences(from: others)
    guard names.isEmpty else {
      throw failure("was made with another \(names.joined(separator: ", another "))")
    }
    return coder
  }

  /// The trace is not the one that was being replayed.
  func isOther(_ trace: String) -> Failure {
    failure("is of another trace than '\(trace)', or that was changed where it had been read")
  }

  /// An error: the content makes no sense.
  var damage: Failure { failure("is damaged") }

  private func failure(_ reason: String) -> Failure {
    Failure(
      .wrongInput,
      "the checkpoint '\(path)' \(reason); nothing was replayed: delete it to begin "
        + "anew, or name another one")
  }

  /// Writes the file anew.
  ///
  /// - Parameter body: Writes the content.
  mutating func write(_ body: (inout CheckpointCoder) throws -> Void) throws(Failure) {
    let start = ContinuousClock.now
    var circumstances = circumstances
    let content = CheckpointCoder.bytes { coder in
      try circumstances.code(with: &coder)
      try body(&coder)
    }
    let sum = CRC32C.checksum(content)
    let header = (0..<4).reversed().map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    try Files.save(Self.signature + header + content, to: path, what: "checkpoint")
    let end = ContinuousClock.now
    due = end + max(pause, (end - start) * (Self.share - 1))
  }
}
