import Rulebook
import Solver

extension Lowering {
  /// Returns the value of a field in a symbolic state.
  func lookup(
    _ id: Core.ID<Core.Field>, of owner: Term, in state: SymbolicState, key: ReferenceKey
  ) -> LoweredValue {
    let writes = state.fieldWrites[id, default: []].map { applied($0, to: owner) }
    func hits(_ write: SymbolicState.Write) -> Term {
      builder.and([write.condition, builder.equal(owner, write.owner[0])])
    }
    switch encoding.fields[id.index] {
    case .function(let function):
      var result = builder.apply(function, [owner])
      for write in writes {
        guard case .plain(let value) = write.value else { continue }
        result = builder.ite(hits(write), value, result)
      }
      return .plain(result)
    case .optional(let has, let value):
      var isThere = builder.apply(has, [owner])
      var result = builder.apply(value, [owner])
      for write in writes {
        switch write.value {
        case .plain(let new):
          isThere = builder.or([hits(write), isThere])
          result = builder.ite(hits(write), new, result)
        case .optional(let newHas, let new):
          isThere = builder.ite(hits(write), newHas, isThere)
          result = builder.ite(hits(write), new, result)
        case .none: isThere = builder.and([builder.not(hits(write)), isThere])
        case .reference: continue
        }
      }
      return .optional(has: isThere, value: result)
    case .relation(let has, let pairs, _):
      var isThere = has.map { builder.apply($0, [owner]) } ?? builder.bool(true)
      for write in writes {
        isThere = builder.ite(hits(write), self.has(write.value), isThere)
      }
      let isTo: (Term) -> Term = { [builder] target in
        var result = builder.apply(pairs, [owner, target])
        for write in writes {
          result = builder.ite(hits(write), self.isTo(write.value, target), result)
        }
        return result
      }
      return .reference(has: isThere, isTo: isTo, key: key)
    case .set, .queue: return .plain(builder.bool(false))
    }
  }

  func lookup(_ id: Core.ID<Core.Global>, in state: SymbolicState) -> LoweredValue {
    let writes = state.globalWrites[id, default: []]
    switch encoding.globals[id.index] {
    case .constant(let function):
      var result = builder.apply(function, [])
      for write in writes {
        guard case .plain(let value) = write.value else { continue }
        result = builder.ite(write.condition, value, result)
      }
      return .plain(result)
    case .optional(let has, let value):
      var isThere = builder.apply(has, [])
      var result = builder.apply(value, [])
      for write in writes {
        isThere = builder.ite(write.condition, self.has(write.value), isThere)
        if let new = inner(write.value) { result = builder.ite(write.condition, new, result) }
      }
      return .optional(has: isThere, value: result)
    }
  }

  func exists(_ id: Core.ID<Core.Entity>, _ entity: Term, in state: SymbolicState) -> Term {
    guard let existence = encoding.existence[id.index] else { return builder.bool(true) }
    let new = state.introduced[id, default: []].map { builder.equal(entity, $0) }
    return builder.or(new + [builder.apply(existence, [entity])])
  }

  func isMember(
    _ element: Term, of id: Core.ID<Core.Field>, owner: Term, in state: SymbolicState
  ) -> Term {
    let members: Function
    switch encoding.fields[id.index] {
    case .set(let function, _): members = function
    case .queue(let function, _, _): members = function
    default: return builder.bool(false)
    }
    var result = builder.apply(members, [owner, element])
    for write in state.collectionWrites[id, default: []] {
      switch write {
      case .insert(let condition, let itsOwner, let itsElement, _):
        result = builder.or([
          result,
          builder.and([
            condition, builder.equal(owner, itsOwner), builder.equal(element, itsElement),
          ]),
        ])
      case .remove(let condition, let itsOwner, let itsElement):
        result = builder.and([
          result,
          builder.not(
            builder.and([
              condition, builder.equal(owner, itsOwner), builder.equal(element, itsElement),
            ])),
        ])
      case .insertEach(let each, let condition, let itsOwner, let itsElement):
        result = builder.or([
          result, holds(of: each, condition, itsOwner, itsElement, owner, element),
        ])
      case .removeEach(let each, let condition, let itsOwner, let itsElement):
        result = builder.and([
          result, builder.not(holds(of: each, condition, itsOwner, itsElement, owner, element)),
        ])
      case .clear(let itsOwner):
        result = builder.and([result, builder.not(builder.equal(owner, itsOwner))])
      }
    }
    return result
  }

  /// Returns the condition under which a write to each entity concerns this owner and this element.
  private func holds(
    of each: [Term], _ condition: Term, _ itsOwner: Term, _ itsElement: Term, _ owner: Term,
    _ element: Term
  ) -> Term {
    var parts = [condition]
    if fault != .eachOfEveryOwner {
      if !each.contains(itsOwner) { parts.append(builder.equal(owner, itsOwner)) }
      if !each.contains(itsElement) { parts.append(builder.equal(element, itsElement)) }
    }
    let replacement = Dictionary(
      uniqueKeysWithValues: each.map { ($0, $0 == itsOwner ? owner : element) })
    return builder.substitute(replacement, in: builder.and(parts))
  }

  /// Returns a write to each entity as the write to this owner.
  private func applied(_ write: SymbolicState.Write, to owner: Term) -> SymbolicState.Write {
    guard write.isOfEach else { return write }
    let replacement = [write.owner[0]: owner]
    func replaced(_ term: Term) -> Term { builder.substitute(replacement, in: term) }
    let value: LoweredValue =
      switch write.value {
      case .plain(let term): .plain(replaced(term))
      case .none: .none
      case .optional(let has, let value): .optional(has: replaced(has), value: replaced(value))
      case .reference(let has, let isTo, let key):
        .reference(
          has: replaced(has),
          isTo: { [builder] in builder.substitute(replacement, in: isTo($0)) }, key: key)
      }
    return SymbolicState.Write(condition: replaced(write.condition), owner: [owner], value: value)
  }

  func ticket(
    of element: Term, in id: Core.ID<Core.Field>, owner: Term, _ state: SymbolicState
  ) -> Term {
    guard case .queue(_, let tickets, _) = encoding.fields[id.index] else { return builder.int(0) }
    var result = builder.apply(tickets, [owner, element])
    for write in state.collectionWrites[id, default: []] {
      guard case .insert(let condition, let itsOwner, let itsElement, let ticket?) = write else {
        continue
      }
      result = builder.ite(
        builder.and([
          condition, builder.equal(owner, itsOwner), builder.equal(element, itsElement),
        ]), ticket, result)
    }
    return result
  }

  func clock(_ property: Int, _ arguments: [Term], in state: SymbolicState) -> Term {
    if let written = state.clockWrites[property] { return written(arguments) }
    guard let function = encoding.clocks[property] else { return builder.real(0) }
    return builder.apply(function, arguments)
  }

  // MARK: Parts of values

  func has(_ value: LoweredValue) -> Term {
    switch value {
    case .plain: builder.bool(true)
    case .none: builder.bool(false)
    case .optional(let has, _): has
    case .reference(let has, _, _): has
    }
  }

  func isTo(_ value: LoweredValue, _ target: Term) -> Term {
    switch value {
    case .plain(let term): builder.equal(term, target)
    case .none: builder.bool(false)
    case .optional(let has, let value): builder.and([has, builder.equal(value, target)])
    case .reference(_, let isTo, _): isTo(target)
    }
  }

  /// Returns the value itself if it is a term of its own.
  func inner(_ value: LoweredValue) -> Term? {
    switch value {
    case .plain(let term): term
    case .optional(_, let value): value
    case .none, .reference: nil
    }
  }
}
