import Rulebook
import Semantics

/// The greatest differences between instants that were seen, and the greatest and least numbers.
struct BoundSightings: Sendable {
  struct Subject: Sendable {
    let sort: Core.ID<Core.Entity>
    let guarding: Feature?
    let quantities: [Quantity]
    /// The greatest difference, by case of the feature, left, right.
    var greatest: [[Int64?]] = []
  }

  let rules: Core.Rules
  let names: ParameterNames
  private(set) var subjects: [Subject] = []
  private(set) var counts: [Counts] = []

  struct Counts: Sendable {
    let sort: Core.ID<Core.Entity>
    let guarding: Feature?
    let path: Path
    let scalar: Core.Scalar
    /// The greatest number by case.
    var greatest: [Int64?]
    var least: [Int64?]
  }

  let companions: Companions

  /// The number of bounds that are tried, of those that all states kept: the closest may be a
  /// coincidence.
  static let closest = 6
  /// The greatest number of limits: few numbers are named, and a random run counts to few of them.
  static let mostLimits = 24

  init(_ rules: Core.Rules, _ features: [[Feature]], _ names: ParameterNames) {
    self.rules = rules
    self.names = names
    companions = Companions(rules)
    for sort in rules.entities.indices {
      let id = Core.ID<Core.Entity>(sort)
      let instants = Self.instants(of: id, rules)
      let guards: [Feature?] = [nil] + features[sort].filter { $0.tellsCases(rules) }
      for guarding in guards {
        let cases = guarding?.count(rules) ?? 1
        if instants.count > 1 {
          subjects.append(
            Subject(
              sort: id, guarding: guarding, quantities: instants,
              greatest: Array(
                repeating: Array(repeating: nil, count: instants.count * instants.count),
                count: cases)))
        }
        for field in rules.entities[sort].fields {
          guard case .value(let type) = rules[field].kind, type.scalar.isCounted else { continue }
          let none = [Int64?](repeating: nil, count: cases)
          counts.append(
            Counts(
              sort: id, guarding: guarding, path: Path(fields: [field]), scalar: type.scalar,
              greatest: none, least: none))
        }
      }
    }
  }

  /// Returns now, the instants of the entity, and those of the entities to which its fields lead.
  private static func instants(of sort: Core.ID<Core.Entity>, _ rules: Core.Rules) -> [Quantity] {
    func times(_ sort: Core.ID<Core.Entity>, _ path: Path) -> [Quantity] {
      rules[sort].fields.compactMap { field in
        guard case .value(let type) = rules[field].kind, type.scalar == .time else { return nil }
        return .path(path.appending(field))
      }
    }
    var instants = [Quantity.now] + times(sort, Path())
    for field in rules[sort].fields {
      if case .value(let type) = rules[field].kind, case .entity(let target) = type.scalar {
        instants += times(target, Path(fields: [field]))
      }
    }
    return instants
  }

  mutating func see(_ state: State) {
    for index in subjects.indices { see(state, &subjects[index]) }
    for index in counts.indices {
      for entity in 0..<state.count(of: counts[index].sort) {
        let quantity = Quantity.path(counts[index].path)
        guard let number = quantity.value(of: entity, in: state),
          let guarded = Self.guarded(counts[index].guarding, entity, state, rules)
        else { continue }
        counts[index].greatest[guarded] = max(counts[index].greatest[guarded] ?? number, number)
        counts[index].least[guarded] = min(counts[index].least[guarded] ?? number, number)
      }
    }
  }

  private func see(_ state: State, _ subject: inout Subject) {
    let width = subject.quantities.count
    for entity in 0..<state.count(of: subject.sort) {
      guard let guarded = Self.guarded(subject.guarding, entity, state, rules) else { continue }
      let values = subject.quantities.map { $0.value(of: entity, in: state) }
      for (a, left) in values.enumerated() {
        guard let left else { continue }
        for (b, right) in values.enumerated() where a != b {
          guard let right else { continue }
          let (difference, overflow) = left.subtractingReportingOverflow(right)
          let known = subject.greatest[guarded][a * width + b]
          subject.greatest[guarded][a * width + b] = max(
            known ?? .min, overflow ? .max : difference)
        }
      }
    }
  }

  private static func guarded(
    _ feature: Feature?, _ entity: Int, _ state: State, _ rules: Core.Rules
  ) -> Int? {
    guard let feature else { return 0 }
    return feature.value(of: entity, in: state, rules)
  }
}

extension Core.Scalar {
  fileprivate var isCounted: Bool {
    switch self {
    case .int, .unit: true
    default: false
    }
  }
}
