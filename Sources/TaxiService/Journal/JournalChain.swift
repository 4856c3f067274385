import Basics

/// The end of a journal: the number of its last line and the digest of that line. The next line
/// carries the following number and the digest, so that a missing or altered line is noticed.
package struct JournalChain: Hashable, Sendable {
  /// The number of lines so far; the next one has the number behind it.
  var count: Int64 = 0
  /// SHA-256 of the last line without its end, as 64 bytes of ASCII; zeros where there is none.
  var digest = [UInt8](repeating: UInt8(ascii: "0"), count: 64)

  /// Creates the chain of a journal without lines.
  package init() {}

  /// - Parameter line: without its end.
  mutating func take(_ line: ArraySlice<UInt8>) {
    count += 1
    var digest = Digest()
    line.withUnsafeBytes { digest.update($0) }
    self.digest = digest.hexadecimal
  }
}
