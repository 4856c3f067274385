import Basics

extension LayoutBuilder {
  mutating func sections(of book: Syntax.Book) -> [Section] {
    var header: [Row] = []
    for _ in 0..<2 { header.append(row { $0.words(2) }) }
    var sections = [Section(rows: header, isShort: false)]
    for declaration in book.declarations {
      var section = section(declaration)
      // Reached only for a part of the grammar that is unknown here: its tokens are kept even so.
      if current.span.lower < declaration.span.upper {
        section.rows.append(row(indentation: 2) { $0.flow(upTo: declaration.span.upper) })
      }
      sections.append(section)
    }
    return sections
  }

  private mutating func section(_ declaration: Syntax.Declaration) -> Section {
    let end = declaration.span.upper
    switch declaration.kind {
    case .omit: return short(omit(end))
    case .sensitive, .message: return short(row { .nest(2, $0.flow(upTo: end)) })
    case .type: return short(type(end))
    case .parameter(_, let value, _): return short(parameter(value))
    case .state(let field): return short(self.field(field, in: .state))
    case .define(_, let parameters, let value, _):
      let row = define(parameters.count, value)
      return Section(rows: [row], isShort: isOneLine(row))
    case .entity(_, let fields):
      var rows = [row { $0.words(2) }]
      for field in fields { rows.append(self.field(field, in: .field(field.mark))) }
      return Section(rows: rows, isShort: false)
    case .every(_, let clauses), .effect(_, _, let clauses):
      return block(clauses, end)
    case .event(let event): return block(event.clauses, end)
    case .property(let property):
      return Section(rows: self.property(property), isShort: false)
    }
  }

  private func short(_ row: Row) -> Section { Section(rows: [row], isShort: true) }

  private func isOneLine(_ row: Row) -> Bool {
    let layouts = Row.layouts(of: [row], in: manuscript)
    return layouts.allSatisfy { LayoutWriter(manuscript).fits($0, from: row.start) }
  }

  private mutating func block(_ clauses: [Syntax.Clause], _ end: Int) -> Section {
    let head = row { .nest(4, $0.flow(upTo: clauses.first?.span.lower ?? end)) }
    return Section(rows: [head] + self.clauses(clauses, indentation: 2), isShort: false)
  }

  mutating func row(
    indentation: Int = 0, _ content: (inout LayoutBuilder) -> Layout
  ) -> Row {
    let start = cursor
    let rest = content(&self)
    return Row(
      kind: .other, indentation: indentation, start: start, rest: rest, citations: citations())
  }

  private mutating func omit(_ end: Int) -> Row {
    let start = cursor
    let keyword = take()
    let ids = citations()
    let head = Layout.sequence([keyword, .blank] + (ids.map { [$0] } ?? []))
    return Row(
      kind: .omit, indentation: 0, start: start, cells: [Row.Cell(layout: head)],
      rest: flow(upTo: end))
  }

  private mutating func type(_ end: Int) -> Row {
    let start = cursor
    let name = words(2)
    let bracket = manuscript.tokens[cursor...].first {
      $0.kind == .leftBracket || $0.span.lower >= end
    }
    return Row(
      kind: .type, indentation: 0, start: start, cells: [Row.Cell(layout: name)],
      rest: .nest(2, flow(upTo: bracket?.span.lower ?? end)), citations: citations())
  }

  private mutating func parameter(_ value: Syntax.Expression) -> Row {
    let start = cursor
    let name = words(2)
    let value = Layout.sequence(take(), .hanging(expression(value)))
    return Row(
      kind: .parameter, indentation: 0, start: start,
      cells: [Row.Cell(layout: name), Row.Cell(layout: value)], citations: citations())
  }

  private mutating func define(_ arity: Int, _ value: Syntax.Expression) -> Row {
    let start = cursor
    let equals = manuscript.tokens[cursor...].first { $0.kind == .equals }
    let head = flow(upTo: equals?.span.lower ?? value.span.lower)
    let body = Layout.sequence(take(), .hanging(expression(value)))
    return Row(
      kind: .define(arity), indentation: 0, start: start,
      cells: [Row.Cell(layout: .nest(4, head))], rest: body, citations: citations())
  }

  /// Lays out a field, or a state with its keyword.
  private mutating func field(_ field: Syntax.Field, in kind: Row.Kind) -> Row {
    let start = cursor
    var name = take()
    if kind == .state { name = .sequence(name, .blank, take()) }
    if field.isUnique { name = .sequence(name, .blank, take()) }
    if field.mark != nil { name = .sequence(name, .blank, take()) }
    name = .sequence(name, take())
    let type: Layout
    switch field.type {
    case .plain: type = take()
    case .optional: type = .sequence(take(), take())
    case .queue, .set: type = .sequence(take(), take(), take(), take())
    case .pairs(_, _, let isOptional):
      let key = Layout.sequence(take(), take(), take())
      let value = words(2)
      type = isOptional ? .sequence(key, .blank, value, take()) : .sequence(key, .blank, value)
    }
    var initial: Layout?
    switch field.initial {
    case nil: break
    case .any: initial = words(2)
    case .value(let value): initial = .sequence(take(), .hanging(expression(value)))
    }
    return Row(
      kind: kind, indentation: kind == .state ? 0 : 2, start: start,
      cells: [Row.Cell(layout: name), Row.Cell(layout: type)], rest: initial,
      citations: citations())
  }
}
