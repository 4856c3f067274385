import Glibc

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
    /// The program ended; the output holds at most ``mostOutput`` bytes of both channels.
    case ended(output: String)
    case outOfTime
    case failed(reason: String)
  }

  private static let mostOutput = 1 << 16

  /// Runs it to its end or until time is up, and then kills it.
  func run(_ arguments: [String], seconds: Int) -> Ending {
    switch output(of: arguments, most: Self.mostOutput, seconds: seconds, joinsErrors: true) {
    case .success(let output): .ended(output: String(decoding: output.bytes, as: UTF8.self))
    case .failure(.outOfTime): .outOfTime
    case .failure(.failed(let reason)): .failed(reason: reason)
    }
  }

  /// The result of a program that came to its end by itself.
  struct Output: Sendable {
    let code: Int32
    /// The bytes of standard output.
    let bytes: [UInt8]
    /// The text of standard error.
    let errors: String
  }

  enum Fault: Error, Equatable {
    case outOfTime
    case failed(reason: String)
  }

  /// Runs the program to its end, or kills it when time is up.
  /// - Parameters:
  ///   - most: The number of bytes of a channel that are kept; the rest is read and dropped.
  ///   - joinsErrors: True if standard error is part of the output.
  func output(
    of arguments: [String], most: Int, seconds: Int, joinsErrors: Bool = false
  ) -> Result<Output, Fault> {
    var (output, errors): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&output) == 0 else { return .failure(.failed(reason: Self.reason(errno))) }
    guard pipe(&errors) == 0 else {
      let reason = Self.reason(errno)
      for end in output { close(end) }
      return .failure(.failed(reason: reason))
    }
    let reading = [output[0], errors[0]]
    defer { for end in reading { close(end) } }
    let (process, code) = spawn(
      arguments, output: output[1], errors: joinsErrors ? output[1] : errors[1],
      unused: output + errors)
    close(output[1])
    close(errors[1])
    guard code == 0 else { return .failure(.failed(reason: Self.reason(code))) }
    let read = Self.read(reading, most: most, seconds: seconds)
    if read == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard let read else { return .failure(.outOfTime) }
    let signal = status & 0x7F
    guard signal == 0 else { return .failure(.failed(reason: "ended by signal \(signal)")) }
    return .success(
      Output(
        code: status >> 8 & 0xFF, bytes: read[0], errors: String(decoding: read[1], as: UTF8.self)))
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  private func spawn(
    _ arguments: [String], output: Int32, errors: Int32, unused: [Int32]
  ) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    for end in unused where end > 2 { posix_spawn_file_actions_addclose(&actions, end) }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, words, environ)
    return (process, code)
  }

  /// Reads both to their ends; nil: time was up before.
  private static func read(_ ends: [Int32], most: Int, seconds: Int) -> [[UInt8]]? {
    let end = ContinuousClock.now + .seconds(seconds)
    var bytes: [[UInt8]] = ends.map { _ in [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var waiting = ends.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // A negative descriptor is not waited for.
    while waiting.contains(where: { $0.fd >= 0 }) {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return nil }
      let ready = poll(&waiting, nfds_t(waiting.count), Int32(min(left, 1_000).rounded(.up)))
      guard ready > 0 else { continue }
      for index in waiting.indices where waiting[index].fd >= 0 && waiting[index].revents != 0 {
        let count = buffer.withUnsafeMutableBytes {
          Glibc.read(waiting[index].fd, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { waiting[index].fd = -1 }
        if count > 0, bytes[index].count < most { bytes[index] += buffer[0..<count] }
      }
    }
    return bytes
  }
}
