/// A printer of rows, with the comments and blank lines between them.
struct PagePrinter {
  private let manuscript: Manuscript
  private var writer: LayoutWriter

  init(_ manuscript: Manuscript) {
    self.manuscript = manuscript
    writer = LayoutWriter(manuscript)
  }

  mutating func print(_ sections: [Section]) {
    var index = 0
    var previous: Section?
    while index < sections.count {
      let end = endOfGroup(from: index, in: sections)
      let group = sections[index..<end]
      let layouts = Row.layouts(of: group.flatMap(\.rows), in: manuscript)
      var next = 0
      for section in group {
        separate(previous, section)
        for (offset, row) in section.rows.enumerated() {
          if offset > 0 { passComments(before: row) }
          writer.write(layouts[next], from: row.start, indentation: row.indentation)
          next += 1
        }
        previous = section
      }
      index = end
    }
    separate(previous, nil)
  }

  consuming func finish() -> [UInt8] { writer.finish() }

  /// Returns the end of a group of short declarations on consecutive lines, which share their
  /// columns.
  private func endOfGroup(from start: Int, in sections: [Section]) -> Int {
    var end = start + 1
    while end < sections.count, sections[start].isShort, sections[end].isShort,
      !hasBlankLine(before: sections[end])
    {
      end += 1
    }
    return end
  }

  private func hasBlankLine(before section: Section) -> Bool {
    guard let start = section.rows.first?.start else { return false }
    let gap = manuscript.gap(before: start)
    return gap.endsInBlankLine || gap.comments.contains(where: \.followsBlankLine)
  }

  /// Writes the comments between the rows of one declaration, without blank lines.
  private mutating func passComments(before row: Row) {
    for comment in manuscript.gap(before: row.start).comments {
      writer.write(comment, indentation: row.indentation)
    }
    writer.endLine()
  }

  /// Writes the comments and blank lines between declarations. One blank line stands around each
  /// declaration of several rows; among short ones the author's blank lines stay, one at most.
  private mutating func separate(_ previous: Section?, _ next: Section?) {
    let gap = manuscript.gap(before: next?.rows.first?.start ?? manuscript.tokens.count - 1)
    var comments = gap.comments[...]
    while let comment = comments.first,
      comment.isTrailing || belongsToBody(comment, of: previous)
    {
      writer.write(comment, indentation: 2)
      comments.removeFirst()
    }
    writer.endLine()
    let hasBlankLine = gap.endsInBlankLine || comments.contains(where: \.followsBlankLine)
    let isFollowed = next != nil || !comments.isEmpty
    let isBlockBefore = previous.map { !$0.isShort } ?? false
    let isBlockAfter = next.map { !$0.isShort } ?? false
    var needsBlankLine =
      previous != nil && isFollowed && (isBlockBefore || isBlockAfter && !hasBlankLine)
    for comment in comments {
      let isWanted = comment.followsBlankLine && !writer.isEmpty
      if needsBlankLine || isWanted { writer.addBlankLine() }
      needsBlankLine = false
      writer.write(comment, indentation: 0)
      writer.endLine()
    }
    if next != nil, needsBlankLine || gap.endsInBlankLine && !writer.isEmpty {
      writer.addBlankLine()
    }
  }

  private func belongsToBody(_ comment: Comment, of previous: Section?) -> Bool {
    comment.isIndented && !comment.followsBlankLine && previous.map { !$0.isShort } ?? false
  }
}
