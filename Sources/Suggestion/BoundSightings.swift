internal import Rulebook
internal import Semantics

/// How far apart instants were, and how great numbers.
struct BoundSightings: Sendable {
  private struct Subject: Sendable {
    let sort: Core.ID<Core.Entity>
    let guarding: Feature?
    let quantities: [Quantity]
    /// By case of the feature, left, right: the greatest difference.
    var greatest: [[Int64?]] = []
  }

  private let rules: Core.Rules
  private let names: ParameterNames
  private var subjects: [Subject] = []
  private var counts: [Counts] = []

  private struct Counts: Sendable {
    let sort: Core.ID<Core.Entity>
    let guarding: Feature?
    let path: Path
    let scalar: Core.Scalar
    /// By case.
    var greatest: [Int64?]
    var least: [Int64?]
  }

  private let companions: Companions

  /// How many of the bounds that were kept in all states are tried: the closest may be so by chance.
  private static let closest = 6
  /// Few numbers are named, and a random run counts to few of them.
  private static let mostLimits = 24

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

  /// Now, the instants of the entity, and those of the entities to which its fields lead.
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

  /// The closest bounds that were always kept; of instants those of one case only if closer than
  /// those of all.
  func candidates() -> [Bound] { subjects.flatMap(differences) + counts.flatMap(numbers) }

  private func differences(_ subject: Subject) -> [Bound] {
    let width = subject.quantities.count
    let whole = subjects.first { $0.sort == subject.sort && $0.guarding == nil }
    var bounds: [Bound] = []
    for (value, greatest) in subject.greatest.enumerated() {
      for (a, left) in subject.quantities.enumerated() {
        for (b, right) in subject.quantities.enumerated() where left.isOwn || right.isOwn {
          guard let seen = greatest[a * width + b] else { continue }
          let about = [left, right].compactMap(\.lastField)
          let lengths = companions[about]
          let amounts = names.numbers(.duration, about: about).filter { lengths.contains($0.value) }
          var limit = Int64.max
          if subject.guarding != nil, let all = whole?.greatest[0][a * width + b] {
            limit = offsets(amounts, from: all).first?.value ?? .max
          }
          for offset in offsets(amounts, from: seen).prefix(Self.closest) where offset.value < limit {
            bounds.append(
              Bound(
                sort: subject.sort, guarding: subject.guarding, values: [value], left: left,
                right: right, offset: offset.value, amount: offset.amount))
          }
        }
      }
    }
    return bounds
  }

  /// Zero and some lengths of time, negative too, from a length on; ascending.
  private func offsets(
    _ durations: [NamedNumber], from least: Int64
  ) -> [(value: Int64, amount: NamedNumber?)] {
    var all: [(value: Int64, amount: NamedNumber?)] = durations.reversed().map { (-$0.value, $0) }
    all.append((0, nil))
    all += durations.map { ($0.value, $0) }
    return all.filter { $0.value >= least }
  }

  private func numbers(_ counts: Counts) -> [Bound] {
    var bounds: [Bound] = []
    func bound(_ value: Int, _ offset: Int64, _ amount: NamedNumber?) -> Bound {
      Bound(
        sort: counts.sort, guarding: counts.guarding, values: [value], left: .path(counts.path),
        right: nil, offset: offset, amount: amount)
    }
    if counts.guarding == nil, let least = counts.least[0], least >= 0 {
      bounds.append(
        Bound(
          sort: counts.sort, guarding: nil, values: [0], left: nil, right: .path(counts.path),
          offset: 0, amount: nil))
    }
    for (value, greatest) in counts.greatest.enumerated() {
      guard let greatest else { continue }
      let limits = limits(counts, from: greatest)
      for number in limits.prefix(Self.mostLimits) {
        bounds.append(bound(value, number.value, number))
      }
    }
    return bounds
  }

  /// Named numbers and their neighbours, from a number on; ascending.
  private func limits(_ counts: Counts, from least: Int64) -> [NamedNumber] {
    let named = names.numbers(counts.scalar, about: counts.path.fields)
    var all = named
    if counts.scalar == .int {
      for number in named {
        for (step, sign) in [(Int64(-1), "-"), (1, "+")] {
          let (value, overflow) = number.value.addingReportingOverflow(step)
          if overflow || all.contains(where: { $0.value == value }) { continue }
          all.append(NamedNumber(value: value, name: "\(number.name) \(sign) 1", scalar: .int))
        }
      }
    }
    return all.filter { $0.value >= least }.sorted { $0.value < $1.value }
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
