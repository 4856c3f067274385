internal import Explanation
internal import Findings
internal import Rulebook

/// A Mermaid state diagram for each place with enumerated values: a file each in a folder, or all
/// in one page of Markdown.
struct MermaidExport {
  private let diagrams: [(place: String, text: String)]
  private let rulebook: String

  init(_ rules: Core.Rules) {
    rulebook = rules.name
    diagrams = StateMachineBuilder(rules).machines().map { ($0.place, MermaidDiagram($0).text) }
  }

  /// - Parameter output: a folder (one that exists, or a path that ends with a slash), a file, or
  ///   none for standard output.
  func write(to output: String?) throws(Failure) {
    guard let output else {
      guard Console.standardOutput.write(page) else {
        throw Failure(.wrongInput, "cannot write the result: the pipe is closed, or the disk full")
      }
      return
    }
    guard output.hasSuffix("/") || Files.isFolder(output) else {
      return try Files.write(page.utf8, to: output)
    }
    try Files.makeFolder(output)
    let folder = output.hasSuffix("/") ? output : output + "/"
    for diagram in diagrams {
      try Files.write(diagram.text.utf8, to: "\(folder)\(diagram.place).mmd")
    }
    Console.standardOutput.write("\(diagrams.count) diagrams in \(output)\n")
  }

  private var page: String {
    let blocks = diagrams.map { "## \($0.place)\n\n```mermaid\n\($0.text)```\n" }
    return (["# \(rulebook)\n"] + blocks).joined(separator: "\n")
  }
}
