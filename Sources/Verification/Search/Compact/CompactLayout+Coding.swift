import Rulebook
import Semantics

extension CompactLayout {
  /// Writes a position into a block of `size` words.
  func encode(_ position: Position, into words: Words) throws(NotCompact) {
    let state = position.state
    words.update(repeating: 0, count: size)
    words[Self.now] = state.now
    for sort in rules.entities.indices {
      words[Self.count(of: sort)] = Int64(state.count(of: Core.ID(sort)))
    }
    for (index, column) in columns.enumerated() {
      guard let column else { continue }
      let field = Core.ID<Core.Field>(index)
      for owner in 0..<state.count(of: rules[field].owner) {
        switch column {
        case .value(let at, _): words[at + owner] = try word(state[field, of: owner])
        case .queue(let at, let stride, _):
          let members = state.members(of: field, owner: owner)
          guard members.count < stride else { throw NotCompact() }
          words[at + owner * stride] = Int64(members.count)
          for (place, member) in members.enumerated() {
            words[at + owner * stride + 1 + place] = Int64(member)
          }
        case .set(let at, _):
          for member in state.members(of: field, owner: owner) { words[at + owner] |= 1 << member }
        }
      }
    }
    for (index, at) in globals.enumerated() {
      if let at { words[at] = try word(state[Core.ID<Core.Global>(index)]) }
    }
    for timer in timers {
      (words + timer.at).update(repeating: Word.none, count: timer.count)
      for reading in position.clocks.readings(ofProperty: timer.property) {
        var place = 0
        for (value, domain) in zip(reading.binding, timer.domains) {
          place = place * domain.count + Int(try word(value) - domain.least)
        }
        words[timer.at + place] = reading.since
      }
    }
  }

  private func word(_ value: Value) throws(NotCompact) -> Int64 {
    guard let word = Word.encode(value) else { throw NotCompact() }
    return word
  }

  /// Returns the position in a block, with `unknown` in the parts that the slice leaves out.
  func position(of words: Words, _ evaluator: Evaluator) -> Position {
    let counts = rules.entities.indices.map { Int(words[Self.count(of: $0)]) }
    var values: [[Value]] = []
    var members: [[[Int32]]] = []
    for (index, field) in rules.fields.enumerated() {
      let owners = 0..<counts[field.owner.index]
      switch columns[index] {
      case .value(let at, let scalar)?:
        values.append(owners.map { Word.decode(words[at + $0], scalar) })
        members.append([])
      case .queue(let at, let stride, _)?:
        values.append([])
        members.append(
          owners.map { owner in
            let row = words + at + owner * stride
            return (0..<Int(row[0])).map { Int32(truncatingIfNeeded: row[1 + $0]) }
          })
      case .set(let at, let member)?:
        values.append([])
        members.append(
          owners.map { owner in
            (0..<Int32(caps[member])).filter { words[at + owner] >> $0 & 1 == 1 }
          })
      case nil:
        let isValue = if case .value = field.kind { true } else { false }
        values.append(isValue ? owners.map { _ in .unknown } : [])
        members.append(isValue ? [] : owners.map { _ in [] })
      }
    }
    let state = State(
      now: words[Self.now], counts: counts, columns: values, collections: members,
      globals: globals.enumerated().map { index, at in
        at.map { Word.decode(words[$0], rules.globals[index].type.scalar) } ?? .unknown
      })
    var clocks = evaluator.noClocks
    for timer in timers { clocks.replace(readings(of: timer, words), ofProperty: timer.property) }
    return Position(state: state, clocks: clocks)
  }

  private func readings(of timer: Timer, _ words: Words) -> [Clocks.Clock] {
    (0..<timer.count).compactMap { place in
      guard words[timer.at + place] != Word.none else { return nil }
      var rest = place
      var binding: [Value] = []
      for (binder, domain) in zip(timer.lasting.binders, timer.domains).reversed() {
        let word = Int64(rest % domain.count) + domain.least
        binding.append(Word.decode(word, binder.variable.type.scalar))
        rest /= domain.count
      }
      return Clocks.Clock(binding: binding.reversed(), since: words[timer.at + place])
    }
  }
}
