import Rulebook

/// The numbers of columns: one for each field, then one for each global, which is a field of an
/// entity of its own. Lists have the number of their field.
struct Layout {
  let rules: Core.Rules

  var columnCount: Int { rules.fields.count + rules.globals.count }

  func column(_ field: Core.ID<Core.Field>) -> Int { field.index }
  func column(_ global: Core.ID<Core.Global>) -> Int { rules.fields.count + global.index }

  /// Returns the type of a column; nil: it is a queue or a set.
  func type(ofColumn column: Int) -> Core.ValueType? {
    guard column < rules.fields.count else {
      return rules.globals[column - rules.fields.count].type
    }
    if case .value(let type) = rules.fields[column].kind { return type }
    return nil
  }

  /// Returns the sort of a queue's or set's members; nil: the field holds a value.
  func member(of field: Int) -> Core.ID<Core.Entity>? {
    switch rules.fields[field].kind {
    case .value: nil
    case .queue(let sort), .set(let sort): sort
    }
  }

  func isSet(_ field: Int) -> Bool {
    if case .set = rules.fields[field].kind { true } else { false }
  }
}
