import Basics

/// A collector of diagnostics. A diagnostic at one place is kept once, since effects and
/// definitions are elaborated again at each use.
final class Reporter {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var hasError = false
  private var seen: Set<Place> = []
  private var counts: [Diagnostic.Severity: Int] = [:]

  private struct Place: Hashable {
    let id: String
    let span: SourceSpan?
  }

  /// The greatest number of reports of one severity: many notes must never hide an error.
  private static let mostOfOneSeverity = 50

  func report(
    _ id: String, _ severity: Diagnostic.Severity, _ message: String, at span: SourceSpan?,
    notes: [Diagnostic.Note] = []
  ) {
    guard seen.insert(Place(id: id, span: span)).inserted else { return }
    if severity == .error { hasError = true }
    let count = counts[severity, default: 0]
    counts[severity] = count + 1
    if count == Self.mostOfOneSeverity {
      diagnostics.append(.more(of: severity, than: count))
    }
    guard count < Self.mostOfOneSeverity else { return }
    diagnostics.append(Diagnostic(id, severity, message, at: span, notes: notes))
  }

  /// Reports an unknown name, with the nearest known one.
  func unknown(_ what: String, _ name: Syntax.Name, among known: some Sequence<String>) {
    let isShown = counts[.error, default: 0] < Self.mostOfOneSeverity
    let nearest = isShown ? nearestName(to: name.text, among: known) : nil
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    report("unknown-name", .error, "unknown \(what) '\(name.text)'\(hint)", at: name.span)
  }

  /// Does the work and drops its reports; returns nil if one was an error.
  func silently<Result>(_ work: () -> Result?) -> Result? {
    let saved = (diagnostics, hasError, seen, counts)
    hasError = false
    defer { (diagnostics, hasError, seen, counts) = saved }
    let result = work()
    return hasError ? nil : result
  }
}
