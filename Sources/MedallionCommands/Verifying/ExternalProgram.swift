internal import Glibc

/// A program of the machine's, run without a shell and never for longer than it may.
struct ExternalProgram: Sendable {
  let path: String

  /// The program of that name on the PATH; a name with a slash is a path.
  init?(_ name: String) {
    let candidates: [String]
    if name.contains("/") {
      candidates = [name]
    } else {
      let folders = getenv("PATH").map { String(cString: $0) } ?? ""
      candidates = folders.split(separator: ":").map { "\($0)/\(name)" }
    }
    guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else { return nil }
    path = found
  }

  enum Ending: Sendable, Equatable {
    /// With what it wrote to both channels, at most ``mostOutput`` bytes.
    case ended(output: String)
    case outOfTime
    case failed(reason: String)
  }

  private static let mostOutput = 1 << 16

  /// Runs it to its end or until time is up, and then kills it.
  func run(_ arguments: [String], seconds: Int) -> Ending {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return .failed(reason: String(cString: strerror(errno))) }
    defer { close(ends[0]) }
    let (process, code) = spawn(arguments, output: ends[1], unused: ends[0])
    close(ends[1])
    guard code == 0 else { return .failed(reason: String(cString: strerror(code))) }
    let (output, isInTime) = Self.read(ends[0], seconds: seconds)
    if !isInTime { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if !isInTime { return .outOfTime }
    let signal = status & 0x7F
    return signal == 0 ? .ended(output: output) : .failed(reason: "ended by signal \(signal)")
  }

  private func spawn(_ arguments: [String], output: Int32, unused: Int32) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    posix_spawn_file_actions_addclose(&actions, output)
    posix_spawn_file_actions_addclose(&actions, unused)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, words, environ)
    return (process, code)
  }

  /// Reads to the end, or until time is up.
  private static func read(_ descriptor: Int32, seconds: Int) -> (String, isInTime: Bool) {
    let end = ContinuousClock.now + .seconds(seconds)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return ("", false) }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(min(left, 1_000).rounded(.up)))
      guard ready > 0 else { continue }
      let count = buffer.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return (String(decoding: bytes, as: UTF8.self), true) }
      if bytes.count < mostOutput { bytes += buffer[0..<count] }
    }
  }
}
