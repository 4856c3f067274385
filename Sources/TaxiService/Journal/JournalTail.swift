import Basics

/// The part of a journal that can be believed.
struct JournalTail {
  /// The whole lines with right checksums, up to the first that is not.
  let lines: [Range<Int>]
  /// The length of these lines in bytes.
  let length: Int

  /// - Throws: An error if the damage lies too far from the end to be the torn end of a last group.
  init(_ bytes: [UInt8]) throws(JournalError) {
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
      Self.isWhole(bytes[start..<end])
    {
      lines.append(start..<end)
      start = end + 1
    }
    self.lines = lines
    length = start
    guard bytes.count - start <= JournalFile.largestGroup else {
      throw JournalError("line \(lines.count + 1) is damaged, and it is not the last group's")
    }
  }

  private static let mark = Array(",\"crc\":\"".utf8)

  /// Returns true if a line ends with the checksum of the bytes before.
  static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    let start = line.endIndex - mark.count - 10
    guard start >= line.startIndex, line[start..<(start + mark.count)].elementsEqual(mark),
      line[(line.endIndex - 2)...].elementsEqual(Array("\"}".utf8))
    else { return false }
    let digits = String(decoding: line[(start + mark.count)..<(line.endIndex - 2)], as: UTF8.self)
    return digits == digits.lowercased()
      && UInt32(digits, radix: 16) == CRC32C.checksum(line[..<start])
  }
}
