import Findings

/// The content of a rulebook about some of its names, as plain data: the JSON document
/// `medallion.explain/1`.
package struct ExplanationDocument: Codable, Hashable, Sendable {
  /// The name and version of the format, which each document bears.
  package static let schema = "medallion.explain/1"

  /// The schema in each document, so that it is written with the rest.
  package var schema = Self.schema
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// SHA-256 of the rulebook, in hexadecimal.
  package let digest: String
  /// The whole rulebook at a glance, if no name was asked for.
  package let overview: Overview?
  /// The subjects with the name that was asked for; empty for an overview.
  package let subjects: [Subject]
  /// The effects of removing each piece, if these were asked for.
  package var counterfactuals: [Counterfactual]?

  package init(rulebook: String, digest: String, overview: Overview?, subjects: [Subject]) {
    self.rulebook = rulebook
    self.digest = digest
    self.overview = overview
    self.subjects = subjects
  }

  /// The state diagram of the explained subjects; nil if no value of an enumeration is concerned.
  package var diagram: MermaidDiagram? {
    let machines = overview?.machines ?? subjects.flatMap(\.machines)
    guard !machines.isEmpty else { return nil }
    let name = subjects.first?.name ?? rulebook
    let isNamed = machines.count > 1 || machines[0].place == name
    return MermaidDiagram(machines, title: isNamed ? name : "\(name): \(machines[0].place)")
  }
}

/// A declaration of a rulebook, or a requirement that it cites or omits.
package struct Subject: Codable, Hashable, Sendable {
  /// The kind of a subject.
  package enum Kind: String, Codable, Sendable {
    case event, effect, field, state, entity, type, message, parameter, definition, property
    case requirement
  }

  package let kind: Kind
  /// The name by which it is asked for: `offer`, `Taxi.status`, `G9.9`.
  package let name: String
  /// The declaration: `offer(request: Request, taxi: Taxi)`.
  package let declaration: String
  /// The line of the declaration, from 1; nil for a requirement, which stands in a table.
  package let line: Int?
  /// The description, in whole sentences.
  package let sentences: [String]
  /// The sections that have statements, in the order in which they are shown.
  package let sections: [Section]
  /// The state machines of the places concerned; for an event only its own transitions.
  package let machines: [StateMachine]
  /// The requirements that it cites, with their sentences.
  package let requirements: [Bearing]
}

/// A cited requirement, with its sentence from the table.
package struct Bearing: Codable, Hashable, Sendable {
  package let id: String
  /// The sentence; empty if the table has no such id.
  package let sentence: String
}

/// Statements that answer one question about a subject.
package struct Section: Codable, Hashable, Sendable {
  /// The question that the statements answer.
  package enum Role: String, Codable, Sendable {
    /// The guards of an event.
    case guards
    /// The assumptions about a fact.
    case assumptions
    /// The instant from which an obligation must happen.
    case due
    /// The effects of an event or effect.
    case changes
    /// The messages sent when an input is refused.
    case refusal
    /// The properties of an event's steps.
    case stepProperties
    /// The properties that read a place, or the changes of an event.
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

  package let role: Role
  /// The statements, never empty.
  package let statements: [Statement]
}

/// A rule, or a part of one, in words.
package struct Statement: Codable, Hashable, Sendable {
  /// The kind of rule and its owner: `guard of offer`; nil if the section says it.
  package var what: String?
  /// The text for a person.
  package var text: String
  /// The line of the rulebook, from 1.
  package var line: Int
  /// The requirements that it cites.
  package var requirements: [String] = []
  /// The statements under this condition.
  package var inner: [Statement] = []
}
