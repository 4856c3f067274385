import Foundation
import Glibc
import Testing

/// The tool on a terminal of so many columns: what a person sees.
enum Terminal {
  /// - Parameter words: once they are shown, the process is interrupted as by Ctrl-C.
  static func run(
    _ arguments: [String], columns: UInt16, in folder: Folder, environment: [String: String] = [:],
    interruptedAt words: String? = nil
  ) throws -> (code: Int32, text: String) {
    var (outside, inside): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&outside, &inside, nil, nil, &size) == 0)
    let terminal = FileHandle(fileDescriptor: inside, closeOnDealloc: true)
    let process = Process()
    process.executableURL = try Tool.executable()
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = Tool.inherited
      .merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = terminal
    process.standardError = terminal
    // A shell that starts the tests in the background lets them, and what they start, ignore it.
    if words != nil { signal(SIGINT, SIG_DFL) }
    try process.run()
    try terminal.close()
    let text = read(outside) { text in
      guard let words, text.contains(words) else { return false }
      process.interrupt()
      return true
    }
    process.waitUntilExit()
    close(outside)
    return (process.terminationStatus, text.replacing("\r\n", with: "\n"))
  }

  /// Until nobody holds the other side any more; a terminal says that by an error.
  ///
  /// - Parameter watch: is asked about what was read so far, until it has seen enough.
  private static func read(_ descriptor: Int32, _ watch: (String) -> Bool) -> String {
    var bytes: [UInt8] = []
    var isWatching = true
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
      if isWatching, watch(String(decoding: bytes, as: UTF8.self)) { isWatching = false }
    }
  }
}
