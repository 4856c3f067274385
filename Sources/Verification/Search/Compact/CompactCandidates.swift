import Rulebook
import Semantics

/// The values worth trying for one argument, result or open field, in the order of
/// ``MoveGenerator``.
struct CompactCandidates {
  fileprivate enum Form {
    case fixed([Int64])
    /// The existing entities of a sort: the position of their number, and the values by number.
    case entities(count: Int, [[Int64]])
    case numbers(Numbers)
  }

  /// The numbers that stand in the rules or are held by the state.
  fileprivate struct Numbers {
    let fixed: Set<Int64>
    let fromNow: Set<Int64>
    /// The fields that hold such numbers: the first position, and the position of the number of
    /// rows; nil: one row.
    let stored: [(at: Int, count: Int?)]
    let bounds: ClosedRange<Int64>
    /// The numbers with which the rules compare the open field, if only a few are tried; nil: all
    /// are.
    let fewComparedWith: Set<Int64>?
  }

  private let form: Form
  private let isOptional: Bool

  private init(_ form: Form, isOptional: Bool) {
    self.isOptional = isOptional
    switch form {
    case .fixed(let values) where isOptional: self.form = .fixed([Word.none] + values)
    case .entities(let count, let values) where isOptional:
      self.form = .entities(count: count, values.map { [Word.none] + $0 })
    default: self.form = form
    }
  }

  private static func entities(
    of sort: Core.ID<Core.Entity>, _ layout: CompactLayout, atMost most: Int = .max
  ) -> Form {
    .entities(
      count: CompactLayout.count(of: sort.index),
      (0...layout.caps[sort.index]).map { Array(0..<Int64(min($0, most))) })
  }

  /// Makes candidates of every value of a type.
  init(allOf type: Core.ValueType, _ layout: CompactLayout) throws(NotCompact) {
    let form: Form
    switch type.scalar {
    case .bool: form = .fixed([0, 1])
    case .enumeration(let id): form = .fixed((0..<layout.rules[id].cases.count).map(Int64.init))
    case .entity(let sort): form = Self.entities(of: sort, layout)
    case .range(let id):
      let range = layout.rules[id]
      let (distance, overflow) = range.upper.subtractingReportingOverflow(range.lower)
      guard !overflow, distance < 1_000 else { throw NotCompact() }
      form = .fixed(range.lower <= range.upper ? Array(range.lower...range.upper) : [])
    case .int, .time, .duration, .unit: throw NotCompact()
    }
    self.init(form, isOptional: type.isOptional)
  }

  /// Makes the candidates of ``Evaluator/candidates(for:_:in:)``.
  init(
    for type: Core.ValueType, _ event: Core.ID<Core.Event>?, _ layout: CompactLayout,
    _ evaluator: Evaluator, fewComparedWith: Set<Int64>? = nil
  ) throws(NotCompact) {
    switch type.scalar {
    case .bool, .enumeration, .entity: try self.init(allOf: type, layout)
    case .range, .int, .unit, .time, .duration:
      let numbers = evaluator.numbersOfRules(type.scalar, event)
      guard numbers.fixed.union(numbers.fromNow).allSatisfy({ $0 >= Word.least }) else {
        throw NotCompact()
      }
      var bounds = Int64.min...Int64.max
      if case .range(let id) = type.scalar, layout.rules[id].lower <= layout.rules[id].upper {
        bounds = layout.rules[id].lower...layout.rules[id].upper
      }
      let candidates = Numbers(
        fixed: numbers.fixed, fromNow: numbers.fromNow, stored: layout.stored(type.scalar),
        bounds: bounds, fewComparedWith: fewComparedWith)
      self.init(.numbers(candidates), isOptional: type.isOptional)
    }
  }

  /// Makes a single candidate that stands for all values.
  init(standingFor type: Core.ValueType, _ layout: CompactLayout) {
    let form: Form =
      switch type.scalar {
      case _ where type.isOptional: .fixed([Word.none])
      case .entity(let sort): Self.entities(of: sort, layout, atMost: 1)
      case .range(let id): .fixed([layout.rules[id].lower])
      case .bool, .enumeration, .int, .time, .duration, .unit: .fixed([0])
      }
    self.init(form, isOptional: false)
  }

  /// Makes the candidates of ``Openings``.
  init(
    opening type: Core.ValueType, of field: Core.ID<Core.Field>, _ layout: CompactLayout,
    _ evaluator: Evaluator
  ) throws(NotCompact) {
    switch type.scalar {
    case .bool, .enumeration, .entity: try self.init(allOf: type, layout)
    case .range(let id):
      self.init(.fixed(Openings.numbers(of: id, evaluator)), isOptional: type.isOptional)
    case .time: self.init(.fixed([0]), isOptional: type.isOptional)
    case .duration:
      let lengths = Openings.lengths(of: field, evaluator)
      guard lengths.allSatisfy({ $0 >= Word.least }) else { throw NotCompact() }
      self.init(.fixed(lengths), isOptional: type.isOptional)
    case .int, .unit:
      try self.init(
        for: type, nil, layout, evaluator, fewComparedWith: evaluator.numbersCompared(with: field))
    }
  }

  /// Makes the candidate for an entity that the event introduces: nothing is chosen.
  init() {
    self.init(.fixed([Word.none]), isOptional: false)
  }

  func values(in state: Words) -> [Int64] {
    switch form {
    case .fixed(let values): values
    case .entities(let count, let values): values[Int(state[count])]
    case .numbers(let numbers):
      (isOptional ? [Word.none] : []) + numbers.values(in: state)
    }
  }
}

extension CompactCandidates.Numbers {
  fileprivate func values(in state: Words) -> [Int64] {
    var found = fixed
    for offset in fromNow {
      let (sum, overflow) = state[CompactLayout.now].addingReportingOverflow(offset)
      if !overflow { found.insert(sum) }
    }
    for (at, count) in stored {
      for row in 0..<(count.map { Int(state[$0]) } ?? 1) where state[at + row] >= Word.least {
        found.insert(state[at + row])
      }
    }
    let all = found.filter(bounds.contains).sorted()
    guard let fewComparedWith else { return all }
    return Openings.few(of: Set(all), comparedWith: fewComparedWith)
  }
}

extension CompactLayout {
  /// Returns the positions at which the state holds numbers of a scalar type.
  fileprivate func stored(_ scalar: Core.Scalar) -> [(at: Int, count: Int?)] {
    var found: [(at: Int, count: Int?)] = []
    for (index, column) in columns.enumerated() {
      guard case .value(let at, scalar)? = column else { continue }
      found.append((at, Self.count(of: rules.fields[index].owner.index)))
    }
    for (index, at) in globals.enumerated() where rules.globals[index].type.scalar == scalar {
      if let at { found.append((at, nil)) }
    }
    return found
  }
}
