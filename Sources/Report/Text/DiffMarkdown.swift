import Basics
import Findings

/// The differences of two rulebooks in GitHub-flavoured Markdown for a pull request: the verdict
/// first, then a table of rows, then the runs, folded.
///
/// All text from input stands in code, where nothing is a link, a mention or markup.
package struct DiffMarkdown: Sendable {
  /// A comment of GitHub's has at most 65,536 characters.
  private static let mostCharacters = 60_000
  /// The number of these characters that tables may take.
  private static let mostForTables = 30_000

  /// The characters left.
  private var left = mostCharacters
  private var lines: [String] = []

  private init() {}

  package static func render(_ differing: Differing) -> String {
    var markdown = Self()
    markdown.write(differing, ofTables: mostForTables)
    return markdown.text
  }

  package static func render(_ differing: DifferingRevisions) -> String {
    var markdown = Self()
    let others =
      differing.removed.map { "- rulebook removed: \(code($0))" }
      + differing.added.map { "- rulebook added: \(code($0))" }
    let nothing = "No rulebook differs between \(code(differing.old)) and "
    let isEmpty = differing.rulebooks.isEmpty && others.isEmpty
    if isEmpty { markdown.add(nothing + (differing.new.map(code) ?? "the work tree") + ".") }
    markdown.add(upTo: mostForTables / 2, others, left: "more rulebooks")
    for (index, rulebook) in differing.rulebooks.enumerated() {
      guard markdown.left > 1_000 else {
        let rest = counted(differing.rulebooks.count - index, "rulebook")
        markdown.add("\(rest) left out: there is no room for more in one comment.")
        break
      }
      if !markdown.lines.isEmpty { markdown.add("") }
      markdown.write(rulebook, ofTables: mostForTables / differing.rulebooks.count)
    }
    return markdown.text
  }

  private var text: String { lines.joined(separator: "\n") + "\n" }

  // MARK: Parts

  private mutating func write(_ differing: Differing, ofTables most: Int) {
    let (old, new) = (differing.old.name, differing.new.name)
    add("### Rule changes: \(Self.code(differing.new.path))")
    add("")
    add("\(Self.code(old)) → \(Self.code(new))")
    add("")
    add("**\(differing.verdict)** — \(differing.counts)")
    let isTold = { (row: Differing.Row) in row.status == .different || row.status == .open }
    table(differing.rows.filter(isTold), upTo: most / 2)
    if let consequences = differing.consequences {
      add("")
      add(consequences.isEmpty ? "No property notices." : "In consequence:")
      add("")
      add(
        upTo: most / 8,
        consequences.map { "- `\($0.sign)` \(Self.code($0.name)): \(Self.code($0.words))" },
        left: "more consequences")
    }
    if let traces = differing.traces {
      add("")
      add(differing.tracesJudged + (traces.isEmpty ? "." : ":"))
      add("")
      add(upTo: most / 8, traces.map(Self.item), left: "more traces")
    }
    let others = differing.rows.filter { !isTold($0) }
    if !others.isEmpty {
      folded("\(counted(others.count, "row")) without a difference: proved equal, renamed, added") {
        $0.table(others, upTo: most / 4)
      }
    }
    runs(of: differing)
  }

  private mutating func table(_ rows: [Differing.Row], upTo most: Int) {
    guard !rows.isEmpty else { return }
    add("")
    add("| | Rule | What differs | Requirements | Lines | |")
    add("|---|---|---|---|---|---|")
    add(
      upTo: most,
      rows.map { row in
        let cells = [
          "`\(row.sign)`", Self.code(row.subject), row.words,
          row.requirements.map(Self.code).joined(separator: " "), row.lines,
          Self.remarks(row).joined(separator: "; "),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
      }, left: "more rows", as: { "| | \($0) | | | | |" })
  }

  private static func remarks(_ row: Differing.Row) -> [String] {
    var remarks = row.details.map(code)
    if let reason = row.accepted { remarks.append("accepted: \(code(reason))") }
    if row.unnoticed == true { remarks.append("no property and no trace speaks of it") }
    if !row.because.isEmpty {
      remarks.append("by " + row.because.map(code).joined(separator: ", "))
    }
    return remarks
  }

  private static func item(_ trace: Differing.Trace) -> String {
    let findings = trace.findings.map { "\($0.side) \(code($0.text))" }
    return "- \(code(trace.path)): \(trace.words); \(findings.joined(separator: "; "))"
  }

  /// The runs and states of the rows, then the runs of consequences, as far as there is room.
  private mutating func runs(of differing: Differing) {
    let text = RunText(style: .plain)
    var parts: [(title: String, lines: [String])] = []
    for row in differing.rows {
      let title = "\(row.sign) \(Self.element(row.subject)) \(row.words)"
      if let run = row.run {
        let note = row.reachedNote.map { [$0] } ?? []
        parts.append((title + ": \(counted(run.steps.count, "step"))", note + text.lines(run)))
      } else if !row.state.isEmpty {
        let state = row.state.map(\.escapedForDisplay)
        parts.append((title + ": no run is known that leads to this state", state))
      }
    }
    for consequence in differing.consequences ?? [] {
      guard let run = consequence.run else { continue }
      parts.append((Self.element(consequence.name) + " is broken", text.lines(run)))
    }
    for (index, part) in parts.enumerated() {
      let size = part.lines.reduce(part.title.utf16.count + 100) { $0 + $1.utf16.count + 1 }
      guard size < left - 200 else {
        add("")
        add("\(counted(parts.count - index, "run")) left out: there is no room for more.")
        return
      }
      folded(part.title) { $0.block(part.lines) }
    }
  }

  // MARK: Writing

  private mutating func add(_ line: String) {
    lines.append(line)
    left -= line.utf16.count + 1
  }

  /// Adds lines until `most` characters are used up, and then tells the number of the others.
  private mutating func add(
    upTo most: Int, _ items: [String], left rest: String,
    as line: (String) -> String = { "- \($0)" }
  ) {
    var most = min(most, left)
    for (index, item) in items.enumerated() {
      most -= item.utf16.count + 1
      guard most > 0 else { return add(line("\(items.count - index) \(rest)")) }
      add(item)
    }
  }

  /// - Parameter title: as HTML.
  private mutating func folded(_ title: String, _ body: (inout Self) -> Void) {
    add("")
    add("<details><summary>\(title)</summary>")
    add("")
    body(&self)
    add("")
    add("</details>")
  }

  /// Lines as they are, in a fence that is longer than any within.
  private mutating func block(_ lines: [String]) {
    var (longest, current) = (2, 0)
    for byte in lines.joined(separator: "\n").utf8 {
      current = byte == UInt8(ascii: "`") ? current + 1 : 0
      longest = max(longest, current)
    }
    let fence = String(repeating: "`", count: longest + 1)
    add(fence + "text")
    for line in lines { add(line) }
    add(fence)
  }

  /// The number of characters of one text that are shown.
  private static let mostInCode = 200

  /// Returns a text of the input as code. It becomes HTML if it holds a character that would end
  /// the code, or the cell of a table.
  static func code(_ text: String) -> String {
    let text = text.shortenedForDisplay(to: mostInCode)
    guard !text.isEmpty else { return "" }
    let isPlain = !text.contains { $0 == "`" || $0 == "|" || $0 == "\\" }
    return isPlain && text.first != " " && text.last != " " ? "`\(text)`" : element(text)
  }

  /// Returns a text as HTML, for places where Markdown is read in part or not at all: each
  /// character that could have a meaning is replaced by its number.
  private static func element(_ text: String) -> String {
    let text = text.shortenedForDisplay(to: mostInCode)
    var result = "<code>"
    for scalar in text.unicodeScalars {
      let isPlain =
        !scalar.isASCII || scalar.properties.isAlphabetic || scalar == " "
        || ("0"..."9").contains(scalar)
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
    }
    return result + "</code>"
  }
}

extension Differing {
  /// The verdict in words, with all kinds counted.
  fileprivate var verdict: String {
    switch outcome(counting: Set(Kind.allCases).subtracting([.renamed])) {
    case .success:
      rows.contains { $0.status == .different } ? "All differences are accepted" : "Equal"
    case .open: "Open"
    default: "Different"
    }
  }
}
