import Rulebook
import Semantics

extension CompactCompiler {
  /// The values that a variable ranges over: the first, their number, and each of them.
  struct Extent {
    enum Form {
      /// Numbers from the first on, one after the other.
      case numbers
      /// A queue, at the address of the first value.
      case queue(Core.Era)
      /// A set, which the first value contains.
      case set
    }

    let form: Form
    let open: (Frame) -> (start: Int64, count: Int64)

    @inline(__always)
    func element(_ position: Int64, _ start: Int64, _ frame: Frame) -> Int64 {
      switch form {
      case .numbers: return start + position
      case .queue(.here): return frame.pointee.here[Int(start + 1 + position)]
      case .queue(.before): return frame.pointee.before[Int(start + 1 + position)]
      case .set:
        var rest = UInt64(bitPattern: start)
        for _ in 0..<position { rest &= rest &- 1 }
        return Int64(rest.trailingZeroBitCount)
      }
    }
  }

  func extent(of domain: Core.Binder.Domain, _ depth: Int) throws(NotCompact) -> Extent {
    switch domain {
    case .entities(let sort, let era):
      let count = CompactLayout.count(of: sort.index)
      return Extent(form: .numbers) { frame in
        (0, era == .here ? frame.pointee.here[count] : frame.pointee.before[count])
      }
    case .values(.bool): return Extent(form: .numbers) { _ in (0, 2) }
    case .values(.enumeration(let id)):
      let count = Int64(rules[id].cases.count)
      return Extent(form: .numbers) { _ in (0, count) }
    case .values(.range(let id)):
      let range = rules[id]
      let (distance, overflow) = range.upper.subtractingReportingOverflow(range.lower)
      // The evaluator does not try more values one by one.
      guard !overflow, distance < 1_000_000 else { throw NotCompact() }
      return Extent(form: .numbers) { _ in (range.lower, max(0, distance + 1)) }
    case .values: throw NotCompact()
    case .members(let collection): return try extent(of: collection, depth)
    }
  }

  func extent(of collection: Core.Collection, _ depth: Int) throws(NotCompact) -> Extent {
    let owner = try entity(collection.owner, depth)
    let owners = CompactLayout.count(of: rules[collection.field].owner.index)
    let isHere = collection.era == .here
    func row(_ frame: Frame) -> (owner: Int, state: Words)? {
      let owner = owner(frame)
      let state = isHere ? frame.pointee.here : frame.pointee.before
      guard UInt64(bitPattern: owner) < UInt64(bitPattern: state[owners]) else {
        frame.pointee.fail(.undefined)
        return nil
      }
      return (Int(owner), state)
    }
    switch layout.columns[collection.field.index] {
    case .queue(let at, let stride, _)?:
      return Extent(form: .queue(collection.era)) { frame in
        guard let (owner, state) = row(frame) else { return (0, 0) }
        let start = at + owner * stride
        return (Int64(start), state[start])
      }
    case .set(let at, _)?:
      return Extent(form: .set) { frame in
        guard let (owner, state) = row(frame) else { return (0, 0) }
        let bits = state[at + owner]
        return (bits, Int64(bits.nonzeroBitCount))
      }
    default: throw NotCompact()
    }
  }

  func quantified(
    _ quantifier: Core.Quantifier, _ binders: ArraySlice<Core.Binder>,
    _ condition: Core.Expression?, _ body: Core.Expression, _ depth: Int
  ) throws(NotCompact) -> Code {
    guard let binder = binders.first else {
      let body = try truth(body, depth)
      guard let condition else { return body }
      let decides = try truth(condition, depth)
      let irrelevant: Int64 = quantifier == .all ? 1 : 0
      return { decides($0) != 0 ? body($0) : irrelevant }
    }
    if case .atLeast(let number) = quantifier {
      return try areAtLeast(number, binder, condition, body, depth)
    }
    let rest = try quantified(quantifier, binders.dropFirst(), condition, body, depth)
    let extent = try extent(of: binder.domain, depth)
    let variable = binder.variable.id
    let decisive: Int64 = quantifier == .some ? 1 : 0
    return { frame in
      let (start, count) = extent.open(frame)
      var position: Int64 = 0
      while position < count {
        frame.pointee.variables[variable] = extent.element(position, start, frame)
        if rest(frame) == decisive || frame.pointee.hasFailed { return decisive }
        position += 1
      }
      return 1 - decisive
    }
  }

