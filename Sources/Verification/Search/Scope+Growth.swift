import Rulebook
import Semantics

extension Scope {
  /// Returns the scopes with a given number of entities more than the least, those with the fewest
  /// of the first sorts first. The least has one entity of each sort that exists from the start,
  /// and none that is introduced.
  ///
  /// - Parameter sorts: Those whose number matters; of the others there are as many as in the
  ///   least.
  static func all(_ rules: Core.Rules, more count: Int, of sorts: [Int]) -> [Scope] {
    let least = Scope(rules, each: 1, introduced: 0)
    guard count > 0 else { return [least] }
    var found: [[Int]] = []
    func share(_ left: Int, _ sorts: ArraySlice<Int>, _ counts: [Int]) {
      guard let sort = sorts.first else {
        if left == 0 { found.append(counts) }
        return
      }
      for more in 0...min(left, mostMore) {
        var counts = counts
        counts[sort] += more
        share(left - more, sorts.dropFirst(), counts)
      }
    }
    share(count, sorts[...], least.counts)
    return found.map { least.with($0) }
  }

  /// The greatest number of further entities of one sort.
  private static let mostMore = 2

  private func with(_ counts: [Int]) -> Scope {
    counts.indices.reduce(self) { $0.with(counts[$1], of: Core.ID($1)) }
  }

  /// The sorts of which there can be no entity.
  var missing: Set<Core.ID<Core.Entity>> {
    Set(counts.indices.filter { counts[$0] == 0 }.map { Core.ID($0) })
  }

  /// Returns true if it has no more entities of any sort than another.
  func isWithin(_ other: Scope) -> Bool { zip(counts, other.counts).allSatisfy { $0 <= $1 } }
}

extension Slice {
  /// The sorts whose number of entities may matter.
  var sorts: [Int] {
    var found: Set<Int> = []
    func note(_ scalar: Core.Scalar) {
      if case .entity(let sort) = scalar { found.insert(sort.index) }
    }
    for field in fields {
      found.insert(rules[field].owner.index)
      switch rules[field].kind {
      case .value(let type): note(type.scalar)
      case .queue(let member), .set(let member): found.insert(member.index)
      }
    }
    for event in events {
      let used = rules.variables(usedBy: event)
      for parameter in rules[event].parameters where used.contains(parameter.id) {
        note(parameter.type.scalar)
      }
      for result in rules[event].results { note(result.variable.type.scalar) }
    }
    return found.sorted()
  }
}
