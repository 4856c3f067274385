import Basics
import Glibc

/// A standard stream: whether a person watches it, and writing to it whole.
struct Console: Sendable {
  let descriptor: Int32

  static let standardOutput = Console(descriptor: 1)
  static let standardError = Console(descriptor: 2)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// True if the output may hold sequences that style text or move the cursor.
  var takesControls: Bool { isTerminal && Self.variable("TERM") != "dumb" }

  /// Colour on a terminal, unless `NO_COLOR` is set to something (see no-color.org).
  var style: Style { Style(isColored: takesControls && Self.variable("NO_COLOR").isEmpty) }

  /// True if a build server runs this, as most of them tell: `CI` is set, and not to `false`.
  static var isUnderCI: Bool {
    let value = variable("CI")
    return !value.isEmpty && value != "false" && value != "0"
  }

  /// The value of a variable of the environment; empty if it is not set.
  static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }

  /// Columns of the terminal; none if it is no terminal.
  var width: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes all of the text.
  /// - Returns: False if it cannot be written (a closed pipe, a full disk).
  @discardableResult
  func write(_ text: String) -> Bool { writeFailure(text) == nil }

  /// Writes everything; nil, or why not: `No space left on device`.
  func writeFailure(_ text: String) -> String? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return String(cString: strerror(errno))
      }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
