import Findings
import Traces

/// Puts the text of the lines that findings name into the findings, by reading the trace again.
enum LineTexts {
  /// Reads the trace once more, in memory bounded by the lines that are named.
  /// - Parameters:
  ///   - reading: The settings with which the trace was read; they decide what its lines are.
  ///   - context: The number of lines before and behind a finding that are wanted as well.
  ///   - most: The number of findings that get texts.
  static func add(
    to result: inout TraceResult, _ reading: TraceReading, around context: Int = 0,
    most: Int = .max
  ) throws(Failure) {
    let findings = result.findings.indices.prefix(most)
    var wanted = Set(findings.flatMap { result.findings[$0].lines(around: context) })
    guard let last = wanted.max() else { return }
    var input = try TraceInput(result.path)
    guard input.canBeReadAgain else {
      throw Failure(
        .wrongInput, "--show-lines reads the trace again: '\(result.path)' is no ordinary file")
    }
    var texts: [Int: String] = [:]
    var splitter = Splitter()
    var documents = DocumentLines(isLines: reading.mapping?.isOfLines ?? false)
    func take(_ line: Int, _ bytes: [UInt8]) {
      guard wanted.remove(line) != nil else { return }
      texts[line] = text(documents.isDocuments ? condensed(bytes) : bytes)
    }
    var isMore = true
    while isMore, splitter.line <= last {
      var pieces: [ArraySlice<UInt8>] = []
      isMore = try input.read { documents.feed($0) { pieces.append($0) } }
      if !isMore { documents.finish { pieces.append($0) } }
      for piece in pieces { splitter.feed(piece, take) }
    }
    splitter.finish(take)
    for index in findings {
      result.findings[index].texts = result.findings[index].lines(around: context).compactMap {
        line in
        texts[line].map { Finding.LineText(line: line, text: $0) }
      }
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let text = String(
      decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    return text.count > Finding.LineText.most
      ? text.prefix(Finding.LineText.most - 1) + "…" : text
  }

  /// A document on one line, without the blanks by which it was indented.
  private static func condensed(_ bytes: [UInt8]) -> [UInt8] {
    let blank = UInt8(ascii: " ")
    var result: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in bytes {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else {
        isInString = byte == UInt8(ascii: "\"")
        if byte == blank || byte == UInt8(ascii: "\t") {
          if result.last != blank, !result.isEmpty { result.append(blank) }
          continue
        }
      }
      result.append(byte)
    }
    while result.last == blank { result.removeLast() }
    return result
  }

  /// Cuts pieces of a file into lines; of a long line only the start is kept.
  private struct Splitter {
    /// The number of the present line, from 1.
    private(set) var line = 1
    private var bytes: [UInt8] = []
    private static let most = 16 * Finding.LineText.most

    mutating func feed(_ piece: ArraySlice<UInt8>, _ body: (Int, [UInt8]) -> Void) {
      var rest = piece
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        take(rest[..<end])
        finish(body)
        line += 1
        rest = rest[(end + 1)...]
      }
      take(rest)
    }

    mutating func finish(_ body: (Int, [UInt8]) -> Void) {
      body(line, bytes)
      bytes = []
    }

    private mutating func take(_ part: ArraySlice<UInt8>) {
      bytes += part.prefix(Self.most - bytes.count)
    }
  }
}

extension Finding {
  /// Returns the line of the finding with `context` lines before and behind it, and the lines that
  /// it refers to, in ascending order.
  fileprivate func lines(around context: Int) -> [Int] {
    let near = max(1, line - context)...(line + context)
    let others = because + (folded ?? []).map(\.line) + (undecidedBy.map { [$0] } ?? [])
    return Set(near).union(others).sorted()
  }
}
