import Basics

extension Elaborator {
  private static let longestChain = 200

  /// Elaborates all definitions, each after those that it uses; a cycle is an error.
  func elaborateDefinitions() {
    for declaration in book.declarations {
      guard case .define(let name, _, _, _) = declaration.kind else { continue }
      var path: [String] = []
      compile(name.text, &path)
    }
  }

  private func compile(_ name: String, _ path: inout [String]) {
    guard names.compiled[name] == nil, !names.broken.contains(.value(name)),
      let definition = names.definitions[name]
    else { return }
    if path.contains(name) {
      let cycle = (path.drop { $0 != name } + [name]).joined(separator: " → ")
      report(
        "cyclic-define", "the definition leads back to itself: \(cycle)", at: definition.name.span)
      names.broken.insert(.value(name))
      return
    }
    guard path.count < Self.longestChain else {
      report(
        "too-large", "more than \(Self.longestChain) definitions lead from one to the next",
        at: definition.name.span)
      names.broken.insert(.value(name))
      return
    }
    path.append(name)
    let called = calledNames(definition.body).subtracting(definition.parameters.map(\.name.text))
    for used in called.sorted() where names.definitions[used] != nil {
      compile(used, &path)
    }
    path.removeLast()
    guard !names.broken.contains(.value(name)) else { return }

    nextVariable = 0
    var scope = Scope(site: .definition)
    _ = cite(definition.citations)
    guard let parameters = variables(definition.parameters, &scope),
      let (core, type) = anyValue(definition.body, scope)
    else {
      names.broken.insert(.value(name))
      return
    }
    names.compiled[name] = NameTable.Compiled(parameters: parameters, body: core, type: type)
  }

  /// Declares parameters as variables of the present numbering.
  func variables(_ parameters: [Syntax.Parameter], _ scope: inout Scope) -> [Core.Variable]? {
    var result: [Core.Variable] = []
    for parameter in parameters {
      guard let type = valueType(parameter.type) else { return nil }
      if scope.locals[parameter.name.text] != nil {
        report(
          "duplicate-name", "'\(parameter.name.text)' is declared twice", at: parameter.name.span)
        return nil
      }
      let variable = Core.Variable(id: freshVariable(), name: parameter.name.text, type: type)
      result.append(variable)
      scope.locals[parameter.name.text] = .value(.variable(variable), type)
    }
    return result
  }

  /// Writes out a definition where it is used.
  func call(
    _ name: Syntax.Name, _ arguments: [Syntax.Argument], _ scope: Scope, _ span: SourceSpan
  ) -> Elaborated? {
    guard names.definitions[name.text] != nil else {
      if names.effects[name.text] != nil {
        report("effect-here", "'\(name.text)' is an effect, not a value", at: name.span)
      } else if names.values.contains(name.text) || scope.locals[name.text] != nil {
        report(
          "not-a-definition", "'\(name.text)' takes no arguments: it is no definition",
          at: name.span)
      } else {
        reporter.unknown("definition", name, among: names.definitions.keys.sorted())
      }
      return nil
    }
    names.used.insert(name.text)
    guard scope.site != .constant else { return notConstant(span) }
    guard let definition = names.compiled[name.text] else { return nil }
    guard arguments.count == definition.parameters.count else {
      report(
        "argument-count",
        "'\(name.text)' takes \(counted(definition.parameters.count, "argument")), here are "
          + "\(arguments.count)", at: span)
      return nil
    }
    var replacements: [Int: Core.Expression] = [:]
    var extents: [Int: Core.Expression.Extent] = [:]
    for (argument, parameter) in zip(arguments, definition.parameters) {
      switch argument {
      case .any(let span):
        report("any-here", "'any' stands only in the arguments of messages", at: span)
        return nil
      case .expression(let expression):
        guard let core = value(expression, of: parameter.type, scope) else { return nil }
        replacements[parameter.id] = core
        extents[parameter.id] = core.extent()
      }
    }
    guard allows(definition.body.extent(replacing: extents), at: span) else { return nil }
    let core = definition.body.instantiated(
      replacements, era: scope.era, fresh: { self.freshVariable() })
    return .value(core, definition.type)
  }

  /// Returns the names in an expression that may be definitions.
  private func calledNames(_ expression: Syntax.Expression) -> Set<String> {
    var found: Set<String> = []
    expression.forEach { node in
      switch node {
      case .name(let name), .call(let name, _): found.insert(name.text)
      default: break
      }
    }
    return found
  }
}
