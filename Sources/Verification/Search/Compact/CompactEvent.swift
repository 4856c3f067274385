import Rulebook
import Semantics

/// An event: the arguments for which it is enabled, and its effects.
final class CompactEvent {
  private final class Update {
    /// The variable of `each`, its values, and the condition under which they are tried.
    let each: (variable: Int, extent: CompactCompiler.Extent, isReached: Code)?
    let condition: Code
    let action: Action

    init(_ update: Core.Update, _ compiler: CompactCompiler) throws(NotCompact) {
      if let binder = update.each {
        each = (
          binder.variable.id, try compiler.extent(of: binder.domain, 0),
          try compiler.truth(.all(Array(update.parts.once)))
        )
      } else {
        each = nil
      }
      condition = try compiler.truth(update.condition)
      action = try CompactEvent.action(update.action, compiler)
    }
  }

  private enum Action {
    case value(to: Target, Code, isOptional: Bool, ClosedRange<Int64>)
    case put(Code, in: Target, CompactWrites.Addition)
    case remove(Code, from: Target, isSet: Bool)
    /// A message: its number and sort, and the codes of the recipient and the arguments.
    case notify([Int64], [Code])
  }

  /// An address, or the row of an owner.
  private struct Target {
    let at: Int
    var owner: Code?
    var stride = 1
    /// The position of the number of owners.
    var count = 0
  }

  /// An entity that the event introduces.
  private struct Introduction {
    let count: Int
    let variable: Int
    /// The first position of each kept field, and its value in a new row.
    var initial: [(at: Int, word: Int64)] = []
    /// The fields that the event has to give.
    var given: [Int] = []
  }

  /// An open field of a new entity, with its candidates.
  struct Opening {
    let field: Core.ID<Core.Field>
    let at: Int
    let count: Int
    let candidates: CompactCandidates
  }

  let id: Core.ID<Core.Event>
  let plan: CompactPlan
  private let event: Core.Event
  private(set) var arguments: [CompactCandidates] = []
  private(set) var results: [CompactCandidates] = []
  private(set) var openings: [Opening] = []
  private var introductions: [Introduction] = []
  /// The position of the number of each introduced sort's entities, and their greatest number.
  private(set) var room: [(count: Int, cap: Int64)] = []
  private var updates: [Update] = []

  init(
    _ id: Core.ID<Core.Event>, _ slice: Slice, _ compiler: CompactCompiler, _ evaluator: Evaluator
  ) throws(NotCompact) {
    self.id = id
    let layout = compiler.layout
    event = slice.rules[id]
    plan = try CompactPlan(evaluator.legality(of: id), compiler)
    let used = slice.rules.variables(usedBy: id)
    for parameter in event.parameters {
      arguments.append(
        used.contains(parameter.id)
          ? try CompactCandidates(for: parameter.type, id, layout, evaluator)
          : CompactCandidates(standingFor: parameter.type, layout))
    }
    for result in event.results {
      let type = result.variable.type
      if result.isNew {
        results.append(CompactCandidates())
        try introduce(result.variable, slice, layout, evaluator)
      } else {
        results.append(
          used.contains(result.variable.id)
            ? try CompactCandidates(for: type, id, layout, evaluator)
            : CompactCandidates(standingFor: type, layout))
      }
    }
    guard Set(introductions.map(\.count)).count == introductions.count else { throw NotCompact() }
    for update in event.updates {
      updates.append(try Update(update, compiler))
    }
  }

  private func introduce(
    _ variable: Core.Variable, _ slice: Slice, _ layout: CompactLayout, _ evaluator: Evaluator
  ) throws(NotCompact) {
    guard case .entity(let sort) = variable.type.scalar else { throw NotCompact() }
    let count = CompactLayout.count(of: sort.index)
    var introduction = Introduction(count: count, variable: variable.id)
    for field in slice.rules[sort].fields {
      guard case .value(let at, _)? = layout.columns[field.index],
        case .value(let type) = slice.rules[field].kind
      else { continue }
      switch slice.rules[field].initial {
      case .value(let literal):
        introduction.initial.append((at, try CompactCompiler.word(literal)))
      case .given:
        introduction.initial.append((at, Word.unknown))
        introduction.given.append(at)
      case .any:
        openings.append(
          Opening(
            field: field, at: at, count: count,
            candidates: try CompactCandidates(opening: type, of: field, layout, evaluator)))
      }
    }
    introductions.append(introduction)
    room.append((count, Int64(layout.caps[sort.index])))
  }

  private static func action(
    _ action: Core.Action, _ compiler: CompactCompiler
  ) throws(NotCompact) -> Action {
    switch action {
    case .assign(.global(let global), let value):
      guard let at = compiler.layout.globals[global.index] else { throw NotCompact() }
      let type = compiler.rules[global].type
      return .value(
        to: Target(at: at), try compiler.code(value), isOptional: type.isOptional,
        try compiler.bounds(type))
    case .assign(.field(let field, let owner), let value):
      guard case .value(let type) = compiler.rules[field].kind else { throw NotCompact() }
      return .value(
        to: try target(field, owner, compiler), try compiler.code(value),
        isOptional: type.isOptional, try compiler.bounds(type))
    case .append(let member, let collection):
      return .put(
        try compiler.entity(member), in: try target(collection, compiler), .append)
    case .move(let member, let collection):
      return .put(try compiler.entity(member), in: try target(collection, compiler), .move)
    case .add(let member, let collection):
      return .put(try compiler.entity(member), in: try target(collection, compiler), .add)
    case .remove(let member, let collection):
      let isSet = if case .set = compiler.rules[collection.field].kind { true } else { false }
      return .remove(
        try compiler.entity(member), from: try target(collection, compiler), isSet: isSet)
    case .notify(let notification):
      guard case .entity(let sort) = compiler.rules.type(of: notification.recipient).scalar else {
        throw NotCompact()
      }
      let arguments = try notification.arguments.mapped { a throws(NotCompact) -> Code in
        if let a { try compiler.code(a) } else { { _ in Word.open } }
      }
      return .notify(
        [Int64(notification.message.index), Int64(sort.index)],
        [try compiler.code(notification.recipient)] + arguments)
    }
  }

