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

/// A row of a table of the rules, with the table to which its ``Core/ID`` belongs.
package protocol CheckpointRow {
  static func count(in rules: Core.Rules) -> Int
}

extension Core.Enumeration: CheckpointRow {
  package static func count(in rules: Core.Rules) -> Int { rules.enumerations.count }
}

extension Core.Unit: CheckpointRow {
  package static func count(in rules: Core.Rules) -> Int { rules.units.count }
}

extension Core.Range: CheckpointRow {
  package static func count(in rules: Core.Rules) -> Int { rules.ranges.count }
}

extension Core.Entity: CheckpointRow {
  package static func count(in rules: Core.Rules) -> Int { rules.entities.count }
}

extension Core.Field: CheckpointRow {
  package static func count(in rules: Core.Rules) -> Int { rules.fields.count }
}

extension Core.Global: CheckpointRow {
  package static func count(in rules: Core.Rules) -> Int { rules.globals.count }
}

extension Core.Message: CheckpointRow {
  package static func count(in rules: Core.Rules) -> Int { rules.messages.count }
}

extension Core.Event: CheckpointRow {
  package static func count(in rules: Core.Rules) -> Int { rules.events.count }
}

extension Core.ID: Checkpointed where Element: CheckpointRow {
  package static var blank: Self { Self(0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    var index = index
    try coder.code(&index)
    try coder.require(index < Element.count(in: coder.bounds.rules))
    self = Self(index)
  }
}

extension Core.Scalar: Checkpointed {
  package static var blank: Self { .bool }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(
      &self,
      cases: [
        .bool, .int, .time, .duration, .unit(.blank), .range(.blank), .enumeration(.blank),
        .entity(.blank),
      ])
    switch self {
    case .bool: coder.tag(0)
    case .int: coder.tag(1)
    case .time: coder.tag(2)
    case .duration: coder.tag(3)
    case .unit(var id):
      try coder.tag(4, &id)
      self = .unit(id)
    case .range(var id):
      try coder.tag(5, &id)
      self = .range(id)
    case .enumeration(var id):
      try coder.tag(6, &id)
      self = .enumeration(id)
    case .entity(var id):
      try coder.tag(7, &id)
      self = .entity(id)
    }
  }
}
