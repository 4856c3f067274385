import Basics
import Findings
import Traces

/// Recognises a file that is no trace of the form in which it is read: more than half of its first
/// lines are rejected.
extension ReplaySession {
  /// The number of lines by which that is known.
  private static let formLines = 1_000
  /// The least number of rejected lines from which the form of a file is guessed.
  private static let fewestRejected = 10

  /// Throws once the first lines were read, if they are of another form.
  func checkForm() throws(Failure) {
    let read = next.line - 1
    if read >= Self.formLines { try checkForm(rejected, read: read) }
  }

  /// - Parameters:
  ///   - rejected: the rejected lines, ascending, at least those of the first lines.
  ///   - read: the number of lines that were read.
  func checkForm(_ rejected: [TraceResult.Rejection], read: Int) throws(Failure) {
    let read = min(read, Self.formLines)
    let first = rejected.prefix { $0.line <= read }
    let count = Set(first.map(\.line)).count
    guard count >= Self.fewestRejected, count * 2 > read, let example = first.first else { return }
    let hint = head.flatMap { FormHint.hint($0, rejected) }.map { "; \($0)" } ?? ""
    throw Failure(
      .wrongInput,
      "\(path):\(example.line): \(example.message); \(count) of the first \(read) lines of the trace "
        + "cannot be read: it has another form than it is read in" + hint)
  }
}
