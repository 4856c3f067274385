import Rulebook

extension Evaluation {
  mutating func isMember(
    _ member: Core.Expression, _ collection: Core.Collection
  ) throws(EvaluationError) -> Bool? {
    let member = try value(of: member)
    guard let members = try members(of: collection), member != .unknown else { return nil }
    // An optional member that is none is in no collection.
    guard case .entity(let index) = member else { return false }
    return members.listed.contains(index) ? true : members.areAll ? false : nil
  }

  mutating func isAhead(
    _ first: Core.Expression, _ second: Core.Expression, _ collection: Core.Collection
  ) throws(EvaluationError) -> Bool? {
    let first = try value(of: first)
    let second = try value(of: second)
    guard let members = try members(of: collection) else { return nil }
    guard first != .unknown, second != .unknown else { return nil }
    guard case .entity(let a) = first, case .entity(let b) = second, a != b else { return false }
    guard let front = rank(of: a, in: members), let back = rank(of: b, in: members)
    else { return members.areAll ? false : nil }
    return front < back
  }

  /// The least length of a queue whose ranks are kept; shorter queues are searched.
  private static let fewest = 32

  /// Returns the position of a member in a queue; nil if it is not there. Of a long queue all ranks
  /// are found at once: a condition about any two of its members asks for each of them once per
  /// other member.
  private mutating func rank(of member: Int32, in members: Members) -> Int? {
    if members.listed.count < Self.fewest { return members.listed.firstIndex(of: member) }
    if let known = ranks[members.place] { return known[member] }
    let all = Dictionary(
      members.listed.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    ranks[members.place] = all
    return all[member]
  }

  mutating func isExtreme(_ extreme: Core.Extreme) throws(EvaluationError) -> Bool? {
    let subject = try value(of: extreme.subject)
    guard let extent = try extent(of: extreme.binder.domain) else { return nil }
    guard subject != .unknown else { return nil }
    guard extent.values.contains(subject) else {
      return extent.isWhole || subject == .none ? false : nil
    }
    let holds =
      switch extreme.kind {
      case .first: try isFirst(subject, extent.values, extreme)
      case .last: try isFirst(subject, extent.values.reversed(), extreme)
      case .best(let key): try isBest(subject, extent.values, key, extreme)
      }
    // An unseen member may come before it.
    return holds == true && !extent.isWhole ? nil : holds
  }

  /// Returns true if the subject satisfies the condition, and no candidate before it does.
  private mutating func isFirst(
    _ subject: Value, _ candidates: [Value], _ extreme: Core.Extreme
  ) throws(EvaluationError) -> Bool? {
    var isKnown = true
    for candidate in candidates {
      let isChosen = try isChosen(candidate, extreme)
      if candidate == subject {
        return isChosen == true && !isKnown ? nil : isChosen
      }
      if isChosen == true { return false }
      if isChosen == nil { isKnown = false }
    }
    return false
  }

  /// Returns true if the subject satisfies the condition, and no other that does has a greater key.
  private mutating func isBest(
    _ subject: Value, _ candidates: [Value], _ key: Core.Expression, _ extreme: Core.Extreme
  ) throws(EvaluationError) -> Bool? {
    guard let isChosen = try isChosen(subject, extreme) else { return nil }
    guard isChosen else { return false }
    let own = try Linear(number(key), slope: watchesTime ? slope(of: key) : 0)
    var isKnown = true
    for candidate in candidates where candidate != subject {
      let competes = try self.isChosen(candidate, extreme)
      guard competes != false else { continue }
      let isGreater: Bool?
      do {
        let other = try Linear(number(key), slope: watchesTime ? slope(of: key) : 0)
        isGreater = compare(own, other, .less)
      } catch let error where competes == nil && !error.isLimit {
        isGreater = nil
      }
      if isGreater == true, competes == true { return false }
      if isGreater != false { isKnown = false }
    }
    return isKnown ? true : nil
  }

  /// Returns true if the candidate satisfies the condition. Leaves the binder bound to the
  /// candidate.
  private mutating func isChosen(
    _ candidate: Value, _ extreme: Core.Extreme
  ) throws(EvaluationError) -> Bool? {
    context.environment[extreme.binder.variable] = candidate
    guard let condition = extreme.condition else { return true }
    return try truth(of: condition)
  }
}
