import Basics
import Findings
import Rulebook
import Semantics
import Traces

/// A recorded event, its names resolved.
struct Act {
  let record: TraceEvent
  let arguments: [Value]
  /// The results: `none` for a new entity, `unknown` for a value that the line does not tell.
  let results: [Value]

  var event: Core.ID<Core.Event> { record.event }
  var occurrence: Occurrence { Occurrence(event: event, arguments: arguments) }
}

extension Judge {
  /// A reason why a name stands for no entity.
  enum NameFailure: Error {
    case notIntroduced(String, Core.ID<Core.Entity>)
    /// The line that should have introduced it could not be performed, or its absence was reported.
    case lost(String, Core.ID<Core.Entity>)
  }

  /// Resolves the names of a line; entities that existed from the start are added.
  ///
  /// - Returns: Nil if it names an entity that does not exist. That has been reported, and the line
  ///   is to be left out.
  mutating func resolve(_ record: TraceEvent) -> Act? {
    let rule = rules[record.event]
    do throws(NameFailure) {
      var arguments: [Value] = []
      for (parameter, value) in zip(rule.parameters, record.arguments) {
        arguments.append(try resolve(value, parameter.type.scalar))
      }
      var results: [Value] = []
      for (result, value) in zip(rule.results, record.results) {
        if result.isNew {
          results.append(.none)
        } else if let value {
          results.append(try resolve(value, result.variable.type.scalar))
        } else {
          results.append(.unknown)
        }
      }
      while results.count < rule.results.count { results.append(.unknown) }
      return Act(record: record, arguments: arguments, results: results)
    } catch {
      switch error {
      case .lost(let name, let sort):
        counts.lost += 1
        if let cause = lostNames[sort.index][ExactText(name)] ?? nil {
          suspect(record, cause)
          // The entity that this line introduces is unknown by the same cause.
          line.cause = cause
        }
      case .notIntroduced(let name, let sort):
        if mode == .telling { line.unborn = unborn(of: sort, named: name, in: record) }
        reportNotIntroduced(name, sort, self.rule(record.event))
        lose(name, sort)
        if let cause = line.cause { suspect(record, cause) }
      }
      lose(record)
      return nil
    }
  }

  mutating func reportNotIntroduced(
    _ name: String, _ sort: Core.ID<Core.Entity>, _ rule: Rule
  ) {
    let shown = names.text(ofUnknown: name, sort)
    if mode == .telling, line.place.record <= Self.earlyRecords { counts.strangers += 1 }
    // Nothing is known of an entity that a hidden event may have introduced.
    report(
      hiddenInfluence.mayIntroduce(sort) ? .unknown : .identity, rule,
      about: Subject(
        label: "\(rules[sort].name) \(shown)", stranger: Stranger(sort: sort, name: name)),
      expected: "a name of \(rules[sort].name) that an earlier line has introduced",
      observed: "no line has introduced \(shown)", repair: "the line was left out")
  }

  mutating func resolve(
    _ value: TraceValue, _ scalar: Core.Scalar
  ) throws(NameFailure) -> Value {
    if case .name(let name) = value, case .entity(let sort) = scalar {
      return .entity(try entity(name, sort))
    }
    return known(value, scalar) ?? .unknown
  }

  /// The entity of that name, which is learned if entities of its sort are there from the start.
  mutating func entity(
    _ name: String, _ sort: Core.ID<Core.Entity>
  ) throws(NameFailure) -> Int32 {
    if let number = names.number(of: name, sort) { return number }
    if lostNames[sort.index][ExactText(name)] != nil { throw .lost(name, sort) }
    if !rules[sort].isIntroduced || world.unseen != nil {
      let number = world.learn(sort)
      names.give(name, to: number, sort)
      return number
    }
    guard let number = firstUnnamed(sort) else { throw .notIntroduced(name, sort) }
    names.give(name, to: number, sort)
    return number
  }

  /// Returns the first entity that an unrecorded obligation must have introduced and that is not
  /// named yet.
  private func firstUnnamed(_ sort: Core.ID<Core.Entity>) -> Int32? {
    for step in inferred {
      for (result, value) in zip(rules[step.occurrence.event].results, step.results) {
        guard result.isNew, result.variable.type.scalar == .entity(sort),
          case .entity(let number) = value, names.name(of: number, sort) == nil
        else { continue }
        return number
      }
    }
    return nil
  }

  /// Remembers the names that a line should have introduced and could not.
  mutating func lose(_ record: TraceEvent) {
    for (sort, name) in newNames(record) where names.number(of: name, sort) == nil {
      lose(name, sort)
    }
  }

  /// The largest number of unknown names of a sort that are remembered.
  private static let mostLost = 1 << 16

  /// Remembers an unknown name, so that it is reported once; up to a limit.
  mutating func lose(_ name: String, _ sort: Core.ID<Core.Entity>) {
    guard lostNames[sort.index].count < Self.mostLost else { return }
    lostNames[sort.index][ExactText(name)] = .some(line.cause)
  }

  func newNames(_ record: TraceEvent) -> [(sort: Core.ID<Core.Entity>, name: String)] {
    zip(rules[record.event].results, record.results).compactMap { result, value in
      guard result.isNew, case .entity(let sort) = result.variable.type.scalar,
        case .name(let name)? = value
      else { return nil }
      return (sort, name)
    }
  }

  /// Returns true if the line names an entity that should have been introduced and was not.
  func namesUnknown(_ record: TraceEvent) -> Bool {
    world.unseen == nil
      && zip(rules[record.event].parameters, record.arguments).contains { parameter, value in
        guard case .entity(let sort) = parameter.type.scalar, rules[sort].isIntroduced,
          case .name(let name) = value
        else { return false }
        return names.number(of: name, sort) == nil
          && lostNames[sort.index][ExactText(name)] == nil
      }
  }

  /// An entity by itself.
  func subject(
    _ sort: Core.ID<Core.Entity>, _ number: Int32, observed: Value? = nil
  ) -> Subject {
    let type = Core.ValueType(.entity(sort))
    return Subject(
      variables: [Core.Variable(id: 0, name: rules[sort].name, type: type)],
      values: [.entity(number)], observed: observed)
  }

  var matching: MessageMatching { MessageMatching(rules: rules, name: names.name(of:_:)) }
}

extension Core.Event {
  /// The results, if no line tells them.
  var untoldResults: [Value] { results.map { $0.isNew ? .none : .unknown } }
}
