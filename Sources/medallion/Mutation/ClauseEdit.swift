import Rulebook

/// One clause, or one row of cases, taken out of a list of clauses.
struct ClauseEdit {
  enum Piece {
    case clause(Syntax.Clause)
    case row(Syntax.Clause.Row)
  }

  let piece: Piece
  /// The list without it.
  let rest: [Syntax.Clause]

  /// Returns each piece that can be taken out, in the order of the text.
  static func all(of clauses: [Syntax.Clause]) -> [ClauseEdit] {
    clauses.indices.flatMap { index -> [ClauseEdit] in
      let clause = clauses[index]
      func replaced(_ replacement: [Syntax.Clause]) -> [Syntax.Clause] {
        Array(clauses[..<index]) + replacement + Array(clauses[(index + 1)...])
      }
      guard case .cases(let rows) = clause.kind else {
        return [ClauseEdit(piece: .clause(clause), rest: replaced([]))]
      }
      return rows.indices.flatMap { position -> [ClauseEdit] in
        let row = rows[position]
        var edits: [ClauseEdit] = []
        // A row without effects only says where nothing happens.
        if !row.actions.isEmpty {
          var fewer = rows
          fewer.remove(at: position)
          edits.append(
            ClauseEdit(piece: .row(row), rest: replaced(clause.withRows(fewer))))
        }
        edits += all(of: row.actions).map { edit in
          var changed = rows
          changed[position] = Syntax.Clause.Row(
            condition: row.condition, actions: edit.rest, citations: row.citations,
            span: row.span)
          return ClauseEdit(piece: edit.piece, rest: replaced(clause.withRows(changed)))
        }
        return edits
      }
    }
  }
}

extension Syntax.Clause {
  /// The cases with other rows: of one that always holds, its effects are left.
  fileprivate func withRows(_ rows: [Row]) -> [Syntax.Clause] {
    guard let first = rows.first else { return [] }
    if first.condition == nil { return first.actions }
    return [Syntax.Clause(.cases(rows), citations: citations, span: span)]
  }
}
