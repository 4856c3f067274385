import Rulebook

extension BoundSightings {
  /// Returns the closest bounds that all states kept; for instants those of one case only if closer
  /// than those of all.
  func candidates() -> [UpperBound] { subjects.flatMap(differences) + counts.flatMap(numbers) }

  private func differences(_ subject: Subject) -> [UpperBound] {
    let width = subject.quantities.count
    let whole = subjects.first { $0.sort == subject.sort && $0.guarding == nil }
    var bounds: [UpperBound] = []
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
          for offset in offsets(amounts, from: seen).prefix(Self.closest)
          where offset.value < limit {
            bounds.append(
              UpperBound(
                sort: subject.sort, guarding: subject.guarding, values: [value], left: left,
                right: right, offset: offset.value, amount: offset.amount))
          }
        }
      }
    }
    return bounds
  }

  /// Returns zero and some lengths of time, negative too, from a length on; ascending.
  private func offsets(
    _ durations: [NamedNumber], from least: Int64
  ) -> [(value: Int64, amount: NamedNumber?)] {
    var all: [(value: Int64, amount: NamedNumber?)] = durations.reversed().map { (-$0.value, $0) }
    all.append((0, nil))
    all += durations.map { ($0.value, $0) }
    return all.filter { $0.value >= least }
  }

  private func numbers(_ counts: Counts) -> [UpperBound] {
    var bounds: [UpperBound] = []
    func bound(_ value: Int, _ offset: Int64, _ amount: NamedNumber?) -> UpperBound {
      UpperBound(
        sort: counts.sort, guarding: counts.guarding, values: [value], left: .path(counts.path),
        right: nil, offset: offset, amount: amount)
    }
    if counts.guarding == nil, let least = counts.least[0], least >= 0 {
      bounds.append(
        UpperBound(
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

  /// Returns named numbers and their neighbours, from a number on; ascending.
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
