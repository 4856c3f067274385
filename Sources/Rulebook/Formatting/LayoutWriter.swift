/// A writer of layouts as lines of at most ``lineWidth`` columns, where their breaks allow it.
struct LayoutWriter {
  /// The greatest width of a line in columns; longer ones are broken where possible. Comments do
  /// not count.
  static let lineWidth = 120
  /// The greatest indentation of continued lines, so that deep nesting stays on the page.
  fileprivate static let deepestIndentation = 60

  fileprivate enum Mode { case flat, broken }

  fileprivate struct Task {
    let indentation: Int
    let mode: Mode
    let layout: Layout
    /// True for a piece of a fill with a blank or a line end before it.
    var isSeparated = false
  }

  private let manuscript: Manuscript
  private var line = LineWriter()
  /// The first token of the present row: the comments before it are written already.
  private var start = 0

  init(_ manuscript: Manuscript) { self.manuscript = manuscript }

  var isEmpty: Bool { line.isEmpty }

  consuming func finish() -> [UInt8] { line.finish() }

  mutating func endLine() { line.end() }

  mutating func addBlankLine() { line.addBlankLine() }

  mutating func write(_ comment: Comment, indentation: Int) {
    if comment.isTrailing {
      line.write(trailing: comment.text)
    } else {
      line.write(own: comment.text, indentation: indentation)
    }
  }

  /// Writes a row on lines of its own, the last of which stays open.
  mutating func write(_ layout: Layout, from start: Int, indentation: Int) {
    self.start = start
    line.end(nextIndentation: indentation)
    var tasks = [Task(indentation: indentation, mode: .broken, layout: layout)]
    while let task = tasks.popLast() {
      if task.isSeparated { separate(task, before: tasks) }
      perform(task, &tasks)
    }
  }

  private mutating func perform(_ task: Task, _ tasks: inout [Task]) {
    switch task.layout {
    case .token(let index):
      passComments(before: index, task.indentation)
      line.write(manuscript.text(of: index))
    case .blank: line.pad(to: 0, atLeast: 1)
    case .line where task.mode == .flat: line.pad(to: 0, atLeast: 1)
    case .line, .lineEnd: line.end(nextIndentation: task.indentation)
    case .pad(let column, let blanks): line.pad(to: column, atLeast: blanks)
    case .margin(let inner):
      line.pad(to: Row.citationColumn, atLeast: 2)
      tasks.append(task.with(inner))
    case .sequence(let parts):
      tasks += parts.reversed().map { task.with($0) }
    case .nest(let columns, let inner):
      tasks.append(task.with(inner, indentation: task.indentation + columns))
    case .align(let inner):
      let isNear = line.column <= Self.deepestIndentation
      tasks.append(
        task.with(inner, indentation: isNear ? line.column : task.indentation + 2))
    case .group(let inner):
      let isFlat = task.mode == .flat || fits(inner, before: tasks, at: line.column)
      tasks.append(
        Task(indentation: task.indentation, mode: isFlat ? .flat : .broken, layout: inner))
    case .fill(let pieces):
      tasks += pieces.dropFirst().reversed().map { task.with($0, isSeparated: true) }
      if let first = pieces.first { tasks.append(task.with(first)) }
    }
  }

  /// Continues on the line if the piece fits, else on the next.
  private mutating func separate(_ task: Task, before rest: [Task]) {
    if task.mode == .flat || fits(task.layout, before: rest, at: line.column + 1) {
      line.pad(to: 0, atLeast: 1)
    } else {
      line.end(nextIndentation: task.indentation)
    }
  }

  /// Comments within a row end their line.
  private mutating func passComments(before index: Int, _ indentation: Int) {
    guard index > start, manuscript.hasComments(before: index) else { return }
    for comment in manuscript.gap(before: index).comments {
      write(comment, indentation: indentation)
    }
    line.end(nextIndentation: indentation)
  }

  // MARK: - What fits

  /// Returns true if a row from `start` fits on one line without indentation.
  func fits(_ layout: Layout, from start: Int) -> Bool {
    var other = LayoutWriter(manuscript)
    other.start = start
    return other.fits(layout, before: [], at: 0)
  }

  /// Returns true if a layout, on one line, fits together with the rest up to its first line break.
  private func fits(_ layout: Layout, before rest: [Task], at start: Int) -> Bool {
    var column = start
    var tasks = [Task(indentation: 0, mode: .flat, layout: layout)]
    var following = rest.count
    while true {
      let task: Task
      if let own = tasks.popLast() {
        task = own
      } else if following > 0 {
        following -= 1
        task = rest[following]
      } else {
        return true
      }
      if task.isSeparated {
        guard task.mode == .flat else { return true }
        column += 1
      }
      switch task.layout {
      case .token(let index):
        if index > self.start, manuscript.hasComments(before: index) { return task.mode == .broken }
        // A sentence cannot be broken, so nothing else is broken to make room for it.
        if manuscript.tokens[index].kind == .text { return true }
        column += manuscript.width(of: index)
        if column > Self.lineWidth { return false }
      case .blank: column += 1
      case .lineEnd: return task.mode == .broken
      case .line:
        guard task.mode == .flat else { return true }
        column += 1
      case .pad(let target, let blanks): column = max(column + blanks, target)
      case .margin(let inner):
        guard let width = inner.flatWidth(in: manuscript, startingAt: self.start) else {
          return true
        }
        return column + 2 + min(width, Self.lineWidth - Row.citationColumn) <= Self.lineWidth
      case .sequence(let parts): tasks += parts.reversed().map { task.with($0) }
      case .nest(_, let inner), .align(let inner), .group(let inner):
        tasks.append(task.with(inner))
      case .fill(let pieces):
        tasks += pieces.dropFirst().reversed().map { task.with($0, isSeparated: true) }
        if let first = pieces.first { tasks.append(task.with(first)) }
      }
    }
  }
}

extension LayoutWriter.Task {
  /// Returns a task for a part of its layout.
  fileprivate func with(
    _ part: Layout, indentation: Int? = nil, isSeparated: Bool = false
  ) -> LayoutWriter.Task {
    LayoutWriter.Task(
      indentation: min(indentation ?? self.indentation, LayoutWriter.deepestIndentation),
      mode: mode, layout: part, isSeparated: isSeparated)
  }
}
