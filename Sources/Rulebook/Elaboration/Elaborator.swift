import Basics

/// The translation of the syntax tree into core rules: one pass over the declarations for names,
/// then types, narrowing, and definitions, effects and cases written out.
///
/// A class, because tables, diagnostics and fresh variables are one shared state of the pass;
/// it never leaves ``Compilation/compile(_:parsed:requirements:settings:)``.
final class Elaborator {
  let book: Syntax.Book
  /// The declarations of assumptions about events; every event searches them all.
  let eventAssumptions: [Syntax.Declaration]
  let source: SourceText
  let table: RequirementTable?
  let reporter = Reporter()
  var rules: Core.Rules
  var names = NameTable()
  /// Ids of variables, counted from 0 within each event or property.
  var nextVariable = 0
  /// The facts that `!` and ranges need proved, collected for the present event.
  var definedness: [Core.Definedness] = []
  var cited: [String: SourceSpan] = [:]
  /// The effects that are being written out, to detect cycles.
  var openEffects: [String] = []
  /// Effects of a cycle that has been reported.
  var cyclicEffects: Set<String> = []
  /// The nodes written out so far, to stop texts that explode.
  var work = 0

  init(_ book: Syntax.Book, source: SourceText, table: RequirementTable?) {
    self.book = book
    eventAssumptions = book.declarations.filter {
      guard case .property(let property) = $0.kind else { return false }
      return property.kind == .assume && property.events != nil
    }
    self.source = source
    self.table = table
    rules = Core.Rules(name: book.name.text, digest: Digest.sha256(source.bytes))
    rules.requirements = table?.requirements ?? []
  }

  func elaborate(_ settings: [Compilation.Setting]) {
    collectNames()
    declareTypes()
    declareParameters(settings)
    declareState()
    declareMessages()
    elaborateDefinitions()
    checkEffects()
    declareEvents()
    elaborateProperties()
    checkUses()
    checkCitations()
    checkComments()
  }

  func freshVariable() -> Int {
    defer { nextVariable += 1 }
    return nextVariable
  }

  func report(
    _ id: String, _ severity: Diagnostic.Severity, _ message: String, at span: SourceSpan?,
    notes: [Diagnostic.Note] = []
  ) {
    reporter.report(id, severity, message, at: span, notes: notes)
  }

  /// Reports an error.
  func report(
    _ id: String, _ message: String, at span: SourceSpan?, notes: [Diagnostic.Note] = []
  ) {
    reporter.report(id, .error, message, at: span, notes: notes)
  }

  /// Returns the words of the rulebook, on one line.
  func text(_ span: SourceSpan) -> String { source.words(of: span) }

  /// Notes the ids as cited and gives their texts.
  func cite(_ names: [Syntax.Name]) -> [String] {
    var here: Set<String> = []
    for name in names {
      if !here.insert(name.text).inserted {
        report("cited-twice", .warning, "'\(name.text)' is cited twice here", at: name.span)
      }
      if cited[name.text] == nil { cited[name.text] = name.span }
    }
    return names.map(\.text)
  }
}
