import Basics

/// A sequence chart of plain characters: a line of life for each participant, time at the left.
struct SequenceText {
  private let sequence: RunSequence
  /// The columns in which the lines of life stand.
  private let positions: [Int]

  init(_ sequence: RunSequence) {
    self.sequence = sequence
    positions = Self.positions(sequence)
  }

  func lines(_ style: Style) -> [String] {
    var lines: [String] = []
    var time = ""
    var names = Row(positions, line: " ")
    for (name, position) in zip(sequence.participants, positions) {
      let shown = name.escapedForDisplay
      names.put(shown, at: position - shown.count / 2)
    }
    lines.append(names.text)
    for item in sequence.items {
      var row = Row(positions, line: "│")
      switch item {
      case .changes: continue
      case .time(let instant):
        if !time.isEmpty { lines.append(Row(positions, line: "│").text(after: time, style)) }
        time = instant
        continue
      case .arrow(let from, let to, let label, _):
        let shown = label.escapedForDisplay
        if from == to {
          row.put("├─ \(shown) ", at: positions[from])
        } else {
          row.putArrow(shown, from: positions[from], to: positions[to])
        }
      }
      lines.append(row.text(after: time, style))
      time = ""
    }
    if !time.isEmpty { lines.append(Row(positions, line: "│").text(after: time, style)) }
    return lines
  }

  /// Returns the positions of participants, as near to each other as names and labels allow.
  private static func positions(_ sequence: RunSequence) -> [Int] {
    let names = sequence.participants.map(\.escapedForDisplay)
    var gaps = zip(names, names.dropFirst()).map { $0.count / 2 + $1.count / 2 + 3 }
    for case .arrow(let from, let to, let label, _) in sequence.items {
      let needed = label.escapedForDisplay.count + 6
      let (low, high) = (min(from, to), max(from, to))
      if low == high {
        if low < gaps.count { gaps[low] = max(gaps[low], needed) }
      } else {
        let missing = needed - gaps[low..<high].reduce(0, +)
        if missing > 0 { gaps[high - 1] += missing }
      }
    }
    var positions = [Row.margin + (names.first?.count ?? 0) / 2]
    for gap in gaps { positions.append((positions.last ?? 0) + gap) }
    return positions
  }
}

/// One line of a chart.
private struct Row {
  /// Room for `0:00:00.000` and a blank on either side.
  static let margin = 18

  private var signs: [Character]

  init(_ positions: [Int], line: Character) {
    signs = Array(repeating: " ", count: (positions.last ?? 0) + 1)
    for position in positions { signs[position] = line }
  }

  mutating func put(_ text: String, at start: Int) {
    for (offset, sign) in text.enumerated() {
      let position = start + offset
      if position >= signs.count {
        signs += Array(repeating: " ", count: position - signs.count + 1)
      }
      signs[position] = sign
    }
  }

  mutating func putArrow(_ label: String, from: Int, to: Int) {
    let (low, high) = (min(from, to), max(from, to))
    for position in (low + 1)..<high { signs[position] = "─" }
    put(from < to ? "▶" : "◀", at: from < to ? high - 1 : low + 1)
    put(" \(label) ", at: low + 1 + (high - low - 1 - label.count - 2) / 2)
  }

  var text: String {
    var shown = signs
    while shown.last == " " { shown.removeLast() }
    return String(shown)
  }

  func text(after time: String, _ style: Style) -> String {
    guard !time.isEmpty else { return text }
    return "    " + style(time, .dim) + String(text.dropFirst(4 + time.count))
  }
}
