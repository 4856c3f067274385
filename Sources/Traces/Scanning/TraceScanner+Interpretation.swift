extension TraceScanner {
  /// Makes words of the members of a line.
  /// - Returns: false if the strict reader has to say what the line means, or what is wrong.
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
      let key = shape.keys.value(of: member.key, member.keyCount)
      guard key >= 0, seen & 1 << UInt64(truncatingIfNeeded: key) == 0 else { return false }
      seen |= 1 << UInt64(truncatingIfNeeded: key)
      if key >= Shapes.Key.value {
        let position = key - Shapes.Key.value
        guard let word = word(member, shape.shapes + position) else { return false }
        values[position] = word
        continue
      }
      switch key {
      case Shapes.Key.at:
        guard let instant = instant(member) else { return false }
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
    let given = seen >> UInt64(Shapes.Key.value)
    guard seen & 1 << UInt64(Shapes.Key.at) != 0, given & shape.arguments == shape.arguments
    else { return false }
    if words[2] & LineWords.isRefused != 0 {
      guard given & ~shape.arguments == 0 else { return false }
    } else {
      guard given & shape.introduced == shape.introduced else { return false }
    }
    return words[3] == 0 || interpretMessages(behind: values + shape.count)
  }

  @inline(__always)
  private func event() -> Int? {
    for index in 0..<objects.count {
      let member = objects.members[index]
      // `event`
      guard member.keyCount == 5,
        UnsafeRawPointer(member.key).loadUnaligned(as: UInt64.self) & 0xFF_FFFF_FFFF
          == 0x74_6E65_7665
      else { continue }
      guard member.kind == .text else { return nil }
      let event = shapes.names.value(of: member.start, Int(truncatingIfNeeded: member.number))
      return event < 0 ? nil : event
    }
    return nil
  }

  private func isRefused(_ member: ObjectScanner.Member) -> Bool? {
    guard member.kind == .text else { return nil }
    let word = UnsafeRawPointer(member.start).loadUnaligned(as: UInt64.self)
    switch member.number {
    // `ok`, `refused`
    case 2 where word & 0xFFFF == 0x6B6F: return false
    case 7 where word & 0xFF_FFFF_FFFF_FFFF == 0x64_6573_7566_6572: return true
    default: return nil
    }
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
      guard member.kind == .text else { return nil }
      return nameWords.word(member.start, Int(truncatingIfNeeded: member.number))
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
