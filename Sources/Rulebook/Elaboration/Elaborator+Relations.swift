import Basics

extension Elaborator {
  /// Elaborates `a is b`: two values of one type, each optional or not, or one of them `none`.
  func equality(
    _ a: Syntax.Expression, _ b: Syntax.Expression, _ scope: Scope
  ) -> Core.Expression? {
    if let counted = countComparison(a, .equal, b, scope) { return counted.core }
    let left = elaborate(a, expecting: nil, scope)
    let right = elaborate(b, expecting: nil, scope)
    guard let left, let right else { return nil }
    switch (left, right) {
    case (.collection, _), (_, .collection):
      report(
        "collection-equality", "queues and sets are not compared; ask for their members",
        at: a.span.joined(with: b.span))
      return nil
    case (.caseName(let name), .caseName), (.caseName(let name), .none):
      unknownName(name, scope)
      return nil
    case (.none, .caseName(let name)):
      unknownName(name, scope)
      return nil
    case (.none, .none): return .true
    case (.value(let core, let type), .none): return isNone(core, type, a.span)
    case (.none, .value(let core, let type)): return isNone(core, type, b.span)
    case (.value(let core, let type), .caseName(let name)):
      return caseValue(name, type.scalar, scope).map { equal(core, $0) }
    case (.caseName(let name), .value(let core, let type)):
      return caseValue(name, type.scalar, scope).map { equal($0, core) }
    case (.value(let x, let xType), .value(let y, let yType)):
      let plain = xType.scalar.isPlainNumber && yType.scalar.isPlainNumber
      guard xType.scalar == yType.scalar || plain else {
        cannotCompare(xType.scalar, yType.scalar, at: a.span.joined(with: b.span))
        return nil
      }
      return equal(x, y)
    }
  }

  private func isNone(
    _ core: Core.Expression, _ type: Core.ValueType, _ span: SourceSpan
  ) -> Core.Expression? {
    guard type.isOptional else {
      report("never-none", "'\(text(span))' is never none", at: span)
      return nil
    }
    return .isNone(core)
  }

  func collection(
    _ expression: Syntax.Expression, _ scope: Scope
  ) -> (Core.Collection, Core.FieldKind)? {
    guard let elaborated = elaborate(expression, expecting: nil, scope) else { return nil }
    guard case .collection(let collection, let kind) = elaborated else {
      report("collection-expected", "a queue or a set expected", at: expression.span)
      return nil
    }
    return (collection, kind)
  }

  func queue(_ expression: Syntax.Expression, _ scope: Scope) -> Core.Collection? {
    guard let (collection, kind) = collection(expression, scope) else { return nil }
    guard case .queue = kind else {
      report(
        "queue-expected", "a queue expected, this is a set: it has no order", at: expression.span)
      return nil
    }
    return collection
  }

  func memberType(_ kind: Core.FieldKind) -> Core.ValueType {
    switch kind {
    case .queue(let entity), .set(let entity): Core.ValueType(.entity(entity))
    case .value(let type): type
    }
  }

  func membership(
    _ element: Syntax.Expression, _ collection: Syntax.Expression, _ scope: Scope
  ) -> Core.Expression? {
    guard let (collection, kind) = self.collection(collection, scope),
      let core = value(element, of: memberType(kind), scope)
    else { return nil }
    return .member(core, of: collection)
  }

  func ahead(
    _ a: Syntax.Expression, _ b: Syntax.Expression, _ queue: Syntax.Expression, _ scope: Scope
  ) -> Core.Expression? {
    guard let collection = self.queue(queue, scope) else { return nil }
    let type = memberType(rules[collection.field].kind)
    guard let a = value(a, of: type, scope), let b = value(b, of: type, scope) else { return nil }
    return .ahead(a, of: b, in: collection)
  }

  func comparison(
    _ first: Syntax.Expression, _ links: [Syntax.Link], _ scope: Scope
  ) -> Core.Expression? {
    if links.count == 1, let link = links.first,
      let counted = countComparison(first, .order(link.order), link.right, scope)
    {
      return counted.core
    }
    var parts: [Core.Expression] = []
    guard var left = certainValue(first, scope) else { return nil }
    var leftSpan = first.span
    for link in links {
      guard let right = certainValue(link.right, scope) else { return nil }
      let plain = left.1.isPlainNumber && right.1.isPlainNumber
      guard left.1 == right.1 || plain, left.1.isNumeric else {
        cannotCompare(left.1, right.1, at: leftSpan.joined(with: link.right.span))
        return nil
      }
      switch link.order {
      case .less: parts.append(.less(left.0, right.0))
      case .atMost: parts.append(.atMost(left.0, right.0))
      case .more: parts.append(.less(right.0, left.0))
      case .atLeast: parts.append(.atMost(right.0, left.0))
      }
      (left, leftSpan) = (right, link.right.span)
    }
    return .all(parts)
  }

  func notified(
    _ recipient: Syntax.Expression, _ message: Syntax.Name, _ arguments: [Syntax.Argument],
    _ scope: Scope, at span: SourceSpan
  ) -> Core.Expression? {
    guard scope.site == .step, scope.era == .here else {
      report("notified-here", "'notified' is for properties of steps, after the step", at: span)
      return nil
    }
    guard let (core, scalar) = certainValue(recipient, scope),
      let (id, arguments) = messageArguments(message, arguments, scope)
    else { return nil }
    guard case .entity = scalar else {
      report("wrong-type", "only an entity is notified", at: recipient.span)
      return nil
    }
    return .notified(core, id, arguments)
  }

  func messageArguments(
    _ message: Syntax.Name, _ arguments: [Syntax.Argument], _ scope: Scope
  ) -> (Core.ID<Core.Message>, [Core.Expression?])? {
    guard let id = names.messages[message.text] else {
      guard !names.broken.contains(.message(message.text)) else { return nil }
      reporter.unknown("message", message, among: names.messages.keys.sorted())
      return nil
    }
    names.used.insert(message.text)
    let parameters = rules[id].parameters
    guard arguments.count == parameters.count else {
      report(
        "argument-count",
        "'\(message.text)' takes \(counted(parameters.count, "argument")), here are "
          + "\(arguments.count)", at: message.span)
      return nil
    }
    var result: [Core.Expression?] = []
    for (argument, parameter) in zip(arguments, parameters) {
      switch argument {
      case .any: result.append(nil)
      case .expression(let expression):
        guard let core = value(expression, of: parameter.type, scope) else { return nil }
        result.append(core)
      }
    }
    return (id, result)
  }
}
