import Basics
import Findings

/// The counts of results already told about a trace that is being followed, and the rotations of
/// its file.
struct Told: Equatable {
  var findings = 0
  var rejected = 0
  /// The first line behind each rotation.
  var rotations: [Int] = []
  /// True if the file was rotated while it was not followed.
  var missedRotation = false
}

/// The progress in following a trace, kept in a checkpoint.
struct FollowKeeping {
  private let path: String
  private var file: CheckpointFile
  private var mark = TraceMark()
  /// The progress that was written last.
  private var latest: (offset: Int, told: Told)?

  /// Continues from the checkpoint, if there is one, and checks that one can be written.
  init(
    _ file: CheckpointFile, _ trace: inout FollowedTrace, _ session: inout ReplaySession,
    _ told: inout Told
  ) throws(Failure) {
    self.file = file
    path = trace.path
    guard trace.isFile else {
      throw Failure(
        .wrongInput,
        "the trace '\(path)' is no ordinary file, and cannot be read again from "
          + "where an earlier replay was: --checkpoint needs one")
    }
    if var coder = try file.read() {
      var (seal, identity) = (TraceMark.Seal(), FileIdentity())
      do {
        try Self.code(&seal, &identity, &session, &told, with: &coder)
        try coder.finish()
      } catch {
        throw file.damage
      }
      if trace.identity != identity { told.missedRotation = true }
      guard let mark = try trace.advance(to: seal, of: identity) else {
        throw file.isOther(path)
      }
      self.mark = mark
    }
    try write(trace, &session, told)
  }

  /// Bytes of the file were fed.
  mutating func note(_ bytes: ArraySlice<UInt8>) { _ = mark.pass(bytes) }

  /// Starts a new mark: the next bytes are of another file.
  mutating func beginFile() { mark = TraceMark() }

  /// Writes the checkpoint if it is time and something has changed. Call it once all findings so
  /// far are told.
  mutating func check(
    _ trace: borrowing FollowedTrace, _ session: inout ReplaySession, _ told: Told
  ) throws(Failure) {
    guard file.isDue, latest?.offset != session.offset || latest?.told != told else { return }
    try write(trace, &session, told)
  }

  mutating func write(
    _ trace: borrowing FollowedTrace, _ session: inout ReplaySession, _ told: Told
  ) throws(Failure) {
    guard var identity = trace.identity else { return }
    var (seal, known) = (mark.seal(before: session.unread), told)
    try file.write { try Self.code(&seal, &identity, &session, &known, with: &$0) }
    latest = (session.offset, told)
  }

  private static func code(
    _ seal: inout TraceMark.Seal, _ identity: inout FileIdentity, _ session: inout ReplaySession,
    _ told: inout Told, with coder: inout CheckpointCoder
  ) throws {
    try seal.code(with: &coder)
    try identity.code(with: &coder)
    try session.code(with: &coder)
    try told.code(with: &coder)
    try coder.require(
      told.findings <= session.findingCount && told.rejected <= session.rejected.count)
  }
}

extension Told {
  fileprivate mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&findings, &rejected, &rotations, &missedRotation)
  }

  /// The notes on rotations that are shown at the end.
  var notes: [String] {
    var notes: [String] = []
    if let first = rotations.first {
      let times = rotations.count == 1 ? "once" : "\(rotations.count) times"
      notes.append(
        "the file was rotated \(times), first before line \(first); lines are counted on")
    }
    if missedRotation {
      notes.append(
        "the file was rotated while nothing followed it; if more than once, lines are missing")
    }
    return notes
  }
}
