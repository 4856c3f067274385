extension String {
  /// The text as a shell takes it for one word.
  var quotedForShell: String {
    let plain =
      !isEmpty
      && utf8.allSatisfy { byte in
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
          || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
          || "-_./=:,+@".utf8.contains(byte)
      }
    return plain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
