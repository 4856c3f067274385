import Basics

extension Elaborator {
  /// Adds an invariant for each `unique` field: no two entities share its value. None is not
  /// compared.
  func declareUniqueness() {
    for declaration in book.declarations {
      switch declaration.kind {
      case .state(let field) where field.isUnique:
        report(
          "unique-here", "a state is one: only fields of entities are unique", at: field.name.span)
      case .entity(let entity, let fields):
        for field in fields where field.isUnique { declareUnique(field, of: entity) }
      default: break
      }
    }
  }

  private func declareUnique(_ field: Syntax.Field, of entity: Syntax.Name) {
    guard case .entity(let sort)? = names.types[entity.text],
      let id = names.fields[sort]?[field.name.text]
    else { return }
    guard case .value(let type) = rules[id].kind else {
      report("unique-here", "a queue or a set is not compared, so not unique", at: field.name.span)
      return
    }
    let name = "unique_\(entity.text)_\(field.name.text)"
    names.readFields.insert(id)
    let kind = Core.ValueType(.entity(sort))
    let (one, other) = (
      Core.Variable(id: 0, name: "one", type: kind), Core.Variable(id: 1, name: "other", type: kind)
    )
    func value(_ owner: Core.Variable) -> Core.Expression {
      .field(id, of: .variable(owner), .here)
    }
    var parts = [Core.Expression.equal(value(one), value(other))]
    if type.isOptional { parts.insert(.negation(of: .isNone(value(one))), at: 0) }
    rules.properties.append(
      Core.Property(
        kind: .invariant, name: name, citations: field.citations.map(\.text),
        sentence: nil,
        body: .always(
          .quantified(
            .all,
            [Core.Binder(one, .entities(sort, .here)), Core.Binder(other, .entities(sort, .here))],
            condition: .all(parts), body: .equal(.variable(one), .variable(other)))),
        text: "\(entity.text).\(field.name.text) is unique", span: field.name.span))
  }
}
