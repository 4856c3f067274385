/// The answer to whether a trace has all of its lines, as far as their numbers (`seq`) and digests
/// (`prev`) show. Nothing shows that there was no line behind the last one.
package struct Completeness: Codable, Sendable, Hashable {
  package enum Status: String, Codable, Sendable, CaseIterable {
    /// The numbers have no gap, and each digest is that of the line before.
    case complete
    /// Lines are missing, repeated or altered.
    case broken
    /// The lines carry no numbers.
    case notShown
  }

  /// A place with a wrong number or digest.
  package struct Break: Codable, Sendable, Hashable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
      /// The number is greater than the next one.
      case gap
      /// The number was there before.
      case repetition
      /// The digest in the next line is not that of this line.
      case altered
      /// The line lacks a member that the lines before it have.
      case lacking
    }

    package var kind: Kind
    /// The line, counted from 1; for ``Kind/altered`` the line that was altered.
    package var line: Int
    /// The number or digest that the line has to have.
    package var expected: String
    /// The number or digest that it has; text for a person if it has none.
    package var found: String
    /// The number of lines that are missing; nil: none is known to be.
    package var missing: Int64?
    /// The instant of the line before, in milliseconds; nil: it has none.
    package var after: Int64?
    /// The instant of the line at which it was noticed.
    package var before: Int64?

    package init(_ kind: Kind, line: Int, expected: String, found: String) {
      self.kind = kind
      self.line = line
      self.expected = expected
      self.found = found
    }
  }

  /// The number of breaks that are listed.
  package static let mostBreaks = 100

  package var status = Status.notShown
  /// The number of the first line; nil: not shown, or there are several chains.
  package var first: Int64?
  /// The number of the last line.
  package var last: Int64?
  /// True if every line has the digest of the one before.
  package var isChained = false
  /// The number of chains with a beginning of their own; files of several hosts have one each.
  package var chains = 0
  /// SHA-256 of the last line: a reader who has it from the recorder knows that nothing follows.
  package var head: String?
  /// The first breaks, by lines.
  package var breaks: [Break] = []
  /// The number of breaks that are not listed; nil: none.
  package var unlistedBreaks: Int?
  /// The reason why completeness is not shown; nil: it is.
  package var reason: String?

  package init() {}

  /// Makes the answer for a trace without numbers.
  package init(notShown reason: String) { self.reason = reason }

  /// Lists a break, or counts it.
  package mutating func add(_ one: Break) {
    guard breaks.count == Self.mostBreaks else { return breaks.append(one) }
    unlistedBreaks = (unlistedBreaks ?? 0) + 1
  }
}

extension Completeness {
  /// The answer in a few words, behind the size of a trace.
  package var title: String {
    switch status {
    case .complete:
      (chains > 1 ? "complete, \(chains) chains" : "complete from \(first ?? 1) to \(last ?? 1)")
        + (isChained ? ", chain unbroken" : "")
    case .broken: "not complete"
    case .notShown: "completeness not shown"
    }
  }

  /// The answer with its reason, for a person.
  package var sentence: String {
    switch status {
    case .complete:
      title + (isChained ? "" : ": by numbers alone, which do not show that no line was altered")
    case .broken:
      breaks.first.map { $0.sentence + others(behind: 1) } ?? title
    case .notShown: title + (reason.map { ": \($0)" } ?? "")
    }
  }

  /// Returns the number of the breaks behind the first ones, for a person; empty: there are no
  /// more.
  package func others(behind told: Int) -> String {
    let others = breaks.count + (unlistedBreaks ?? 0) - told
    return others > 0 ? "; \(others) more \(others == 1 ? "place" : "places")" : ""
  }
}

extension Completeness.Break {
  /// The break as a sentence for a person.
  package var sentence: String {
    switch kind {
    case .gap:
      "line \(line) is numbered \(found), not \(expected): "
        + (missing == 1 ? "1 line is missing" : "\(missing ?? 0) lines are missing") + span
    case .repetition: "line \(line) is numbered \(found), not \(expected)" + span
    case .altered:
      "line \(line) is not as it was recorded: its SHA-256 is \(found), the next line has \(expected)"
    case .lacking: "line \(line) has \(found); expected \(expected)"
    }
  }

  private var span: String {
    switch (after, before) {
    case (let after?, let before?):
      " between \(Instants.timestamp(after)) and \(Instants.timestamp(before))"
    case (let after?, nil): " after \(Instants.timestamp(after))"
    case (nil, let before?): " before \(Instants.timestamp(before))"
    case (nil, nil): ""
    }
  }
}

extension TraceResult {
  /// Takes the answer into the verdict: if lines are known to be missing or altered, the
  /// conformance of the others is not enough for a verdict of conformance.
  package mutating func take(_ completeness: Completeness) {
    self.completeness = completeness
    guard completeness.status == .broken, verdict == .conforms else { return }
    verdict = .inconclusive
    reason = completeness.sentence
  }
}
