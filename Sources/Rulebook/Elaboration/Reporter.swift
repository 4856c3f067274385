internal import Diagnostics

/// Collects diagnostics; the same one at the same place is kept once, since effects and
/// definitions are looked at at each use.
final class Reporter {
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Place> = []

  private struct Place: Hashable {
    let id: String
    let span: SourceSpan?
  }

  private static let mostDiagnostics = 50

  var hasError: Bool { diagnostics.containsError }

  func report(
    _ id: String, _ severity: Diagnostic.Severity, _ message: String, at span: SourceSpan?,
    notes: [Diagnostic.Note] = []
  ) {
    guard seen.insert(Place(id: id, span: span)).inserted else { return }
    if diagnostics.count == Self.mostDiagnostics {
      diagnostics.append(
        Diagnostic("too-many-errors", .note, "there is more; these come first", at: nil))
    }
    guard diagnostics.count < Self.mostDiagnostics else { return }
    diagnostics.append(Diagnostic(id, severity, message, at: span, notes: notes))
  }

  /// An unknown name, with the nearest known one.
  func unknown(_ what: String, _ name: Syntax.Name, among known: some Sequence<String>) {
    let nearest = nearestName(to: name.text, among: known)
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    report("unknown-name", .error, "unknown \(what) '\(name.text)'\(hint)", at: name.span)
  }
}
