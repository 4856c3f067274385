extension TraceScanner {
  /// Reads the line that starts at `start` if it looks like one that was read before.
  /// - Returns: Where the next one starts; nil: it looks otherwise, or has no end.
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
      if form.pointee.initialCount > 0 {
        let values = shapes.events[Int(truncatingIfNeeded: words[0])].count
        (words + LineWords.header).update(from: form.pointee.initial, count: values)
      }
      words[2] = form.pointee.flags
      words[3] = 0
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
        guard let number = PlainText.number(&position), (0...Timestamp.latest).contains(number)
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
        let text = PlainText.text(&position)
        let event = shapes.names.value(of: text.start, text.count)
        words[0] = Int64(truncatingIfNeeded: event)
        return event >= 0
      case .end: return true
      }
      step += 1
    }
  }

  // MARK: What lines look like

  /// Takes note of what the line looks like that was just taken apart and understood.
  mutating func noteForm(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    let event = shapes.events + Int(truncatingIfNeeded: words[0])
    var name = 0
    while name < objects.count, key(name, event) != Shapes.Key.event { name += 1 }
    // What values and messages mean is known only behind the name of the event.
    for index in 0..<name {
      let key = key(index, event)
      if key >= Shapes.Key.value || key == Shapes.Key.notified { return }
    }
    guard name < objects.count else { return }
    if !hasBegunAlike { noteBeginning(start, upTo: name, event) }
    let beginning = forms.beginning.pointee.beginning
    guard beginning > 0 else { return }
    let place = forms.fresh(for: Int(truncatingIfNeeded: words[0]), values: event.pointee.count)
    var form = place.pointee
    var previous = objects.members[name].end
    for index in (name + 1)..<max(name + 1, objects.count) {
      guard append(index, to: &form, &previous, event) else { return }
    }
    guard form.append(.end, behind: previous, end) else { return }
    form.flags = words[2]
    form.beginning = beginning
    place.pointee = form
  }

  private mutating func noteBeginning(
    _ start: UnsafePointer<UInt8>, upTo name: Int, _ event: UnsafeMutablePointer<Shapes.Event>
  ) {
    var form = forms.beginning.pointee
    form.clear(values: 0)
    var previous = start
    for index in 0...name {
      guard append(index, to: &form, &previous, event) else { return forms.forgetBeginning() }
    }
    forms.keepBeginning(form)
  }

  private func key(_ index: Int, _ event: UnsafeMutablePointer<Shapes.Event>) -> Int {
    event.pointee.keys.value(of: objects.members[index].key, objects.members[index].keyCount)
  }

  /// Adds a member of the line to a form, if it is not the same in all lines of that form.
  /// - Returns: false: there is no room.
  private func append(
    _ index: Int, to form: inout LineForm,
    _ previous: inout UnsafePointer<UInt8>, _ event: UnsafeMutablePointer<Shapes.Event>
  ) -> Bool {
    let member = objects.members[index]
    let key = key(index, event)
    var kind = LineForm.Step.Kind.event
    var place = 0
    var shape: UnsafeMutablePointer<Shapes.Shape>?
    switch key {
    case Shapes.Key.at:
      kind = member.kind == .text ? .instantText : .instant
      place = 1
    case Shapes.Key.event: break
    case Shapes.Key.outcome: return true
    case Shapes.Key.notified: kind = .messages
    case Shapes.Key.checksum: kind = member.kind == .text ? .otherText : .otherNumber
    default:
      let position = key - Shapes.Key.value
      place = LineWords.header + position
      shape = event.pointee.shapes + position
      switch (member.kind, event.pointee.shapes[position].kind) {
      case (.null, _), (.isTrue, _), (.isFalse, _):
        form.initial[position] = words[place]
        return true
      case (.text, .name): kind = .name
      case (.pair, _): kind = .position
      case (.text, .instant): kind = .instantText
      case (.text, _): kind = .symbol
      case (_, .instant): kind = .instant
      default: kind = .number
      }
    }
    guard form.append(kind, behind: previous, member.start, position: place, shape: shape)
    else { return false }
    previous = member.end
    return true
  }
}
