/// A piece of text with the places where its lines may break.
indirect enum Layout {
  case token(Int)
  case blank
  /// A blank, or a line end if the group around it does not fit on its line.
  case line
  /// Always a line end.
  case lineEnd
  /// Blanks up to a column, at least the given number.
  case pad(to: Int, atLeast: Int)
  /// A layout behind the line, in the column of citations if that is free.
  case margin(Layout)
  case sequence([Layout])
  /// Indents lines that begin within by a number of columns.
  case nest(Int, Layout)
  /// Aligns lines that begin within to its own first column.
  case align(Layout)
  /// A layout on one line if it fits, else with line ends at all its own `line`s.
  case group(Layout)
  /// Pieces with blanks between, and a line end before each that does not fit on the line.
  case fill([Layout])
}

extension Layout {
  static func sequence(_ parts: Layout...) -> Layout { .sequence(parts) }

  /// Begins a line of its own, indented, if it does not fit behind what stands before it.
  static func hanging(_ layout: Layout) -> Layout { .group(.nest(2, .sequence(.line, layout))) }

  /// Returns the number of columns of the layout on one line; nil if a comment within forces it
  /// onto several.
  func flatWidth(in manuscript: Manuscript, startingAt start: Int) -> Int? {
    var width = 0
    var pending = [self]
    while let layout = pending.popLast() {
      switch layout {
      case .token(let index):
        if index > start, manuscript.hasComments(before: index) { return nil }
        width += manuscript.width(of: index)
      case .lineEnd: return nil
      case .blank, .line: width += 1
      case .pad(_, let blanks): width += blanks
      case .sequence(let parts): pending += parts
      case .nest(_, let inner), .align(let inner), .group(let inner), .margin(let inner):
        pending.append(inner)
      case .fill(let parts):
        width += max(0, parts.count - 1)
        pending += parts
      }
    }
    return width
  }
}
