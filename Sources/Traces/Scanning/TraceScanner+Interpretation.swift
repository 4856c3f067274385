extension TraceScanner {
  /// Makes words of the members of a line.
  /// - Returns: False if the strict reader has to interpret the line, or report its fault.
  @inline(__always)
  mutating func interpret() -> Bool {
    guard let event = event() else { return false }
    let shape = (shapes.events + event).pointee
    if shape.isTooWide { return false }
    let values = words + LineWords.header
    for index in 0..<shape.count { values[index] = LineWords.missing }
    words[0] = Int64(truncatingIfNeeded: event)
    words[2] = 0
    words[3] = 0
    var seen: UInt64 = 0
    for index in 0..<objects.count {
      let member = objects.members[index]
      let key = meaning(of: member, shape.keys)
      objects.members[index].meaning = key
      if key < 0 {
        guard key != Shapes.Key.unknown, key != Shapes.Key.object || member.kind == .object,
          isFirst(index)
        else { return false }
        continue
      }
      guard seen & 1 << UInt64(truncatingIfNeeded: key) == 0 else { return false }
      seen |= 1 << UInt64(truncatingIfNeeded: key)
      if key >= Shapes.Key.value {
        let position = key - Shapes.Key.value
        // In a record, a result that is null is not there.
        guard !shapes.isOfRecords || member.kind != .null || position < shape.parameters,
          let word = word(member, shape.shapes + position)
        else { return false }
        values[position] = word
        continue
      }
      switch key {
      case Shapes.Key.at:
        guard let instant = shapes.isOfUnits ? units(member) : instant(member) else {
          return false
        }
        words[1] = instant
      case Shapes.Key.event: break
      case Shapes.Key.outcome:
        guard let isRefused = isRefused(member), !isRefused || shape.isRefusable else {
          return false
        }
        if isRefused { words[2] |= LineWords.isRefused }
      case Shapes.Key.notified:
        guard member.kind == .list else { return false }
        words[2] |= LineWords.isNotified
        words[3] = member.number
      case Shapes.Key.checksum, Shapes.Key.sequence, Shapes.Key.previous:
        guard member.kind == .text || member.kind == .number else { return false }
      default: return false
      }
    }
    var given = seen >> UInt64(Shapes.Key.value)
    if shapes.isOfRecords {
      for condition in shapes.conditions where !isMet(condition) { return false }
      for index in 0..<shape.parameters
      where shape.optional & ~given & 1 << UInt64(truncatingIfNeeded: index) != 0 {
        values[index] = LineWords.none
      }
      given |= shape.optional
    }
    guard seen & 1 << UInt64(Shapes.Key.at) != 0, given & shape.arguments == shape.arguments
    else { return false }
    if words[2] & LineWords.isRefused != 0 {
      guard given & ~shape.arguments == 0 else { return false }
    } else {
      guard given & shape.introduced == shape.introduced else { return false }
    }
    return words[3] == 0 || interpretMessages(behind: values + shape.count)
  }

  /// Finds the event, and of a record the objects in which something stands that is read.
  @inline(__always)
  private func event() -> Int? {
    var event: Int?
    for index in 0..<objects.count {
      let member = objects.members[index]
      let node = member.parent < 0 ? 0 : objects.members[member.parent].node
      if node < 0 { continue }
      let place = shapes.structure[node].value(of: member.key, member.keyCount)
      if place > 0 { objects.members[index].node = place }
      guard place == 0 else { continue }
      guard member.kind == .text else { return nil }
      let found = shapes.event(member.start, Int(truncatingIfNeeded: member.number))
      if found < 0 || !shapes.isOfRecords { return found < 0 ? nil : found }
      event = found
    }
    return event
  }

  @inline(__always)
  private func meaning(
    of member: ObjectScanner.Member, _ keys: UnsafeMutablePointer<KeyTable>
  ) -> Int {
    let node = member.parent < 0 ? 0 : objects.members[member.parent].node
    if node < 0 { return Shapes.Key.ignored }
    let key = keys[node].value(of: member.key, member.keyCount)
    return key == Shapes.Key.unknown && shapes.isOpen[node] ? Shapes.Key.ignored : key
  }

  /// The largest number of members without a meaning in a line.
  private static let mostIgnored = 64

  /// Returns true if no earlier member without a meaning has the same key in the same object.
  private func isFirst(_ index: Int) -> Bool {
    let member = objects.members[index]
    var ignored = 0
    for other in 0..<index where objects.members[other].meaning < 0 {
      ignored += 1
      if objects.members[other].parent == member.parent,
        isSameKey(member, objects.members[other])
      {
        return false
      }
    }
    return ignored < Self.mostIgnored
  }

  /// Returns true if the condition is certainly met.
  private func isMet(_ condition: Shapes.Condition) -> Bool {
    var member: ObjectScanner.Member?
    for index in 0..<objects.count {
      let other = objects.members[index]
      let node = other.parent < 0 ? 0 : objects.members[other.parent].node
      guard node == condition.node, other.keyCount == condition.key.count,
        condition.key.indices.allSatisfy({ condition.key[$0] == other.key[$0] })
      else { continue }
      member = other
    }
    guard let member else {
      switch condition.test {
      case .isOne, .isPresent: return false
      case .isNone, .isAbsent: return true
      }
    }
    let text =
      member.kind == .text
      ? String(
        decoding: UnsafeBufferPointer(
          start: member.start, count: Int(truncatingIfNeeded: member.number)), as: UTF8.self)
      : nil
    switch condition.test {
    case .isOne(let texts): return text.map { texts.contains($0) } == true
    case .isNone(let texts): return text.map { texts.contains($0) } == false
    case .isPresent: return member.kind != .null
    case .isAbsent: return false
    }
  }

  /// Returns true if the outcome is a refusal; nil: it is no outcome. In a record it may also be a
  /// number or a truth value.
  private func isRefused(_ member: ObjectScanner.Member) -> Bool? {
    switch member.kind {
    case .text: break
    case .number where member.start.pointee != UInt8(ascii: "-") && shapes.isOfRecords: break
    case .isTrue where shapes.isOfRecords, .isFalse where shapes.isOfRecords: break
    default: return nil
    }
    let outcome = shapes.outcomes.value(of: member.start, member.end - member.start)
    return outcome < 0 ? nil : outcome == 1
  }

  private func units(_ member: ObjectScanner.Member) -> Int64? {
    member.kind == .number ? shapes.instant(ofUnits: member.number) : nil
  }

  private mutating func instant(_ member: ObjectScanner.Member) -> Int64? {
    if member.kind == .text {
      return instants.milliseconds(member.start, Int(truncatingIfNeeded: member.number))
    }
    guard member.kind == .number, (0...Timestamp.latest).contains(member.number) else {
      return nil
    }
    return member.number
  }

  @inline(__always)
  private mutating func word(
    _ member: ObjectScanner.Member, _ shape: UnsafeMutablePointer<Shapes.Shape>
  ) -> Int64? {
    if member.kind == .null { return shape.pointee.isOptional ? LineWords.none : nil }
    switch shape.pointee.kind {
    case .name:
      if member.kind == .pair {
        var start = member.start
        return PlainText.pair(&start).flatMap { self.word($0, shape) }
      }
      // In a record a number may be a name.
      guard
        member.kind == .text
          || shapes.isOfRecords && member.kind == .number
            && member.start.pointee != UInt8(ascii: "-")
      else { return nil }
      return nameWords.word(member.start, member.end - member.start)
    case .number, .duration:
      guard member.kind == .number, shape.pointee.lower <= member.number,
        member.number <= shape.pointee.upper
      else { return nil }
      return member.number
    case .instant: return instant(member)
    case .symbol:
      guard member.kind == .text else { return nil }
      let symbol = shapes.symbols[shape.pointee.enumeration].value(
        of: member.start, Int(truncatingIfNeeded: member.number))
      return symbol < 0 ? nil : Int64(truncatingIfNeeded: symbol)
    case .bool:
      switch member.kind {
      case .isTrue: return 1
      case .isFalse: return 0
      default: return nil
      }
    }
  }

  mutating func interpretMessages(behind start: UnsafeMutablePointer<Int64>) -> Bool {
    var next = start
    for index in 0..<Int(truncatingIfNeeded: words[3]) {
      let object = objects.objects[index]
      guard let message = message(object) else { return false }
      let shape = shapes.messages[message]
      next[0] = Int64(truncatingIfNeeded: message)
      for index in 0..<shape.count { next[2 + index] = LineWords.open }
      var hasRecipient = false
      for position in object.first..<(object.first + object.count) {
        let member = objects.members[position]
        let key = shape.keys.value(of: member.key, member.keyCount)
        guard key >= 0 else { return false }
        for other in object.first..<position where isSameKey(member, objects.members[other]) {
          return false
        }
        switch key {
        case Shapes.MessageKey.message: break
        case Shapes.MessageKey.recipient:
          guard member.kind == .text,
            let name = nameWords.word(
              member.start, Int(truncatingIfNeeded: member.number))
          else { return false }
          next[1] = name
          hasRecipient = true
        default:
          let value = key - Shapes.MessageKey.value
          guard let word = word(member, shape.shapes + value) else { return false }
          next[2 + value] = word
        }
      }
      guard hasRecipient else { return false }
      next += 2 + shape.count
    }
    return true
  }

  private func message(_ object: ObjectScanner.Object) -> Int? {
    for position in object.first..<(object.first + object.count) {
      let member = objects.members[position]
      // `message`
      guard member.keyCount == 7,
        UnsafeRawPointer(member.key).loadUnaligned(as: UInt64.self) & 0xFF_FFFF_FFFF_FFFF
          == 0x65_6761_7373_656D
      else { continue }
      guard member.kind == .text else { return nil }
      let message = shapes.messageNames.value(
        of: member.start, Int(truncatingIfNeeded: member.number))
      return message < 0 ? nil : message
    }
    return nil
  }

  private func isSameKey(_ a: ObjectScanner.Member, _ b: ObjectScanner.Member) -> Bool {
    guard a.keyCount == b.keyCount else { return false }
    for index in 0..<a.keyCount where a.key[index] != b.key[index] { return false }
    return true
  }
}
