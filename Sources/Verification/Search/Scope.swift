import Basics
import Rulebook
import Semantics

/// The number of entities of each sort in a search: exact for those that exist from the start, the
/// greatest number for introduced ones.
package struct Scope: Sendable, Hashable {
  /// The numbers by sort, in the order of the rules.
  package let counts: [Int]
  private let names: [String]
  private let isIntroduced: [Bool]

  /// The mistake in a text that should name a scope.
  package struct Mistake: Error, Sendable {
    /// The message, one line that begins with the option's name.
    package let message: String
  }

  /// Makes a scope with the same number of every sort.
  package init(_ rules: Core.Rules, each count: Int, introduced: Int) {
    self.init(rules, rules.entities.map { $0.isIntroduced ? introduced : count })
  }

  private init(_ rules: Core.Rules, _ counts: [Int]) {
    self.counts = counts
    names = rules.entities.map(\.name)
    isIntroduced = rules.entities.map(\.isIntroduced)
  }

  /// Parses `Taxi=3,Zone=2`; sorts that are not named have `others`.
  ///
  /// - Parameter option: The option in which it was given, for messages.
  package init(
    parsing text: String, _ rules: Core.Rules, option: String = "--scope", others: Int = 2
  ) throws(Mistake) {
    var counts = rules.entities.map { _ in others }
    var named: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, let count = Int(sides[1]) else {
        throw Mistake(message: "\(option) \(part): expected NAME=NUMBER, as in Taxi=3")
      }
      guard let index = rules.entities.firstIndex(where: { $0.name == sides[0] }) else {
        let hint = suggestion(for: sides[0], among: rules.entities.map(\.name))
        throw Mistake(message: "\(option): unknown entity '\(sides[0])'\(hint)")
      }
      guard named.insert(index).inserted else {
        throw Mistake(message: "\(option) \(part): '\(sides[0])' is given twice")
      }
      // A sort that events introduce may have no entity; one that exists from the start must have
      // some.
      let least = rules.entities[index].isIntroduced ? 0 : 1
      guard (least...64).contains(count) else {
        throw Mistake(message: "\(option) \(part): a scope holds \(least) to 64 of \(sides[0])")
      }
      counts[index] = count
    }
    self.init(rules, counts)
  }

  private init(counts: [Int], names: [String], isIntroduced: [Bool]) {
    self.counts = counts
    self.names = names
    self.isIntroduced = isIntroduced
  }

  /// Returns the scope with another number of one sort.
  func with(_ count: Int, of sort: Core.ID<Core.Entity>) -> Scope {
    var copy = counts
    copy[sort.index] = count
    return Scope(counts: copy, names: names, isIntroduced: isIntroduced)
  }

  var fixed: [Core.ID<Core.Entity>: Int] { counts(introduced: false) }
  var caps: [Core.ID<Core.Entity>: Int] { counts(introduced: true) }

  /// Returns the counts of the sorts that events introduce, or of those that exist from the start.
  package func counts(introduced: Bool) -> [Core.ID<Core.Entity>: Int] {
    dictionary { isIntroduced[$0] == introduced }
  }

  private func dictionary(_ test: (Int) -> Bool) -> [Core.ID<Core.Entity>: Int] {
    Dictionary(
      uniqueKeysWithValues: counts.indices.filter(test).map { (Core.ID($0), counts[$0]) })
  }

  /// `Taxi=2`, for the sorts that exist from the start; `Request≤1` or `no Request` for the others.
  package var description: [String] {
    zip(names, zip(counts, isIntroduced)).map { name, number in
      let (count, isIntroduced) = number
      return count == 0 ? "no \(name)" : "\(name)\(isIntroduced ? "≤" : "=")\(count)"
    }
  }
}
