import Rulebook
import Semantics

/// A chain of fields, `x.reservation.stage`: from an entity, or from a `state` of the service.
struct Path: Hashable, Sendable {
  enum Root: Hashable, Sendable {
    case entity
    case global(Core.ID<Core.Global>)
  }

  var root = Root.entity
  var fields: [Core.ID<Core.Field>] = []

  func appending(_ field: Core.ID<Core.Field>) -> Path {
    Path(root: root, fields: fields + [field])
  }

  /// Returns the path as a phrase: optional if its last step is.
  func phrase(_ entity: Core.Variable, _ rules: Core.Rules) -> Phrase {
    var core: Core.Expression
    var text: String
    switch root {
    case .entity: (core, text) = (.variable(entity), entity.name)
    case .global(let id): (core, text) = (.global(id, .here), rules[id].name)
    }
    for field in fields {
      if rules.type(of: core).isOptional { core = .certain(core) }
      core = .field(field, of: core, .here)
      text += ".\(rules[field].name)"
    }
    return Phrase(core: core, text: text)
  }

  /// Returns the phrase of the value where ``optionals(_:)`` are not none.
  func certain(_ entity: Core.Variable, _ rules: Core.Rules) -> Phrase {
    let phrase = phrase(entity, rules)
    guard rules.type(of: phrase.core).isOptional else { return phrase }
    return Phrase(core: .certain(phrase.core), text: phrase.text)
  }

  /// Returns the optional steps on the way, including the last, the nearest first.
  func optionals(_ rules: Core.Rules) -> [Path] {
    let steps = fields.indices.filter { isOptional(rules[fields[$0]].kind) }
    var paths = steps.map { Path(root: root, fields: Array(fields[...$0])) }
    if case .global(let id) = root, rules[id].type.isOptional {
      paths.insert(Path(root: root), at: 0)
    }
    return paths
  }

  private func isOptional(_ kind: Core.FieldKind) -> Bool {
    if case .value(let type) = kind { type.isOptional } else { false }
  }

  /// Returns the value in a state; nil if a step before the last is none.
  func value(of entity: Int, in state: State) -> Value? {
    var value: Value
    switch root {
    case .entity: value = .entity(Int32(clamping: entity))
    case .global(let id): value = state[id]
    }
    for field in fields {
      guard case .entity(let owner) = value else { return nil }
      value = state[field, of: Int(owner)]
    }
    return value
  }

  /// Returns the words of its name.
  func words(_ rules: Core.Rules) -> [String] {
    var words = fields.map { rules[$0].name }
    if case .global(let id) = root { words.insert(rules[id].name, at: 0) }
    return words
  }
}
