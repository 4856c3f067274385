/// Instants as `2016-02-28T18:03:07.120Z`, most of which have their minute from the one before.
struct InstantScanner {
  private var minute: (UInt64, UInt64) = (0, 0)
  /// The instant at which that minute began.
  private var start: Int64 = 0

  /// nil: it has another form, which may be right as well.
  mutating func milliseconds(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard count == 20 || count == 24, text[count - 1] == UInt8(ascii: "Z") else { return nil }
    let raw = UnsafeRawPointer(text)
    let first = raw.loadUnaligned(as: UInt64.self)
    let second = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    if first != minute.0 || second != minute.1 {
      let text = String(
        decoding: UnsafeBufferPointer(start: text, count: 16), as: UTF8.self)
      guard let found = try? Timestamp.milliseconds(of: "\(text):00Z") else { return nil }
      (minute, start) = ((first, second), found)
    }
    guard text[16] == UInt8(ascii: ":"), let seconds = Self.number(text + 17, 2), seconds < 60
    else { return nil }
    if count == 20 { return start + seconds * 1000 }
    guard text[19] == UInt8(ascii: "."), let fraction = Self.number(text + 20, 3) else {
      return nil
    }
    return start + seconds * 1000 + fraction
  }

  private static func number(_ text: UnsafePointer<UInt8>, _ digits: Int) -> Int64? {
    var number: Int64 = 0
    for index in 0..<digits {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      number = number * 10 + Int64(digit)
    }
    return number
  }
}
