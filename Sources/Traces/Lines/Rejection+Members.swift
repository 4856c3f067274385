extension Rejection {
  /// Returns the members of a rejected line that are certain: the strings of its own object, by
  /// their keys, and the keys of its other values with an empty text. Of a repeated key the first
  /// counts.
  ///
  /// A line of which nothing can be read, or that is in no object, has none. O(bytes).
  static func members(of bytes: ArraySlice<UInt8>) -> [String: String] {
    var members: [String: String] = [:]
    var depth = 0
    var key: String?
    var isValue = false
    var index = bytes.startIndex
    while index < bytes.endIndex, members.count < mostMembers {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        guard let end = end(ofStringAt: index, bytes) else { return members }
        let text = String(validating: bytes[(index + 1)..<end], as: UTF8.self)
        if depth == 1 {
          if isValue, let key, let text, members[key] == nil { members[key] = text }
          if !isValue { key = text }
        }
        index = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 1, isValue, let key, members[key] == nil { members[key] = "" }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":"): if depth == 1 { isValue = true }
      case UInt8(ascii: ","):
        if depth == 1 { (key, isValue) = (nil, false) }
      default: break
      }
      index += 1
    }
    return members
  }

  /// The largest number of members that are read: an event has no more arguments.
  private static let mostMembers = 64

  /// - Returns: The place of the closing quote; nil: there is none, or the text has escapes.
  private static func end(ofStringAt start: Int, _ bytes: ArraySlice<UInt8>) -> Int? {
    guard let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")),
      !bytes[start...end].contains(UInt8(ascii: "\\"))
    else { return nil }
    return end
  }
}
