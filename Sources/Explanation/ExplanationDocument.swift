public import Findings

/// What a rulebook says of some of its names, as plain data: the JSON document
/// `medallion.explain/1`.
public struct ExplanationDocument: Codable, Hashable, Sendable {
  /// The name and version of the format, which each document bears.
  public static let schema = "medallion.explain/1"

  /// Held by each document, so that it is written with the rest.
  public var schema = Self.schema
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hexadecimal.
  public let digest: String
  /// The whole rulebook at a glance, where no name was asked for.
  public let overview: Overview?
  /// Everything that bears the name that was asked for; empty for an overview.
  public let subjects: [Subject]
  /// What would go wrong without each piece, where that was asked for.
  public var counterfactuals: [Counterfactual]?

  public init(rulebook: String, digest: String, overview: Overview?, subjects: [Subject]) {
    self.rulebook = rulebook
    self.digest = digest
    self.overview = overview
    self.subjects = subjects
  }

  /// The state diagram of what is explained; none if no value of an enumeration is concerned.
  public var diagram: MermaidDiagram? {
    let machines = overview?.machines ?? subjects.flatMap(\.machines)
    guard !machines.isEmpty else { return nil }
    let name = subjects.first?.name ?? rulebook
    let isNamed = machines.count > 1 || machines[0].place == name
    return MermaidDiagram(machines, title: isNamed ? name : "\(name): \(machines[0].place)")
  }
}

/// One thing that a rulebook declares, or a requirement that it cites or omits.
public struct Subject: Codable, Hashable, Sendable {
  /// What kind of thing a subject is.
  public enum Kind: String, Codable, Sendable {
    case event, effect, field, state, entity, type, message, parameter, definition, property
    case requirement
  }

  public let kind: Kind
  /// As it is asked for: `offer`, `Taxi.status`, `G9.9`.
  public let name: String
  /// How it is declared: `offer(request: Request, taxi: Taxi)`.
  public let declaration: String
  /// Where, from 1; none for a requirement, which stands in a table.
  public let line: Int?
  /// What it is, in whole sentences.
  public let sentences: [String]
  /// Only those that have statements, in the order in which they are shown.
  public let sections: [Section]
  /// How what it concerns moves from value to value: of an event its own transitions only.
  public let machines: [StateMachine]
  /// The requirements that it bears, with what they say.
  public let requirements: [Bearing]
}

/// A requirement that is borne, with its sentence from the table.
public struct Bearing: Codable, Hashable, Sendable {
  public let id: String
  /// Empty if the table has no such id.
  public let sentence: String
}

/// Statements that answer one question about a subject.
public struct Section: Codable, Hashable, Sendable {
  /// Which question the statements answer.
  public enum Role: String, Codable, Sendable {
    /// The guards of an event.
    case guards
    /// What is taken for granted of a fact.
    case assumptions
    /// From when an obligation must happen.
    case due
    /// What an event or effect does.
    case changes
    /// What is sent when an input is refused.
    case refusal
    /// The properties of an event's steps.
    case stepProperties
    /// The properties that read a place, or what an event changes.
    case properties
    /// The effects by which a field changes.
    case writers
    /// The rules that read a field or state.
    case readers
    /// The rules that mention it by name.
    case uses
    /// The rules that cite a requirement.
    case citations
    /// The fields of an entity.
    case fields
  }

  public let role: Role
  /// Never empty.
  public let statements: [Statement]
}

/// One rule, or a part of one, in words.
public struct Statement: Codable, Hashable, Sendable {
  /// What kind of rule it is and where it belongs: `guard of offer`; none where the section says it.
  public var what: String?
  /// In words, for a person.
  public var text: String
  /// The line of the rulebook, from 1.
  public var line: Int
  /// The requirements that it cites.
  public var requirements: [String] = []
  /// What is said under this condition.
  public var inner: [Statement] = []
}
