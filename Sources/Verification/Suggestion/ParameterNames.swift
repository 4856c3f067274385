import Basics
import Rulebook

/// The names of the numbers of a rulebook. If several parameters have one value, the name is that
/// of the parameter that the text mentions most often on one line with the fields in question.
struct ParameterNames: Sendable {
  private let rules: Core.Rules
  private let lines: [Set<String>]

  init(_ rules: Core.Rules, _ source: SourceText) {
    self.rules = rules
    let names = Set(rules.parameters.map(\.name))
    lines = (1...max(1, source.lineCount)).compactMap { number in
      let words = source.text(ofLine: number).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      let line = Set(words.map(String.init))
      return line.isDisjoint(with: names) ? nil : line
    }
  }

  /// Returns the parameters of a scalar type above zero, each value once, ascending.
  ///
  /// - Parameter fields: The fields that the numbers are compared with.
  func numbers(_ scalar: Core.Scalar, about fields: [Core.ID<Core.Field>]) -> [NamedNumber] {
    var names: [Int64: [String]] = [:]
    for parameter in rules.parameters {
      guard case .number(let value, scalar) = parameter.value, value > 0 else { continue }
      names[value, default: []].append(parameter.name)
    }
    let fields = fields.map { rules[$0].name }
    return names.sorted { $0.key < $1.key }.map { value, names in
      NamedNumber(value: value, name: best(of: names, fields), scalar: scalar)
    }
  }

  private func best(of names: [String], _ fields: [String]) -> String {
    guard names.count > 1 else { return names[0] }
    var best = (name: names[0], count: -1)
    for name in names {
      let count = fields.reduce(0) { sum, field in
        sum + lines.count { $0.contains(name) && $0.contains(field) }
      }
      if count > best.count { best = (name, count) }
    }
    return best.name
  }
}
