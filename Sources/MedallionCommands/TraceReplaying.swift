internal import Diagnostics
internal import Findings
internal import Replay
internal import Rulebook
internal import Traces

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Replays one trace file block by block, in memory that does not grow with the file.
enum TraceReplaying {
  private static let blockSize = 1 << 20

  /// - Parameter path: a file, or `-` for standard input.
  static func replay(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions
  ) throws(Failure) -> TraceResult {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannotRead(path) }
    defer { if descriptor > 0 { close(descriptor) } }
    var reader = TraceReader(rules: rulebook.rules)
    var replayer = Replayer(
      rulebook.rules, path: path, source: rulebook.source, options: options)
    var block = [UInt8](repeating: 0, count: blockSize)
    while true {
      let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw cannotRead(path)
      }
      if count == 0 { break }
      for item in reader.feed(block[0..<count]) { replayer.take(item) }
    }
    for item in reader.finish() { replayer.take(item) }
    return replayer.finish()
  }

  private static func cannotRead(_ path: String) -> Failure {
    Failure(.wrongInput, "cannot read the trace '\(path)': \(String(cString: strerror(errno)))")
  }
}
