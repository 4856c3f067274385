import Basics
import Findings
import Traces

/// The progress in replaying a trace, kept in a checkpoint.
struct TraceKeeping {
  private let path: String
  private var file: CheckpointFile
  var mark = TraceMark()

  /// Continues from the checkpoint, if there is one, and checks that one can be written.
  init(
    _ file: CheckpointFile, _ path: String, _ input: inout TraceInput,
    _ session: inout ReplaySession
  ) throws(Failure) {
    self.file = file
    self.path = path
    guard input.size != nil else {
      throw Failure(
        .wrongInput,
        "the trace '\(path)' is no ordinary file, and cannot be read again from "
          + "where an earlier replay was: --checkpoint needs one")
    }
    if var coder = try file.read() {
      var seal = TraceMark.Seal()
      do {
        try seal.code(with: &coder)
        try session.code(with: &coder)
        try coder.finish()
        try coder.require(seal.count == session.next.offset)
      } catch {
        throw file.damage
      }
      guard let mark = try input.advance(to: seal) else { throw isOther }
      self.mark = mark
    }
    Interruption.watch()
    // Until all known bytes are skipped the file keeps its later state.
    if !mark.isShort { try write(&session) }
  }

  /// Writes the checkpoint after a block if it is time, and ends the command if a signal came.
  mutating func check(
    _ session: inout ReplaySession, _ progress: ProgressLine?
  ) throws(Failure) {
    if mark.isOther { throw isOther }
    let isInterrupted = Interruption.isRequested
    if !mark.isShort, isInterrupted || file.isDue { try write(&session) }
    guard isInterrupted else { return }
    progress?.clear()
    Console.standardError.write(
      "interrupted behind line \(session.next.line - 1); the same command goes on from there\n")
    Interruption.end()
  }

  /// Writes the checkpoint at the end of the file: if the file grows, another replay continues from
  /// it.
  mutating func end(_ session: inout ReplaySession) throws(Failure) {
    if mark.isOther || mark.isShort { throw isOther }
    try write(&session)
  }

  private mutating func write(_ session: inout ReplaySession) throws(Failure) {
    var seal = mark.seal(before: session.unread)
    try file.write { coder in
      try seal.code(with: &coder)
      try session.code(with: &coder)
    }
  }

  private var isOther: Failure { file.isOther(path) }
}
