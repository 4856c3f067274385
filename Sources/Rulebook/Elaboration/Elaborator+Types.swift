import Basics

extension Elaborator {
  func declareTypes() {
    for declaration in book.declarations {
      switch declaration.kind {
      case .type(let name, let definition, let citations):
        _ = cite(citations)
        declareType(name, definition)
      case .entity(let name, _): declareEntity(name)
      default: break
      }
    }
    for declaration in book.declarations {
      guard case .sensitive(let types) = declaration.kind else { continue }
      for name in types where names.types[name.text] == nil {
        reporter.unknown("type", name, among: names.types.keys.sorted())
      }
    }
  }

  private func declareType(_ name: Syntax.Name, _ definition: Syntax.TypeDefinition) {
    guard !isBuiltin(name), names.types[name.text] == nil else { return }
    let isSensitive = names.sensitive.contains(name.text)
    switch definition {
    case .enumeration(let cases):
      var seen: Set<String> = []
      for value in cases where !seen.insert(value.text).inserted {
        report("duplicate-name", "the value '\(value.text)' stands twice", at: value.span)
      }
      names.types[name.text] = .enumeration(Core.ID(rules.enumerations.count))
      rules.enumerations.append(
        Core.Enumeration(name: name.text, cases: cases.map(\.text), isSensitive: isSensitive))
    case .range(let lower, let upper, let span):
      if lower > upper {
        report("empty-range", "the range is empty: \(lower) is above \(upper)", at: span)
      }
      names.types[name.text] = .range(Core.ID(rules.ranges.count))
      rules.ranges.append(
        Core.Range(
          name: name.text, lower: lower, upper: max(lower, upper), isSensitive: isSensitive))
    case .unit:
      names.types[name.text] = .unit(Core.ID(rules.units.count))
      rules.units.append(Core.Unit(name: name.text, isSensitive: isSensitive))
    }
  }

  private func declareEntity(_ name: Syntax.Name) {
    guard !isBuiltin(name), names.types[name.text] == nil else { return }
    names.types[name.text] = .entity(Core.ID(rules.entities.count))
    rules.entities.append(
      Core.Entity(
        name: name.text, fields: [], isIntroduced: names.introduced.contains(name.text),
        isSensitive: names.sensitive.contains(name.text)))
  }

  private func isBuiltin(_ name: Syntax.Name) -> Bool {
    guard case .builtin = names.types[name.text] else { return false }
    report("duplicate-name", "'\(name.text)' is a type of the language", at: name.span)
    return true
  }

  /// Returns the type that a name means; nil after a report.
  func namedType(_ name: Syntax.Name) -> NameTable.NamedType? {
    guard let type = names.types[name.text] else {
      reporter.unknown("type", name, among: names.types.keys.sorted())
      return nil
    }
    names.used.insert(name.text)
    return type
  }

  func entity(_ name: Syntax.Name) -> Core.ID<Core.Entity>? {
    switch namedType(name) {
    case .entity(let id): return id
    case nil: return nil
    default:
      report("not-an-entity", "'\(name.text)' is not an entity", at: name.span)
      return nil
    }
  }

  /// Returns a type that one value can have; collections are refused.
  func valueType(_ reference: Syntax.TypeReference) -> Core.ValueType? {
    switch reference {
    case .plain(let name): return namedType(name).map { Core.ValueType($0.scalar) }
    case .optional(let name):
      return namedType(name).map { Core.ValueType($0.scalar, isOptional: true) }
    case .queue(let name), .set(let name):
      report(
        "collection-here", "a queue or a set is only the type of an entity's field", at: name.span)
      return nil
    case .pairs(let name, _, _):
      report("pairs-here", "only an entity has a field of pairs", at: name.span)
      return nil
    }
  }
}
