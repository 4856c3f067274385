extension TraceScanner {
  /// Reads the line that starts at `start` if it looks like one that was read before.
  /// - Returns: The start of the next line; nil: the line looks otherwise, or has no end.
  @inline(__always)
  mutating func readAlike(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    hasBegunAlike = false
    var position = start
    let beginning = forms.beginning.pointee.beginning
    guard beginning > 0, read(forms.beginning, &position) else { return nil }
    hasBegunAlike = true
    let rest = position
    let (first, count) = forms.rests(of: Int(truncatingIfNeeded: words[0]))
    for index in 0..<count {
      let form = first + index
      guard form.pointee.beginning == beginning else { continue }
      form.pointee.putInitial(in: words + LineWords.header)
      words[2] = form.pointee.flags
      words[3] = form.pointee.messages
      positions?.forget()
      position = rest
      guard read(form, &position) else { continue }
      if index > 0 { forms.prefer(form) }
      return position
    }
    return nil
  }

  /// Reads values where a form has them.
  /// - Returns: false: it does not fit.
  @inline(__always)
  private mutating func read(
    _ form: UnsafePointer<LineForm>, _ position: inout UnsafePointer<UInt8>
  ) -> Bool {
    var step = form.pointee.steps
    while true {
      guard form.pointee.take(step, &position) else { return false }
      let place = step.pointee.position
      switch step.pointee.kind {
      case .name:
        if let short = PlainText.shortText(position) {
          words[place] = nameWords.word(position, short)
          position += short.count
        } else {
          let text = PlainText.text(&position)
          guard let name = nameWords.word(text.start, text.count) else { return false }
          words[place] = name
        }
      case .number:
        guard let number = PlainText.number(&position), let shape = step.pointee.shape,
          shape.pointee.lower <= number, number <= shape.pointee.upper
        else { return false }
        words[place] = number
      case .symbol:
        let text = PlainText.text(&position)
        guard let shape = step.pointee.shape else { return false }
        let symbols = shapes.symbols[shape.pointee.enumeration]
        let symbol = symbols.value(of: text.start, text.count)
        if symbol < 0 { return false }
        words[place] = Int64(truncatingIfNeeded: symbol)
      case .instant:
        guard let number = instants.number(&position), (0...Timestamp.latest).contains(number)
        else { return false }
        words[place] = number
      case .instantText:
        let text = PlainText.text(&position)
        guard let instant = instants.milliseconds(text.start, text.count) else { return false }
        words[place] = instant
      case .position:
        guard let pair = PlainText.pair(&position), let shape = step.pointee.shape,
          let word = word(pair, shape)
        else { return false }
        words[place] = word
      case .numberName:
        let start = position
        guard start.pointee != UInt8(ascii: "-"), PlainText.number(&position) != nil,
          let name = nameWords.word(start, position - start)
        else { return false }
        words[place] = name
      case .units:
        guard let number = PlainText.number(&position),
          let instant = shapes.instant(ofUnits: number)
        else { return false }
        words[place] = instant
      case .otherDecimal: if !PlainText.skipDecimal(&position) { return false }
      case .otherText: position = PlainText.end(of: position)
      case .otherNumber: if PlainText.number(&position) == nil { return false }
      case .messages:
        guard let (end, count) = objects.scanList(at: position) else { return false }
        position = end
        words[3] = count
        let event = shapes.events + Int(truncatingIfNeeded: words[0])
        guard
          count == 0
            || interpretMessages(behind: words + LineWords.header + event.pointee.count)
        else { return false }
      case .event:
        let event: Int
        if shapes.separator == 0, let short = PlainText.shortText(position) {
          event = shapes.names.value(of: short)
          position += short.count
        } else {
          let text = PlainText.text(&position)
          event = shapes.event(text.start, text.count)
        }
        words[0] = Int64(truncatingIfNeeded: event)
        return event >= 0
      case .end: return true
      }
      step += 1
    }
  }

  // MARK: Forms of lines

  /// Notes the form of the line that was just taken apart and understood.
  mutating func noteForm(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    let event = shapes.events + Int(truncatingIfNeeded: words[0])
    var name = 0
    while name < objects.count, objects.members[name].meaning != Shapes.Key.event { name += 1 }
    // The meaning of values and messages is known only behind the name of the event.
    for index in 0..<name {
      let key = objects.members[index].meaning
      if key >= Shapes.Key.value || key == Shapes.Key.notified { return }
    }
    guard name < objects.count else { return }
    if !hasBegunAlike { noteBeginning(start, upTo: name, event) }
    guard forms.beginning.pointee.beginning > 0 else { return }
    let messages = words[3]
    // If the messages vary, or are many, they are taken apart line by line.
    let areSame =
      messages <= Self.mostOfForm && !forms.isFull(Int(truncatingIfNeeded: words[0]))
    let place = forms.fresh(for: Int(truncatingIfNeeded: words[0]))
    if areSame, noteRest(behind: name, end, event, messages: messages, in: place) { return }
    _ = noteRest(behind: name, end, event, messages: nil, in: place)
  }

  /// The largest number of messages that a form tells apart.
  static let mostOfForm: Int64 = 8

  /// - Parameter messages: The number of messages in all lines of the form; nil: it may differ.
  /// - Returns: False if there is no room; the form is then as before.
  private mutating func noteRest(
    behind name: Int, _ end: UnsafePointer<UInt8>, _ event: UnsafeMutablePointer<Shapes.Event>,
    messages: Int64?, in place: UnsafeMutablePointer<LineForm>
  ) -> Bool {
    var form = place.pointee
    form.keep(
      words + LineWords.header, event.pointee.count + wordCount(ofMessages: messages ?? 0, event))
    var previous = objects.members[name].end
    for index in (name + 1)..<max(name + 1, objects.count) {
      let isOfMessages = objects.members[index].meaning == Shapes.Key.notified
      let hasRoom =
        isOfMessages && messages != nil
        ? appendMessages(to: &form, &previous, event)
        : append(index, to: &form, &previous, event)
      guard hasRoom else { return false }
    }
    guard form.append(.end, behind: previous, end) else { return false }
    form.flags = words[2]
    form.messages = messages ?? 0
    form.beginning = forms.beginning.pointee.beginning
    place.pointee = form
    return true
  }

  private mutating func noteBeginning(
    _ start: UnsafePointer<UInt8>, upTo name: Int, _ event: UnsafeMutablePointer<Shapes.Event>
  ) {
    var form = forms.beginning.pointee
    form.clear()
    var previous = start
    for index in 0...name {
      guard append(index, to: &form, &previous, event) else { return forms.forgetBeginning() }
    }
    forms.keepBeginning(form)
  }

  /// Adds a member of the line to a form, if it is not the same in all lines of that form.
  /// - Returns: false: there is no room.
  private func append(
    _ index: Int, to form: inout LineForm,
    _ previous: inout UnsafePointer<UInt8>, _ event: UnsafeMutablePointer<Shapes.Event>
  ) -> Bool {
    let member = objects.members[index]
    let key = member.meaning
    var kind = LineForm.Step.Kind.event
    var place = 0
    switch key {
    case Shapes.Key.at:
      kind = member.kind == .text ? .instantText : shapes.isOfUnits ? .units : .instant
      place = 1
    case Shapes.Key.event: break
    case Shapes.Key.outcome, Shapes.Key.literal, Shapes.Key.object: return true
    case Shapes.Key.ignored:
      switch member.kind {
      case .text: kind = .otherText
      case .number, .decimal: kind = .otherDecimal
      default: return true
      }
    case Shapes.Key.notified: kind = .messages
    case Shapes.Key.checksum, Shapes.Key.sequence, Shapes.Key.previous:
      kind = member.kind == .text ? .otherText : .otherNumber
    default:
      let position = key - Shapes.Key.value
      return append(
        member, event.pointee.shapes + position, LineWords.header + position, to: &form, &previous)
    }
    guard form.append(kind, behind: previous, member.start, position: place) else { return false }
    previous = member.end
    return true
  }

  /// Adds a value to a form, if it is not the same in all lines of that form.
  /// - Parameter place: Its position among the words.
  /// - Returns: false: there is no room.
  private func append(
    _ member: ObjectScanner.Member, _ shape: UnsafeMutablePointer<Shapes.Shape>, _ place: Int,
    to form: inout LineForm, _ previous: inout UnsafePointer<UInt8>
  ) -> Bool {
    let kind: LineForm.Step.Kind
    switch (member.kind, shape.pointee.kind) {
    case (.null, _), (.isTrue, _), (.isFalse, _): return true
    case (.text, .name): kind = .name
    case (.number, .name): kind = .numberName
    case (.pair, _): kind = .position
    case (.text, .instant): kind = .instantText
    case (.text, _): kind = .symbol
    case (_, .instant): kind = .instant
    default: kind = .number
    }
    guard form.append(kind, behind: previous, member.start, position: place, shape: shape)
    else { return false }
    previous = member.end
    return true
  }

  /// Adds the messages of the line to a form, which other lines of that form send as well, to
  /// others and about others.
  /// - Returns: false: there is no room.
  private func appendMessages(
    to form: inout LineForm, _ previous: inout UnsafePointer<UInt8>,
    _ event: UnsafeMutablePointer<Shapes.Event>
  ) -> Bool {
    var place = LineWords.header + event.pointee.count
    for index in 0..<Int(truncatingIfNeeded: words[3]) {
      let shape = shapes.messages[Int(truncatingIfNeeded: words[place])]
      let object = objects.objects[index]
      for position in object.first..<(object.first + object.count) {
        let member = objects.members[position]
        let key = shape.keys.value(of: member.key, member.keyCount)
        let hasRoom: Bool
        switch key {
        case Shapes.MessageKey.message: continue
        case Shapes.MessageKey.recipient:
          hasRoom = form.append(.name, behind: previous, member.start, position: place + 1)
          previous = member.end
        default:
          let value = key - Shapes.MessageKey.value
          hasRoom = append(member, shape.shapes + value, place + 2 + value, to: &form, &previous)
        }
        guard hasRoom else { return false }
      }
      place += 2 + shape.count
    }
    return true
  }

  /// Returns the number of words that the messages of the line take.
  private func wordCount(
    ofMessages count: Int64, _ event: UnsafeMutablePointer<Shapes.Event>
  ) -> Int {
    var place = LineWords.header + event.pointee.count
    let start = place
    for _ in 0..<count { place += 2 + shapes.messages[Int(truncatingIfNeeded: words[place])].count }
    return place - start
  }
}
