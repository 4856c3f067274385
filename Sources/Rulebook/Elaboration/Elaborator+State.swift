import Basics

extension Elaborator {
  func declareState() {
    for declaration in book.declarations {
      switch declaration.kind {
      case .entity(let name, let fields): declareFields(of: name, fields)
      case .state(let field): declareGlobal(field)
      default: break
      }
    }
  }

  private func declareFields(of name: Syntax.Name, _ fields: [Syntax.Field]) {
    guard case .entity(let owner) = names.types[name.text], rules[owner].fields.isEmpty else {
      return
    }
    var ids: [Core.ID<Core.Field>] = []
    for field in fields {
      let id = Core.ID<Core.Field>(rules.fields.count)
      if names.fields[owner]?[field.name.text] != nil || names.pairs[owner]?[field.name.text] != nil
      {
        report("duplicate-name", "'\(field.name.text)' is declared twice", at: field.name.span)
        continue
      }
      if case .pairs(let key, let value, let isOptional) = field.type {
        ids += declarePairs(field, of: owner, key, value, isOptional: isOptional)
        continue
      }
      guard let kind = fieldKind(field.type) else {
        names.broken.insert(.field(field.name.text, of: owner))
        continue
      }
      if field.mark == .fixed { noteFixed(field, id, kind) }
      let isIntroduced = rules[owner].isIntroduced
      let initial = initial(of: field, kind, isIntroduced: isIntroduced)
      names.fields[owner, default: [:]][field.name.text] = id
      ids.append(id)
      rules.fields.append(
        Core.Field(
          owner: owner, name: field.name.text, kind: kind, initial: initial,
          isGhost: field.mark == .ghost, citations: cite(field.citations), span: field.name.span))
    }
    let old = rules[owner]
    rules.entities[owner.index] = Core.Entity(
      name: old.name, fields: ids, isIntroduced: old.isIntroduced, isSensitive: old.isSensitive)
  }

  private func fieldKind(_ reference: Syntax.TypeReference) -> Core.FieldKind? {
    switch reference {
    case .queue(let name): entity(name).map { .queue(of: $0) }
    case .set(let name): entity(name).map { .set(of: $0) }
    case .plain, .optional, .pairs: valueType(reference).map { .value($0) }
    }
  }

  private func initial(
    of field: Syntax.Field, _ kind: Core.FieldKind, isIntroduced: Bool
  ) -> Core.Initial {
    guard case .value(let type) = kind else {
      if field.initial != nil {
        report("collection-default", "a collection starts empty", at: field.name.span)
      }
      return .given
    }
    switch field.initial {
    case .any: return .any
    case .value(let expression): return initial(expression, type)
    case nil:
      if !isIntroduced {
        report(
          "no-default",
          "every entity of this type is there from the start: give '\(field.name.text)' a value, "
            + "or '= any' to leave it open", at: field.name.span)
      }
      return .given
    }
  }

  private func initial(_ expression: Syntax.Expression, _ type: Core.ValueType) -> Core.Initial {
    constant(expression, type).map { .value($0) } ?? .any
  }

  private func declareGlobal(_ field: Syntax.Field) {
    guard let type = valueType(field.type) else {
      names.broken.insert(.value(field.name.text))
      return
    }
    if field.mark == .fixed { names.fixedGlobals.insert(Core.ID(rules.globals.count)) }
    let initial: Core.Initial
    switch field.initial {
    case .any: initial = .any
    case .value(let expression): initial = self.initial(expression, type)
    case nil:
      report(
        "no-default", "give '\(field.name.text)' a value, or '= any' to leave it open",
        at: field.name.span)
      initial = .any
    }
    names.globals[field.name.text] = Core.ID(rules.globals.count)
    rules.globals.append(
      Core.Global(
        name: field.name.text, type: type, initial: initial, isGhost: field.mark == .ghost,
        citations: cite(field.citations), span: field.name.span))
  }

  func declareMessages() {
    for declaration in book.declarations {
      guard case .message(let messages) = declaration.kind else { continue }
      for message in messages where names.messages[message.name.text] == nil {
        guard let parameters = messageParameters(message) else {
          names.broken.insert(.message(message.name.text))
          continue
        }
        names.messages[message.name.text] = Core.ID(rules.messages.count)
        rules.messages.append(Core.Message(name: message.name.text, parameters: parameters))
      }
    }
  }

  private func messageParameters(_ message: Syntax.Message) -> [Core.MessageParameter]? {
    var scope = Scope(site: .constant)
    guard let variables = variables(message.parameters, &scope) else { return nil }
    return zip(variables, message.parameters).map { variable, parameter in
      Core.MessageParameter(
        name: variable.name, type: variable.type, limits: limits(of: parameter, variable.type))
    }
  }

  private func limits(
    of parameter: Syntax.Parameter, _ type: Core.ValueType
  ) -> ClosedRange<Int64>? {
    guard let first = parameter.limits.first else { return nil }
    switch type.isOptional ? .bool : type.scalar {
    case .int, .unit, .duration: break
    default:
      report(
        "limited-type", "only a number, an amount of a unit or a duration can be limited",
        at: first.right.span)
      return nil
    }
    var (least, most) = (Int64.min, Int64.max)
    for limit in parameter.limits {
      guard case .number(let value, _)? = constant(limit.right, type) else { return nil }
      if limit.order == .atLeast { least = max(least, value) } else { most = min(most, value) }
    }
    guard least <= most else {
      report("empty-range", "no value is within these limits", at: first.right.span)
      return nil
    }
    return least...most
  }
}
