import Basics

/// The rules and the entities that the values of a checkpoint may name. One is the context of a
/// ``CheckpointCoder``.
package final class CheckpointBounds {
  package let rules: Core.Rules
  /// The number of entities, by sort.
  package var counts: [Int]
  /// The number of findings that are kept; others name them by their positions.
  package var findings = 0

  package init(_ rules: Core.Rules, counts: [Int] = []) {
    self.rules = rules
    self.counts = counts
  }

  /// Returns true if there is an entity of that number.
  package func exists(_ number: Int32, _ sort: Core.ID<Core.Entity>) -> Bool {
    number >= 0 && Int(number) < counts[sort.index]
  }

  /// Returns true if there is a finding at that position, or none is meant.
  package func isFinding(_ position: Int?) -> Bool { position.map { $0 < findings } ?? true }
}

extension CheckpointCoder {
  /// The context, which must be set before anything is coded that depends on rules.
  package var bounds: CheckpointBounds {
    guard let bounds = context as? CheckpointBounds else {
      preconditionFailure("the coder has no rules")
    }
    return bounds
  }

  package var rules: Core.Rules { bounds.rules }
}

extension Core.Rules {
  /// Returns the number of rows in the table to which an ``Core/ID`` of a type belongs.
  fileprivate func count<Row>(of row: Row.Type) -> Int {
    switch row {
    case is Core.Enumeration.Type: enumerations.count
    case is Core.Unit.Type: units.count
    case is Core.Range.Type: ranges.count
    case is Core.Entity.Type: entities.count
    case is Core.Field.Type: fields.count
    case is Core.Global.Type: globals.count
    case is Core.Message.Type: messages.count
    case is Core.Event.Type: events.count
    default: 0
    }
  }

  /// All types of single values.
  fileprivate var scalars: [Core.Scalar] {
    [.bool, .int, .time, .duration] + units.indices.map { .unit(Core.ID($0)) }
      + ranges.indices.map { .range(Core.ID($0)) }
      + enumerations.indices.map { .enumeration(Core.ID($0)) }
      + entities.indices.map { .entity(Core.ID($0)) }
  }
}

extension Core.ID: Checkpointed {
  package static var blank: Self { Self(0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    let index = try coder.coded(index)
    try coder.require(index < coder.bounds.rules.count(of: Element.self))
    self = Self(index)
  }
}

extension Core.Scalar: Checkpointed {
  package static var blank: Self { .bool }

  /// Codes the position among all types.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    let scalars = coder.rules.scalars
    let index = try coder.coded(scalars.firstIndex(of: self) ?? 0)
    try coder.require(index < scalars.count)
    self = scalars[index]
  }
}