  private func areAtLeast(
    _ number: Core.Expression, _ binder: Core.Binder, _ condition: Core.Expression?,
    _ body: Core.Expression, _ depth: Int
  ) throws(NotCompact) -> Code {
    let wanted = try self.number(number, depth)
    let one = try quantified(.some, [], condition, body, depth)
    let extent = try extent(of: binder.domain, depth)
    let variable = binder.variable.id
    return { frame in
      let wanted = wanted(frame)
      let (start, count) = extent.open(frame)
      var (position, found): (Int64, Int64) = (0, 0)
      while position < count, !frame.pointee.hasFailed {
        frame.pointee.variables[variable] = extent.element(position, start, frame)
        found += one(frame)
        position += 1
      }
      return found >= wanted ? 1 : 0
    }
  }

  func isMember(
    _ member: Core.Expression, _ collection: Core.Collection, _ depth: Int
  ) throws(NotCompact) -> Code {
    let member = try code(member, depth)
    let extent = try extent(of: collection, depth)
    return { frame in
      let member = member(frame)
      let (start, count) = extent.open(frame)
      if member < 0 { return 0 }
      if case .set = extent.form { return start >> member & 1 }
      return extent.position(of: member, start, count, frame) == nil ? 0 : 1
    }
  }

  func isAhead(
    _ first: Core.Expression, _ second: Core.Expression, _ collection: Core.Collection,
    _ depth: Int
  ) throws(NotCompact) -> Code {
    let (first, second) = (try code(first, depth), try code(second, depth))
    let extent = try extent(of: collection, depth)
    return { frame in
      let (a, b) = (first(frame), second(frame))
      let (start, count) = extent.open(frame)
      guard let front = extent.position(of: a, start, count, frame),
        let back = extent.position(of: b, start, count, frame)
      else { return 0 }
      return front < back ? 1 : 0
    }
  }

  func isExtreme(_ extreme: Core.Extreme, _ depth: Int) throws(NotCompact) -> Code {
    let subject = try code(extreme.subject, depth)
    let extent = try extent(of: extreme.binder.domain, depth)
    let variable = extreme.binder.variable.id
    let chosen = try extreme.condition.map { c throws(NotCompact) in try truth(c, depth) }
    func isChosen(_ candidate: Int64, _ frame: Frame) -> Bool {
      frame.pointee.variables[variable] = candidate
      return chosen.map { $0(frame) != 0 } ?? true
    }
    if case .best(let key) = extreme.kind {
      guard !key.readsNow else { throw NotCompact() }
      let key = try number(key, depth)
      return { frame in
        let subject = subject(frame)
        let (start, count) = extent.open(frame)
        guard extent.position(of: subject, start, count, frame) != nil, isChosen(subject, frame)
        else { return 0 }
        let own = key(frame)
        for position in 0..<count {
          let candidate = extent.element(position, start, frame)
          guard candidate != subject, isChosen(candidate, frame) else { continue }
          if own < key(frame) || frame.pointee.hasFailed { return 0 }
        }
        return 1
      }
    }
    let isLast = extreme.kind == .last
    return { frame in
      let subject = subject(frame)
      let (start, count) = extent.open(frame)
      guard extent.position(of: subject, start, count, frame) != nil else { return 0 }
      for position in 0..<count {
        let place = isLast ? count - 1 - position : position
        let candidate = extent.element(place, start, frame)
        let isChosen = isChosen(candidate, frame)
        if candidate == subject { return isChosen ? 1 : 0 }
        if isChosen || frame.pointee.hasFailed { return 0 }
      }
      return 0
    }
  }

  func isNotified(
    _ recipient: Core.Expression, _ message: Core.ID<Core.Message>,
    _ arguments: [Core.Expression?], _ depth: Int
  ) throws(NotCompact) -> Code {
    guard case .entity(let sort) = rules.type(of: recipient).scalar else { throw NotCompact() }
    let recipient = try code(recipient, depth)
    let wanted = try arguments.mapped { a throws(NotCompact) -> Code in
      if let a { try code(a, depth) } else { { _ in Word.open } }
    }
    let head = [Int64(message.index), Int64(sort.index)]
    return { frame in
      let values = [recipient(frame)] + wanted.map { $0(frame) }
      for sent in frame.pointee.messages where sent[0] == head[0] && sent[1] == head[1] {
        let isSame = zip(values, sent.dropFirst(2)).allSatisfy { wanted, given in
          wanted == Word.open || given == Word.open || wanted == given
        }
        if isSame { return 1 }
      }
      return 0
    }
  }
}

extension CompactCompiler.Extent {
  func position(of word: Int64, _ start: Int64, _ count: Int64, _ frame: Frame) -> Int64? {
    var position: Int64 = 0
    while position < count {
      if element(position, start, frame) == word { return position }
      position += 1
    }
    return nil
  }
}
