import Basics
import Rulebook

/// The names of the entities, by sort.
struct EntityTable: Hashable, Sendable {
  private var names: [[ExactText]]
  private var numbers: [[ExactText: Int32]]

  init(sorts: Int) {
    names = Array(repeating: [], count: sorts)
    numbers = Array(repeating: [:], count: sorts)
  }

  func names(of sort: Core.ID<Core.Entity>) -> [String] { names[sort.index].map(\.text) }

  func number(of name: String, _ sort: Core.ID<Core.Entity>) -> Int32? {
    numbers[sort.index][ExactText(name)]
  }

  /// Returns the name of an entity; nil: there is no such entity, or it has no name.
  func name(of number: Int32, _ sort: Core.ID<Core.Entity>) -> String? {
    let names = names[sort.index]
    guard names.indices.contains(Int(number)), !names[Int(number)].text.isEmpty else { return nil }
    return names[Int(number)].text
  }

  mutating func give(_ name: String, to number: Int32, _ sort: Core.ID<Core.Entity>) {
    while names[sort.index].count <= Int(number) { names[sort.index].append(ExactText("")) }
    // The entity that had the number is over.
    let former = names[sort.index][Int(number)]
    if !former.text.isEmpty { numbers[sort.index][former] = nil }
    names[sort.index][Int(number)] = ExactText(name)
    numbers[sort.index][ExactText(name)] = number
  }

  // The numbers follow from the names.
  static func == (a: EntityTable, b: EntityTable) -> Bool { a.names == b.names }
  func hash(into hasher: inout Hasher) { hasher.combine(names) }
}
