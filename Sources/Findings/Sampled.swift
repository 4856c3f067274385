/// What a search for runs tries only some of, so that what it says is about the runs that it tried
/// and no others.
public enum Sampled: String, Codable, Sendable, CaseIterable {
  /// Of the instants to which time may pass.
  case instants
  /// Of numbers, lengths of time and instants that an event is given, or that are open at first.
  case values
}

extension Set<Sampled> {
  /// In one order, for documents; nil: nothing was left out, all was tried.
  public var listed: [Sampled]? {
    isEmpty ? nil : Sampled.allCases.filter(contains)
  }
}

extension [Sampled] {
  /// `instants and values`
  public var words: String { map(\.rawValue).joined(separator: " and ") }
}
