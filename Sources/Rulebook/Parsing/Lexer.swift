import Basics

/// A lexer that turns the bytes of a file into tokens, in one pass. Every mistake is reported at
/// its place and the token then counts as correct, so that the parser need not report it again.
struct Lexer {
  struct Output {
    /// The tokens; the last has the kind `endOfFile`.
    let tokens: [Token]
    let diagnostics: [Diagnostic]
  }

  let bytes: [UInt8]
  let errorLimit: Int
  var position = 0
  var diagnostics: [Diagnostic] = []
  private var tokens: [Token] = []
  private var lineStart = 0
  private var isLineEmpty = true

  /// Returns the tokens of valid UTF-8; after `errorLimit` mistakes the rest is left unread.
  static func run(on bytes: [UInt8], errorLimit: Int) -> Output {
    var lexer = Lexer(bytes: bytes, errorLimit: errorLimit)
    lexer.run()
    return Output(tokens: lexer.tokens, diagnostics: lexer.diagnostics)
  }

  private init(bytes: [UInt8], errorLimit: Int) {
    self.bytes = bytes
    self.errorLimit = errorLimit
    tokens.reserveCapacity(bytes.count / 4 + 1)
  }

  private mutating func run() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      position = 3
      lineStart = 3
    }
    while let byte = byte(at: position), diagnostics.count < errorLimit {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        position += 1
      case UInt8(ascii: "\n"):
        position += 1
        lineStart = position
        isLineEmpty = true
      case UInt8(ascii: "\r") where self.byte(at: position + 1) == UInt8(ascii: "\n"):
        position += 1
      case UInt8(ascii: "/") where self.byte(at: position + 1) == UInt8(ascii: "/"):
        passText(until: nil)
      case UInt8(ascii: "\""): text()
      case UInt8(ascii: "["): citation()
      case _ where byte.isDigit: number()
      case _ where byte.beginsName: name()
      default: symbolOrOther()
      }
    }
    emit(.endOfFile, from: bytes.count)
  }

  func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Emits a token that reaches to the present position.
  mutating func emit(_ kind: Token.Kind, word: Word? = nil, from start: Int) {
    tokens.append(
      Token(
        kind, word: word, from: start, to: max(start, position), isFirstInLine: isLineEmpty,
        isInFirstColumn: start == lineStart))
    isLineEmpty = false
  }

  mutating func report(
    _ id: String, _ message: String, from start: Int, to end: Int, notes: [Diagnostic.Note] = []
  ) {
    guard diagnostics.count < errorLimit else { return }
    diagnostics.append(
      Diagnostic(id, .error, message, at: SourceSpan(start, end), notes: notes))
  }

  private mutating func number() {
    let start = position
    while let byte = byte(at: position), byte.isDigit { position += 1 }
    if Self.value(ofDigits: bytes[start..<position]) == nil {
      report(
        "number-too-large", "this number is too large, the largest is \(Int64.max)",
        from: start, to: position)
    }
    emit(.number, from: start)
    skipFraction(of: start)
  }

  /// Reports the fraction of `3.5`, which is read as `3`.
  private mutating func skipFraction(of start: Int) {
    guard byte(at: position) == UInt8(ascii: "."), byte(at: position + 1)?.isDigit == true else {
      return
    }
    position += 1
    while let byte = byte(at: position), byte.isDigit { position += 1 }
    report(
      "fraction", "numbers are whole; take a smaller unit, such as 1500ms or 90s", from: start,
      to: position)
  }

  /// Returns the value of decimal digits; nil if it does not fit.
  static func value(ofDigits digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(digit & 0x0F))
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  /// Reads a name. Letters beyond ASCII are reported once, and the name is then accepted.
  mutating func name() {
    let start = position
    var foreign: (scalar: Unicode.Scalar, offset: Int, length: Int)?
    while let byte = byte(at: position) {
      if byte.continuesName {
        position += 1
      } else if byte >= 0x80 {
        let (scalar, length) = Scalars.scalar(at: position, in: bytes)
        guard scalar.properties.isIDContinue else { break }
        if foreign == nil { foreign = (scalar, position, length) }
        position += length
      } else {
        break
      }
    }
    if let foreign {
      report(
        "unexpected-character",
        "names are made of the letters a to z, digits and `_`; found \(Self.named(foreign.scalar))",
        from: foreign.offset, to: foreign.offset + foreign.length)
    }
    let isShort = position - start <= Word.longestLength
    emit(
      .name,
      word: isShort
        ? Word(rawValue: String(decoding: bytes[start..<position], as: UTF8.self)) : nil,
      from: start)
  }
}
