/// The choices of which a search for runs tries only some, so that its answer is about the runs
/// that it tried and no others.
package enum Sampled: String, Codable, Sendable, CaseIterable {
  /// The instants to which time may pass.
  case instants
  /// The numbers, lengths of time and instants given to an event, or left open at first.
  case values
}

extension Set<Sampled> {
  /// The choices in a fixed order, for documents; nil: nothing was left out.
  package var listed: [Sampled]? {
    isEmpty ? nil : Sampled.allCases.filter(contains)
  }
}

extension [Sampled] {
  /// `instants and values`
  package var words: String { map(\.rawValue).joined(separator: " and ") }
}
