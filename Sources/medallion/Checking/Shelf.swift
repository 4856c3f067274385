import Basics
import Findings

/// The contents of `Traces`: each trace in the folder of its rulebook and of its verdict. A file in
/// any other place is a mistake: otherwise it would go unnoticed that it is never replayed.
struct Shelf {
  private let folder: String
  private(set) var traces: [RecordedFile] = []
  /// One line each.
  private(set) var mistakes: [String] = []

  init(root: String) { folder = "\(root)/Traces" }

  /// Takes all traces of these rulebooks; anything else is a mistake.
  mutating func take(rulebooks: [String]) throws(Failure) {
    for name in rulebooks { try take(rulebook: name) }
    for name in Files.names(in: folder) where !rulebooks.contains(name) {
      let path = "\(folder)/\(name)"
      if !Files.isFolder(path) {
        refuseFile(path, name)
      } else if !name.hasPrefix(".") {
        mistakes.append(
          "\(path): no rulebook is called '\(name)'\(suggestion(for: name, among: rulebooks))")
      }
    }
  }

  /// The traces of one rulebook.
  mutating func take(rulebook: String) throws(Failure) {
    let own = "\(folder)/\(rulebook)"
    let verdicts = TraceResult.Verdict.allCases
    for verdict in verdicts { try take(verdict, of: rulebook, own) }
    for name in Files.names(in: own) where !verdicts.contains(where: { $0.rawValue == name }) {
      let path = "\(own)/\(name)"
      if !Files.isFolder(path) {
        refuseFile(path, name)
      } else if !name.hasPrefix(".") {
        let names = verdicts.map(\.rawValue)
        mistakes.append(
          "\(path): a folder of traces is called \(names.joined(separator: ", "))"
            + suggestion(for: name, among: names))
      }
    }
  }

  private mutating func take(
    _ verdict: TraceResult.Verdict, of rulebook: String, _ own: String
  ) throws(Failure) {
    let files = try Catalog.files(below: "\(own)/\(verdict.rawValue)")
    let traces = files.compactMap {
      RecordedFile(
        $0, name: String($0.dropFirst(own.count + 1)), rulebook: rulebook, folder: verdict)
    }
    let (known, expected) = (Set(traces.map(\.path)), Set(traces.map(\.expected)))
    for path in files where !known.contains(path) && !expected.contains(path) {
      let name = Self.name(path)
      guard !Self.isNote(name) else { continue }
      if name.hasSuffix(RecordedFile.expectedEnding) {
        let names = traces.map { Self.name($0.expected) }
        mistakes.append(
          "\(path): the trace of which it tells is not there\(suggestion(for: name, among: names))")
      } else {
        let stem = String(name.prefix { $0 != "." })
        let endings = RecordedFile.endings
        mistakes.append(
          "\(path): a trace ends with \(endings.joined(separator: ", "))"
            + suggestion(
              for: name, among: (endings + [RecordedFile.expectedEnding]).map { stem + $0 }))
      }
    }
    self.traces += traces
  }

  /// Refuses a file above the folders of verdicts, unless it is a note for people.
  private mutating func refuseFile(_ path: String, _ name: String) {
    guard !Self.isNote(name) else { return }
    let verdicts = TraceResult.Verdict.allCases.map(\.rawValue).joined(separator: ",")
    mistakes.append("\(path): a trace stands in \(folder)/NAME/{\(verdicts)}")
  }

  /// Returns true for files that are for people or for other programs.
  private static func isNote(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasPrefix(".") || lower.hasPrefix("readme") || lower.hasSuffix(".md")
      || lower.hasSuffix(".txt")
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
