import Basics

extension Rejection {
  /// Returns true if a text without a line end may be the beginning of a usable one, whose writer
  /// was interrupted.
  /// - Parameter offset: The place of its first byte.
  func isMissingTheEnd(of text: ArraySlice<UInt8>, at offset: Int) -> Bool {
    guard let reason = JSONError.Reason(rawValue: id) else {
      // A quote that is never closed takes in all rows behind it.
      return !text.contains(UInt8(ascii: "\n"))
    }
    let rest = text.dropFirst(self.offset - offset)
    switch reason {
    case .unexpectedEnd: return true
    case .expectedValue:
      return ["true", "false", "null"].contains { $0.utf8.starts(with: rest) }
    case .malformedNumber:
      return rest.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    case .malformedEscape, .unpairedSurrogate: return !rest.contains(UInt8(ascii: "\""))
    case .invalidUTF8: return rest.count < 4
    default: return false
    }
  }
}
