import Rulebook

extension Wording {
  func text(_ body: Syntax.Property.Body) -> String {
    switch body {
    case .formula(let formula): return text(formula)
    case .lasts(let binders, let filter, let condition, let limit):
      return "\(quantifier(binders, filter))\(text(condition)) lasts at most \(text(limit))"
    case .count(let binders, let filter):
      return "count \(list(binders))\(filter.map { " where \(text($0))" } ?? "")"
    }
  }

  private func quantifier(_ binders: [Syntax.Binder], _ filter: Syntax.Expression?) -> String {
    guard !binders.isEmpty else { return "" }
    return "all \(list(binders))\(filter.map { " where \(text($0))" } ?? ""): "
  }

  private func list(_ binders: [Syntax.Binder]) -> String {
    binders.map { binder in
      let names = binder.names.map(\.text).joined(separator: ", ")
      switch binder.source {
      case .type(let name): return "\(names): \(name.text)"
      case .collection(let collection): return "\(names) in \(text(collection))"
      }
    }.joined(separator: ", ")
  }
}
