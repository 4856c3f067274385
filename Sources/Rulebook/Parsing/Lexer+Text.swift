import Basics

extension Lexer {
  /// Reads `"…"` on one line, without escapes.
  mutating func text() {
    let start = position
    position += 1
    passText(until: UInt8(ascii: "\""))
    if byte(at: position) == UInt8(ascii: "\"") {
      position += 1
    } else {
      report(
        "unclosed-string", "this string has no closing `\"` on its line", from: start, to: position)
    }
    emit(.text, from: start)
  }

  /// Reads to the closing byte or the end of the line, and reports invisible characters.
  mutating func passText(until closing: UInt8?) {
    while let byte = byte(at: position), byte != closing, byte != UInt8(ascii: "\n") {
      if byte >= 0x20, byte < 0x7F {
        position += 1
        continue
      }
      if isLineEnd(at: position) { return }
      let (scalar, length) = Scalars.scalar(at: position, in: bytes)
      if scalar.isHidden { reportHidden(scalar, length) }
      position += length
    }
  }

  private func isLineEnd(at offset: Int) -> Bool {
    byte(at: offset) == UInt8(ascii: "\r") && byte(at: offset + 1) == UInt8(ascii: "\n")
  }

  private mutating func reportHidden(_ scalar: Unicode.Scalar, _ length: Int) {
    report(
      "hidden-character",
      "\(Self.named(scalar)) would hide or reorder what a reader sees, and is not allowed anywhere",
      from: position, to: position + length)
  }

  /// Reads `[A1 G1.2]` on one line. Everything between the brackets counts as ids, even numbers and
  /// keywords.
  mutating func citation() {
    let start = position
    position += 1
    emit(.leftBracket, from: start)
    while let byte = byte(at: position), byte != UInt8(ascii: "\n"), !isLineEnd(at: position) {
      let tokenStart = position
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        position += 1
      case UInt8(ascii: "]"):
        position += 1
        return emit(.rightBracket, from: tokenStart)
      case UInt8(ascii: ","):
        position += 1
        emit(.comma, from: tokenStart)
      case _ where byte.continuesID:
        while let next = self.byte(at: position), next.continuesID { position += 1 }
        emit(.citation, from: tokenStart)
      case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "["):
        return closeCitation(openedAt: start)
      default:
        other()
      }
    }
    closeCitation(openedAt: start)
  }

  private mutating func closeCitation(openedAt start: Int) {
    report(
      "unclosed-citation", "this citation has no closing `]` on its line", from: start,
      to: start + 1)
    emit(.rightBracket, from: position)
  }

  mutating func symbolOrOther() {
    guard let (kind, length) = symbol(at: position) else { return other() }
    let start = position
    position += length
    emit(kind, from: start)
  }

  /// Reports bytes that belong to no token: a hidden character, a foreign name, or a run of others.
  private mutating func other() {
    let start = position
    let (scalar, length) = Scalars.scalar(at: position, in: bytes)
    if scalar.isHidden, scalar.value >= 0x80 || scalar == "\r" {
      reportHidden(scalar, length)
      position += length
      return
    }
    if scalar.value >= 0x80, scalar.properties.isIDStart { return name() }
    report(
      "unexpected-character", "\(Self.named(scalar)) means nothing here", from: start,
      to: start + length, notes: Self.hint(for: scalar).map { [Diagnostic.Note($0)] } ?? [])
    position += length
    if let closing = Self.closing(of: scalar) {
      passQuotation(until: closing)
    } else {
      while let byte = byte(at: position), beginsNothing(byte) {
        position += byte < 0x80 ? 1 : Scalars.scalar(at: position, in: bytes).length
      }
    }
    emit(.invalid, from: start)
  }

  /// Skips a text in wrong quotes, so that it is reported as one mistake, with any content.
  private mutating func passQuotation(until closing: [Unicode.Scalar]) {
    while let byte = byte(at: position), byte != UInt8(ascii: "\n"), !isLineEnd(at: position) {
      let (scalar, length) = Scalars.scalar(at: position, in: bytes)
      if scalar.isHidden { reportHidden(scalar, length) }
      position += length
      if closing.contains(scalar) { return }
    }
  }

  private static func closing(of quote: Unicode.Scalar) -> [Unicode.Scalar]? {
    switch quote {
    case "“", "„": ["”", "“"]
    case "«": ["»"]
    default: nil
    }
  }

  private func beginsNothing(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): false
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"): false
    case _ where byte.continuesName: false
    case 0x80...:
      {
        let scalar = Scalars.scalar(at: position, in: bytes).scalar
        return !scalar.isHidden && !scalar.properties.isIDStart
      }()
    default: symbol(at: position) == nil
    }
  }

  /// Returns a character for a message: itself if it is visible, and its number.
  static func named(_ scalar: Unicode.Scalar) -> String {
    let shown = String(scalar).escapedForDisplay
    if scalar.isASCII, shown == String(scalar) { return "`\(shown)`" }
    let number = "U+" + hexadecimal(scalar.value)
    return shown == String(scalar) ? "`\(shown)` (\(number))" : "the character \(shown)"
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns a hint at the sign that the author of this character probably wanted.
  private static func hint(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "“and” is written `and`"
    case ";": "lines and clauses need no `;`"
    case "#": "comments begin with `//`"
    case "'", "‘", "’", "“", "”", "„", "«", "»": "strings stand in straight double quotes, `\"`"
    case "≤": "“at most” is written `<=`"
    case "≥": "“at least” is written `>=`"
    case "≠": "“differs from” is written `is not`"
    case "–", "—", "−": "the minus sign is `-`"
    case "×", "·": "multiplication is written `*`"
    case "→": "the arrow is written `->`"
    case "…": "the dots of a range are three full stops, `...`"
    case "¬": "“not” is written `not`"
    case "\u{A0}", "\u{202F}", "\u{3000}": "this is a special space; use an ordinary one"
    default: nil
    }
  }
}
