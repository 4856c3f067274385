extension Document {
  /// The text with the changes of a `diff` block: hunks separated by empty lines, each of lines
  /// that stay (" "), go ("-") and come ("+"). What stays and goes must occur exactly once.
  /// None after a problem.
  static func applying(
    _ changes: [String], to text: String, problem: (String) -> Void
  ) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for hunk in changes.split(whereSeparator: \.isEmpty) {
      guard hunk.allSatisfy({ $0.hasPrefix(" ") || $0.hasPrefix("-") || $0.hasPrefix("+") }) else {
        problem("each line of a change begins with a space, '-' or '+'")
        return nil
      }
      let old = hunk.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) }
      let new = hunk.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst()) }
      let places = starts(of: old, in: lines)
      guard let place = places.first, places.count == 1, !old.isEmpty else {
        problem("'\(old.first ?? "")' and what follows it occurs \(places.count) times, not once")
        return nil
      }
      lines.replaceSubrange(place..<place + old.count, with: new)
    }
    return lines.joined(separator: "\n")
  }

  /// Where those lines stand one after another, white space at their ends apart.
  static func starts(of part: [String], in lines: [String]) -> [Int] {
    let part = part.map(trimmed)
    let lines = lines.map(trimmed)
    guard lines.count >= part.count else { return [] }
    return (0...lines.count - part.count).filter { lines[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// Whether the lines that are shown stand for the real ones: "…" in a line is any text, a line
  /// that is only "…" any lines, also none.
  static func shows(_ shown: [String], _ real: [String]) -> Bool {
    func isAnyLine(_ line: String) -> Bool {
      line.drop(while: \.isWhitespace) == "…"
    }
    func isShown(_ line: String, _ pattern: String) -> Bool {
      isCovered(Array(line), by: Array(pattern), where: { $0 == "…" }, matching: ==)
    }
    return isCovered(
      real.map(trimmed), by: shown.map(trimmed), where: isAnyLine, matching: isShown)
  }

  /// Greedy matching with one wildcard for any run of elements. O(product of the lengths).
  private static func isCovered<Element>(
    _ real: [Element], by shown: [Element], where isAny: (Element) -> Bool,
    matching: (Element, Element) -> Bool
  ) -> Bool {
    var (next, wanted) = (0, 0)
    var retry: (next: Int, wanted: Int)?
    while next < real.count {
      if wanted < shown.count, isAny(shown[wanted]) {
        wanted += 1
        retry = (next, wanted)
      } else if wanted < shown.count, matching(real[next], shown[wanted]) {
        (next, wanted) = (next + 1, wanted + 1)
      } else if let last = retry {
        retry = (last.next + 1, last.wanted)
        (next, wanted) = (last.next + 1, last.wanted)
      } else {
        return false
      }
    }
    return shown[wanted...].allSatisfy(isAny)
  }

  static func trimmed(_ line: String) -> String {
    var line = line[...]
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
  }
}
