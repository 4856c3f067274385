import Basics
import Rulebook

/// Expressions in the words of the rulebook, on one line, without comments and without `!`, which
/// matters to proofs only.
struct Wording: Sendable {
  let source: SourceText

  /// Returns the text, with some names replaced: the parameters of an effect by its arguments.
  func text(_ expression: Syntax.Expression, replacing names: [String: String] = [:]) -> String {
    guard !captures(expression, names) else {
      let given = names.sorted { $0.key < $1.key }.map { "\($0.key) stands for \($0.value)" }
      return "\(text(expression)) (where \(given.joined(separator: ", ")))"
    }
    var edits: [Edit] = []
    collect(expression, names, &edits)
    return text(expression.span, edits)
  }

  /// Returns the text of an expression that replaces a name, in parentheses if necessary.
  func argument(_ expression: Syntax.Expression, replacing names: [String: String]) -> String {
    let text = text(expression, replacing: names)
    switch expression.node {
    case .boolean, .number, .none, .now, .name, .call, .member, .certain: return text
    default: return "(\(text))"
    }
  }

  /// Returns the text of any part of the rulebook on one line, without comments.
  func text(_ span: SourceSpan) -> String { text(span, []) }

  func line(_ span: SourceSpan) -> Int { source.line(at: span.lower) }

  private struct Edit {
    let span: SourceSpan
    let replacement: String
  }

  private func collect(
    _ expression: Syntax.Expression, _ names: [String: String], _ edits: inout [Edit]
  ) {
    switch expression.node {
    case .name(let name):
      if let replacement = names[name.text] {
        edits.append(Edit(span: name.span, replacement: replacement))
      }
    case .certain:
      let last = expression.span.upper - 1
      if source.bytes.indices.contains(last), source.bytes[last] == UInt8(ascii: "!") {
        edits.append(Edit(span: SourceSpan(last, last + 1), replacement: ""))
      }
    default: break
    }
    for child in expression.node.children { collect(child, names, &edits) }
  }

  private func text(_ span: SourceSpan, _ edits: [Edit]) -> String {
    var result: [UInt8] = []
    var position = span.lower
    for edit in edits.sorted(by: { $0.span < $1.span }) {
      result += withoutComments(SourceSpan(position, edit.span.lower))
      result += edit.replacement.utf8
      position = edit.span.upper
    }
    result += withoutComments(SourceSpan(position, span.upper))
    return result.wordsOnOneLine
  }

  private func withoutComments(_ span: SourceSpan) -> [UInt8] {
    let text = source.text(of: span)
    guard text.contains("//") else { return Array(text.utf8) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
    return Array(String(lines.joined(separator: "\n")).utf8)
  }

  /// Returns true if a name bound inside the expression occurs in a replacement.
  private func captures(_ expression: Syntax.Expression, _ names: [String: String]) -> Bool {
    guard !names.isEmpty else { return false }
    var bound: Set<String> = []
    expression.forEach { bound.formUnion($0.boundNames) }
    guard !bound.isEmpty else { return false }
    return names.values.contains { text in
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains {
        bound.contains(String($0))
      }
    }
  }
}

extension Syntax.Node {
  /// The names that it binds for the expressions inside it.
  var boundNames: [String] {
    switch self {
    case .quantified(_, let binders, _, _): binders.flatMap(\.names).map(\.text)
    case .pick(_, _, let pick): pick.binder.names.map(\.text)
    case .count(let binder, _): binder.names.map(\.text)
    default: []
    }
  }
}
