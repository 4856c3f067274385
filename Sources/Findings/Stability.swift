/// The dependence of verdicts on chance: the result of verifying again with other seeds.
package struct Stability: Codable, Sendable {
  /// A property whose verdict depends on the seed.
  package struct Moved: Codable, Sendable {
    package let name: String
    /// The seeds that gave each verdict.
    package let seeds: [String: [UInt32]]

    package init(name: String, seeds: [String: [UInt32]]) {
      self.name = name
      self.seeds = seeds
    }
  }

  /// The seeds in the order of the runs.
  package let seeds: [UInt32]
  /// The properties whose verdict is not the same for all seeds, in the order of the first run.
  package let moved: [Moved]

  /// Compares runs.
  /// - Parameter runs: The same rulebook verified, each with a seed of its own; not empty.
  package init(_ runs: [Verification]) {
    seeds = runs.map(\.solver.seed)
    var verdicts: [String: [String: [UInt32]]] = [:]
    var order: [String] = []
    for run in runs {
      for property in run.properties {
        if verdicts[property.name] == nil { order.append(property.name) }
        verdicts[property.name, default: [:]][property.verdict.rawValue, default: []]
          .append(run.solver.seed)
      }
    }
    // A property that the tool adds may be missing in a run; that is no verdict.
    moved = order.compactMap { name in
      guard let seeds = verdicts[name], seeds.count > 1 else { return nil }
      return Moved(name: name, seeds: seeds)
    }
  }
}
