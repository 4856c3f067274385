import Foundation

/// The fenced blocks of one documentation file, each with what its info string says it is.
///
/// - `rulebook name=F`, and so `tsv`, `csv`, `jsonl`, `mapping`, is the file F;
/// - `diff name=F from=G` is the file F: G with these changes;
/// - `rulebook in=F` quotes lines of F;
/// - `console` shows commands and what they say;
/// - without a mark, or with `text`, a block is for readers only.
struct Document {
  struct Block {
    enum Kind: Equatable {
      case file(name: String)
      case change(name: String, of: String)
      case quotation(of: String)
      case console
      case other
    }

    let kind: Kind
    let lines: [String]
    /// The line of the fence that opens it, from 1.
    let line: Int
  }

  /// Returns the text of a page of the project without its fenced blocks.
  static func prose(of page: String) throws -> String {
    let text = try String(contentsOf: Tool.root.appending(path: page), encoding: .utf8)
    return text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 0 }.map(\.element).joined()
  }

  private(set) var blocks: [Block] = []
  /// What is wrong with the fences themselves.
  private(set) var problems: [String] = []

  init(_ text: String) {
    var open: (fence: Substring, info: String, lines: [String], line: Int)?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let block = open {
        if line == block.fence {
          add(block.info, block.lines, at: block.line)
          open = nil
        } else {
          open?.lines.append(String(line))
        }
      } else if line.hasPrefix("```") {
        let fence = line.prefix { $0 == "`" }
        open = (fence, String(line.dropFirst(fence.count)), [], index + 1)
      }
    }
    if let open { problems.append("line \(open.line): the block is not closed") }
  }

  private mutating func add(_ info: String, _ lines: [String], at line: Int) {
    let words = info.split(separator: " ").map(String.init)
    let marks = Dictionary(
      words.dropFirst().map { word in
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : "")
      }, uniquingKeysWith: { first, _ in first })
    let kind: Block.Kind? =
      switch (words.first, marks["name"], marks["from"], marks["in"]) {
      case ("console", nil, nil, nil) where marks.isEmpty: .console
      case ("diff", let name?, let origin?, nil): .change(name: name, of: origin)
      case ("rulebook", nil, nil, let name?): .quotation(of: name)
      case ("rulebook", let name?, nil, nil), ("tsv", let name?, nil, nil),
        ("jsonl", let name?, nil, nil), ("csv", let name?, nil, nil),
        ("mapping", let name?, nil, nil):
        .file(name: name)
      case (nil, _, _, _), ("text", nil, nil, nil), ("swift", nil, nil, nil): .other
      default: nil
      }
    guard let kind else {
      problems.append("line \(line): nothing can be done with a block marked '\(info)'")
      return
    }
    blocks.append(Block(kind: kind, lines: lines, line: line))
  }
}
