/// A token or a comment, found without the lexer that is under test.
struct Piece {
  enum Kind { case name, number, citation, quoted, comment, sign }

  let kind: Kind
  let text: String
  /// Line ends before it.
  let lineEnds: Int
  /// Bytes before it on its line.
  let column: Int
  var isComment: Bool { kind == .comment }

  static func pieces(of text: String) -> [Piece] {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var lineEnds = 0
    var (start, lineStart) = (0, 0)
    while start < bytes.count {
      switch bytes[start] {
      case UInt8(ascii: "\n"):
        lineEnds += 1
        start += 1
        lineStart = start
      case ...UInt8(ascii: " "):
        start += 1
      default:
        let (kind, end) = piece(bytes, from: start)
        var text = String(decoding: bytes[start..<end], as: UTF8.self)
        if kind == .comment { while text.last == " " || text.last == "\t" { text.removeLast() } }
        pieces.append(Piece(kind: kind, text: text, lineEnds: lineEnds, column: start - lineStart))
        lineEnds = 0
        start = end
      }
    }
    return pieces
  }

  private static func piece(_ bytes: [UInt8], from start: Int) -> (Kind, end: Int) {
    func end(_ goesOn: (UInt8) -> Bool) -> Int {
      bytes[(start + 1)...].firstIndex { !goesOn($0) } ?? bytes.count
    }
    func closed(by closing: UInt8) -> Int { min(bytes.count, end { $0 != closing } + 1) }
    switch bytes[start] {
    case UInt8(ascii: "\""): return (.quoted, closed(by: UInt8(ascii: "\"")))
    case UInt8(ascii: "["): return (.citation, closed(by: UInt8(ascii: "]")))
    case UInt8(ascii: "/") where bytes[start...].starts(with: "//".utf8):
      return (.comment, end { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    case let byte where isDigit(byte): return (.number, end(isDigit))
    case let byte where isLetter(byte): return (.name, end { isLetter($0) || isDigit($0) })
    default:
      let signs = ["...", "+=", "-=", "<=", ">=", "->"]
      let sign = signs.first { bytes[start...].starts(with: $0.utf8) }
      return (.sign, start + (sign?.utf8.count ?? 1))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
}