  private static func target(
    _ collection: Core.Collection, _ compiler: CompactCompiler
  ) throws(NotCompact) -> Target {
    try target(collection.field, collection.owner, compiler)
  }

  private static func target(
    _ field: Core.ID<Core.Field>, _ owner: Core.Expression, _ compiler: CompactCompiler
  ) throws(NotCompact) -> Target {
    let count = CompactLayout.count(of: compiler.rules[field].owner.index)
    let owner = try compiler.entity(owner)
    switch compiler.layout.columns[field.index] {
    case .value(let at, _)?, .set(let at, _)?:
      return Target(at: at, owner: owner, count: count)
    case .queue(let at, let stride, _)?:
      return Target(at: at, owner: owner, stride: stride, count: count)
    case nil: throw NotCompact()
    }
  }
}

extension CompactEvent {
  func hasRoom(in state: Words) -> Bool { room.allSatisfy { state[$0.count] < $0.cap } }

  /// Binds arguments and results, with the introduced entities under their future numbers.
  func bind(_ arguments: ArraySlice<Int64>, _ results: [Int64], in state: Words, _ frame: Frame) {
    plan.bind(arguments, frame)
    for (result, word) in zip(event.results, results) {
      frame.pointee.variables[result.variable.id] = word
    }
    for new in introductions { frame.pointee.variables[new.variable] = state[new.count] }
  }

  /// Performs the event, with everything bound, on a copy of the state in `frame.here`.
  func perform(
    on after: Words, _ opened: [Int64], _ writes: inout CompactWrites, _ frame: Frame
  ) {
    for new in introductions {
      let row = Int(after[new.count])
      after[new.count] += 1
      for (at, word) in new.initial { after[at + row] = word }
    }
    for (opening, word) in zip(openings, opened) {
      after[opening.at + Int(after[opening.count]) - 1] = word
    }
    writes.clear()
    if !frame.pointee.messages.isEmpty { frame.pointee.messages.removeAll(keepingCapacity: true) }
    for update in updates {
      perform(update, after, &writes, frame)
      if frame.pointee.hasFailed { return }
    }
    if frame.pointee.hasFailed { return }
    for new in introductions {
      let row = Int(after[new.count]) - 1
      for at in new.given where !writes.isWritten(at + row) { frame.pointee.fail(.undefined) }
    }
    writes.apply(to: after, frame)
  }

  private func perform(
    _ update: Update, _ after: Words, _ writes: inout CompactWrites, _ frame: Frame
  ) {
    guard let (variable, extent, isReached) = update.each else {
      if update.condition(frame) != 0 { perform(update.action, after, &writes, frame) }
      return
    }
    guard isReached(frame) != 0, !frame.pointee.hasFailed else { return }
    let (start, count) = extent.open(frame)
    for position in 0..<count where !frame.pointee.hasFailed {
      frame.pointee.variables[variable] = extent.element(position, start, frame)
      if update.condition(frame) != 0 { perform(update.action, after, &writes, frame) }
    }
  }

  private func perform(
    _ action: Action, _ after: Words, _ writes: inout CompactWrites, _ frame: Frame
  ) {
    switch action {
    case .value(let target, let value, let isOptional, let bounds):
      let word = value(frame)
      if word < Word.least {
        if word != Word.none || !isOptional { frame.pointee.fail(for: word) }
      } else if !bounds.contains(word) {
        frame.pointee.fail(.undefined)
      }
      if let at = address(target, after, frame) { writes.assign(word, to: at, frame) }
    case .put(let member, let target, let kind):
      let word = frame.valued(member(frame))
      if let at = address(target, after, frame) { writes.put(word, in: at, kind, frame) }
    case .remove(let member, let target, let isSet):
      let word = frame.valued(member(frame))
      if let at = address(target, after, frame) {
        writes.remove(word, from: at, isSet: isSet, frame)
      }
    case .notify(let head, let values):
      frame.pointee.messages.append(head + values.map { $0(frame) })
    }
  }

  private func address(_ target: Target, _ after: Words, _ frame: Frame) -> Int? {
    guard let owner = target.owner else { return target.at }
    let row = owner(frame)
    guard !frame.pointee.hasFailed,
      UInt64(bitPattern: row) < UInt64(bitPattern: after[target.count])
    else {
      frame.pointee.fail(.undefined)
      return nil
    }
    return target.at + Int(row) * target.stride
  }
}

extension CompactCompiler {
  /// Returns the range of numbers that a place of the type may hold.
  fileprivate func bounds(_ type: Core.ValueType) throws(NotCompact) -> ClosedRange<Int64> {
    guard case .range(let id) = type.scalar else { return .min ... .max }
    guard rules[id].lower <= rules[id].upper else { throw NotCompact() }
    return rules[id].lower...rules[id].upper
  }
}
