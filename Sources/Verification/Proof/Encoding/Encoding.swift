import Rulebook
import Solver

/// The encoding of each piece of state for the solver: the stratified encoding.
///
/// A field that holds an entity becomes a relation with a partial-function axiom, never a function,
/// if it is optional or if its edge would close a cycle of sorts; otherwise Z3 diverges on the
/// cycle. See decision 002.
///
/// Symbols that no rulebook declares have a `!` in their names, which no name of a rulebook can
/// have: `a.has` is a field of `a` in some rulebook.
package struct Encoding: Sendable {
  package enum FieldCode: Sendable {
    /// A value that is never none: a function of the owner.
    case function(Function)
    /// An optional value that is not an entity: a predicate whether it is present, and its value.
    case optional(has: Function, value: Function)
    /// A reference: a predicate whether it is present, and its target as a relation. `isTotal`:
    /// never none.
    case relation(has: Function?, pairs: Function, to: Core.ID<Core.Entity>)
    case set(members: Function, of: Core.ID<Core.Entity>)
    /// The members, and the ticket that each got when it joined: their order is the order of
    /// tickets.
    case queue(members: Function, tickets: Function, of: Core.ID<Core.Entity>)
  }

  package enum GlobalCode: Sendable {
    case constant(Function)
    case optional(has: Function, value: Function)
  }

  package let fields: [FieldCode]
  package let globals: [GlobalCode]
  /// The predicate of existence, by sort; only for introduced entities.
  package let existence: [Function?]
  package let sorts: [Sort]
  package let enumerations: [Sort]
  package let now: Function
  /// The next ticket that any queue assigns.
  package let nextTicket: Function
  /// The instant at which the condition of each `lasts at most` property became true, by property
  /// index.
  package let clocks: [Int: Function]
  /// The references that are relations only to break a cycle of sorts, for the report.
  package let brokenCycles: [String]

  init(_ rules: Core.Rules, _ builder: Builder) {
    let enumerations = rules.enumerations.map {
      builder.bank.enumeration($0.name, $0.cases.map { "\($0)" })
    }
    let sorts = rules.entities.map { builder.bank.uninterpreted($0.name) }
    func sort(_ scalar: Core.Scalar) -> Sort {
      switch scalar {
      case .bool: .bool
      case .int, .unit, .range: .int
      case .time, .duration: .real
      case .enumeration(let id): enumerations[id.index]
      case .entity(let id): sorts[id.index]
      }
    }
    func function(_ name: String, _ arguments: [Sort], _ result: Sort) -> Function {
      builder.bank.function(name, arguments, result)
    }

    let asRelation = Self.cyclicReferences(rules)
    brokenCycles = asRelation.map { "\(rules[rules[$0].owner].name).\(rules[$0].name)" }.sorted()
    fields = rules.fields.enumerated().map { index, field in
      let owner = sorts[field.owner.index]
      let name = "\(rules[field.owner].name).\(field.name)"
      switch field.kind {
      case .set(let element):
        return .set(members: function(name, [owner, sorts[element.index]], .bool), of: element)
      case .queue(let element):
        let arguments = [owner, sorts[element.index]]
        return .queue(
          members: function(name, arguments, .bool),
          tickets: function("\(name)!ticket", arguments, .int), of: element)
      case .value(let type):
        if case .entity(let target) = type.scalar,
          type.isOptional || asRelation.contains(Core.ID(index))
        {
          return .relation(
            has: type.isOptional ? function("\(name)!has", [owner], .bool) : nil,
            pairs: function(name, [owner, sorts[target.index]], .bool), to: target)
        }
        let value = function(name, [owner], sort(type.scalar))
        return type.isOptional
          ? .optional(has: function("\(name)!has", [owner], .bool), value: value)
          : .function(value)
      }
    }
    globals = rules.globals.map { global in
      let value = function(global.name, [], sort(global.type.scalar))
      return global.type.isOptional
        ? .optional(has: function("\(global.name)!has", [], .bool), value: value)
        : .constant(value)
    }
    existence = rules.entities.enumerated().map { index, entity in
      entity.isIntroduced ? function("\(entity.name)!exists", [sorts[index]], .bool) : nil
    }
    var clocks: [Int: Function] = [:]
    for (index, property) in rules.properties.enumerated() {
      guard case .lasts(let lasting) = property.body else { continue }
      let arguments = lasting.binders.map { sort($0.variable.type.scalar) }
      clocks[index] = function("\(property.name)!clock", arguments, .real)
    }
    self.clocks = clocks
    self.sorts = sorts
    self.enumerations = enumerations
    now = function("!now", [], .real)
    nextTicket = function("!nextTicket", [], .int)
  }

  func sort(_ scalar: Core.Scalar) -> Sort {
    switch scalar {
    case .bool: .bool
    case .int, .unit, .range: .int
    case .time, .duration: .real
    case .enumeration(let id): enumerations[id.index]
    case .entity(let id): sorts[id.index]
    }
  }

  /// Returns the references that are never none and would close a cycle of sorts if they were
  /// functions, in the order of the text.
  private static func cyclicReferences(_ rules: Core.Rules) -> Set<Core.ID<Core.Field>> {
    var edges: [Int: Set<Int>] = [:]
    var result: Set<Core.ID<Core.Field>> = []
    func reaches(_ from: Int, _ to: Int) -> Bool {
      var open = [from]
      var seen: Set<Int> = []
      while let next = open.popLast() {
        if next == to { return true }
        if seen.insert(next).inserted { open += edges[next, default: []].sorted() }
      }
      return false
    }
    for (index, field) in rules.fields.enumerated() {
      guard case .value(let type) = field.kind, !type.isOptional,
        case .entity(let target) = type.scalar
      else { continue }
      if reaches(target.index, field.owner.index) {
        result.insert(Core.ID(index))
      } else {
        edges[field.owner.index, default: []].insert(target.index)
      }
    }
    return result
  }
}
