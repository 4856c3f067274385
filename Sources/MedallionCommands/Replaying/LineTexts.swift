internal import Findings

/// Puts the text of the lines that findings name into the findings, by reading the trace again.
enum LineTexts {
  /// Reads the trace once more, in memory bounded by the lines that are named.
  static func add(to result: inout TraceResult) throws(Failure) {
    var wanted = Set(result.findings.flatMap(\.namedLines))
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
    for index in result.findings.indices {
      result.findings[index].texts = result.findings[index].namedLines.compactMap { line in
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
  /// The line of the finding and those that it refers to, ascending.
  fileprivate var namedLines: [Int] {
    Set([line] + because + (folded ?? []).map(\.line) + (undecidedBy.map { [$0] } ?? [])).sorted()
  }
}
