import Rulebook

/// The names that a rulebook has not used.
struct Vocabulary: Sendable {
  private let taken: Set<String>
  private let rules: Core.Rules

  /// Makes a vocabulary.
  /// - Parameter reserved: The names besides those in the core.
  init(_ rules: Core.Rules, reserved: Set<String>) {
    self.rules = rules
    taken = reserved.union(rules.parameters.map(\.name)).union(rules.globals.map(\.name))
      .union(rules.enumerations.flatMap(\.cases)).union(rules.messages.map(\.name))
      .union(rules.events.map(\.name)).union(rules.properties.map(\.name))
  }

  /// Returns a variable for each sort: its first letter, or the next unused letter.
  func variables(_ sorts: [Core.ID<Core.Entity>], from first: Int = 0) -> [Core.Variable] {
    var used = taken
    return sorts.enumerated().map { position, sort in
      let name = Self.letters(from: rules[sort].name).first { !used.contains($0) } ?? "x\(position)"
      used.insert(name)
      return Core.Variable(
        id: first + position, name: name, type: Core.ValueType(.entity(sort)))
    }
  }

  private static func letters(from name: String) -> [String] {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    let start = name.lowercased().first.flatMap { alphabet.firstIndex(of: $0) } ?? 0
    return alphabet.indices.map { String(alphabet[(start + $0) % alphabet.count]) }
  }

  /// Returns `words` joined, numbered if necessary; the name counts as used.
  func name(_ words: [String], besides used: inout Set<String>) -> String {
    let joined = words.enumerated().map { index, word in
      index == 0 ? word.lowercasingFirst : word.uppercasingFirst
    }.joined()
    var name = joined
    var number = 2
    while taken.contains(name) || used.contains(name) {
      name = "\(joined)\(number)"
      number += 1
    }
    used.insert(name)
    return name
  }
}

extension String {
  fileprivate var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
  fileprivate var uppercasingFirst: String { prefix(1).uppercased() + dropFirst() }
}
