internal import Findings

/// Puts the text of the lines that findings name into the findings, by reading the trace again.
enum LineTexts {
  /// Reads the trace once more, in memory bounded by the lines that are named.
  /// - Parameters:
  ///   - context: the number of lines before and behind a finding that are wanted as well.
  ///   - most: the number of findings that get texts.
  static func add(
    to result: inout TraceResult, around context: Int = 0, most: Int = .max
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
    var isMore = true
    while isMore, splitter.line <= last {
      isMore = try input.read { piece in
        splitter.feed(piece) { line, bytes in
          if wanted.remove(line) != nil { texts[line] = text(bytes) }
        }
      }
    }
    splitter.finish { line, bytes in
      if wanted.remove(line) != nil { texts[line] = text(bytes) }
    }
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

  /// Cuts pieces of a file into lines; of a long line only the start is kept.
  private struct Splitter {
    /// The number of the present line, from 1.
    private(set) var line = 1
    private var bytes: [UInt8] = []
    private static let most = 4 * Finding.LineText.most

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
  /// The line of the finding with so many before and behind it, and those that it refers to,
  /// ascending.
  fileprivate func lines(around context: Int) -> [Int] {
    let near = max(1, line - context)...(line + context)
    let others = because + (folded ?? []).map(\.line) + (undecidedBy.map { [$0] } ?? [])
    return Set(near).union(others).sorted()
  }
}
