internal import Machine
internal import Rulebook
internal import Traces

/// Executes lines at the speed of the machine, as long as they are plainly right: names known or
/// learned in the usual way, nothing due before, the event legal, the outcome and the messages as
/// the rules have them. It never finds fault; what is not plainly right is left to the judge, as
/// if the line had not been looked at.
final class Screen {
  /// What stands at one place of a line.
  struct Place {
    enum Kind: UInt8 { case plain, entity, learnable, new }
    var kind: Kind
    var sort: Int32
  }

  let machine: Machine
  private let book: NameBook
  private let history: History
  /// By event: its arguments and results; by message: its arguments. One row after the other.
  private let events: PlaceRows
  let messages: PlaceRows
  private let parameters: UnsafeMutablePointer<Int>
  let tally: ScreenTally
  typealias Somebody = (sort: Core.ID<Core.Entity>, number: Int32)
  /// Whose numbers have been given to others since the judge asked, and whom the present line is
  /// the first to name. In memory of their own: nobody else gets at them while they are changed.
  let former: UnsafeMutablePointer<[Somebody]>
  private let learned: UnsafeMutablePointer<[Somebody]>
  /// The machine's memory for arguments and results, which never moves.
  private let values: UnsafeMutablePointer<Int64>

  struct PlaceRows {
    let starts: UnsafeMutablePointer<Int>
    let places: UnsafeMutablePointer<Place>

    init(_ rows: [[Place]]) {
      starts = .allocate(capacity: rows.count + 1)
      let all = rows.flatMap { $0 }
      places = .allocate(capacity: max(1, all.count))
      places.initialize(from: all, count: all.count)
      var start = 0
      for (index, row) in rows.enumerated() {
        (starts + index).initialize(to: start)
        start += row.count
      }
      (starts + rows.count).initialize(to: start)
    }

    func deallocate() {
      starts.deallocate()
      places.deallocate()
    }
  }

  /// - Parameter learns: Whether a name that is new is somebody of whom everything is known.
  init(
    _ rules: Core.Rules, _ machine: Machine, _ book: NameBook, _ history: History, learns: Bool
  ) {
    self.machine = machine
    values = machine.values
    self.book = book
    self.history = history
    func place(_ type: Core.ValueType, isNew: Bool = false) -> Place {
      guard case .entity(let sort) = type.scalar else { return Place(kind: .plain, sort: -1) }
      let kind: Place.Kind =
        isNew ? .new : rules[sort].isIntroduced || !learns ? .entity : .learnable
      return Place(kind: kind, sort: Int32(clamping: sort.index))
    }
    events = PlaceRows(
      rules.events.map { event in
        event.parameters.map { place($0.type) }
          + event.results.map { place($0.variable.type, isNew: $0.isNew) }
      })
    messages = PlaceRows(rules.messages.map { $0.parameters.map { place($0.type) } })
    parameters = .allocate(capacity: max(1, rules.events.count))
    for (index, event) in rules.events.enumerated() {
      (parameters + index).initialize(to: event.parameters.count)
    }
    tally = ScreenTally(rules)
    former = .allocate(capacity: 1)
    former.initialize(to: [])
    learned = .allocate(capacity: 1)
    learned.initialize(to: [])
  }

  deinit {
    events.deallocate()
    messages.deallocate()
    parameters.deallocate()
    for list in [former, learned] {
      list.deinitialize(count: 1)
      list.deallocate()
    }
  }

  /// - Parameters:
  ///   - line: As ``LineWords`` says.
  ///   - names: Where the places of names are counted from.
  /// - Returns: Whether the line is plainly right. Then it is done; otherwise nothing has changed.
  func take(
    _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer, number: Int
  ) -> Bool {
    guard machine.isOnItsOwn else { return false }
    let before = machine.ownNow
    if isDone(line, names, number) {
      if !learned.pointee.isEmpty { learned.pointee.removeAll(keepingCapacity: true) }
      return true
    }
    forgetLearned()
    if machine.isOnItsOwn { machine.turnBack(to: before) }
    return false
  }

  /// - Returns: Whether the line is plainly right, and done; otherwise time may have passed.
  private func isDone(
    _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer, _ number: Int
  ) -> Bool {
    let event = Int(line[0])
    let isRefused = line[2] & LineWords.isRefused != 0
    let start = events.starts[event]
    let count = isRefused ? parameters[event] : events.starts[event + 1] - start
    guard let unknown = resolve(line + LineWords.header, start, count, names),
      unknown == 0 || learn(line, start, count, names)
    else { return false }
    switch machine.judge(event: event, at: line[1]) {
    case .legal where !isRefused: return perform(event, line, names, number)
    case .forbidden(let position) where isRefused:
      guard refuse(event, line, names) else { return false }
      note(event, parameters[event], number)
      tally.countRefusal(of: event, guard: position)
      return true
    default: return false
    }
  }

  /// Puts what the names of a line stand for where the machine expects it.
  /// - Returns: Of how many that may have been there from the start nobody knew; nil: there is a
  ///   name that is wrong.
  @inline(__always)
  private func resolve(
    _ words: UnsafePointer<Int64>, _ start: Int, _ count: Int, _ names: UnsafeRawPointer
  ) -> Int? {
    var unknown = 0
    for index in 0..<count {
      let place = events.places[start + index]
      let word = words[index]
      if place.kind == .plain || word < LineWords.least {
        values[index] = word
        continue
      }
      let number = number(word, Int(place.sort), names)
      switch place.kind {
      case .new:
        if number >= 0 { return nil }
        values[index] = LineWords.none
      case .learnable where number < 0:
        unknown += 1
        values[index] = -1
      default:
        if number < 0 { return nil }
        values[index] = Int64(number)
        history.prefetch(Int(number), Int(place.sort))
      }
    }
    return unknown
  }

  @inline(__always)
  func number(_ name: Int64, _ sort: Int, _ names: UnsafeRawPointer) -> Int32 {
    book.tables[sort].number(
      of: names + LineWords.offset(name), LineWords.count(name), hash: LineWords.hash(name))
  }

  /// Lets time pass, and learns of those that were there from the start.
  private func learn(
    _ line: UnsafePointer<Int64>, _ start: Int, _ count: Int, _ names: UnsafeRawPointer
  ) -> Bool {
    guard machine.pass(freelyTo: line[1]) else { return false }
    let words = line + LineWords.header
    for index in 0..<count where values[index] == -1 {
      let place = events.places[start + index]
      guard place.kind == .learnable else { continue }
      let sort = Int(place.sort)
      var number = number(words[index], sort, names)
      if number < 0 {
        let id = Core.ID<Core.Entity>(sort)
        // What it brings with it is settled by programs of their own, in registers of their own.
        machine.learn(id)
        number = Int32(clamping: machine.count(of: id) - 1)
        give(words[index], names, to: number, sort)
        learned.pointee.append((id, number))
      }
      values[index] = Int64(number)
    }
    return true
  }

  /// Knows no more of whom a line names that is for the judge.
  private func forgetLearned() {
    while let (sort, number) = learned.pointee.popLast() {
      book.take(from: number, sort.index)
      machine.unlearn(sort)
    }
  }

  private func give(_ name: Int64, _ names: UnsafeRawPointer, to number: Int32, _ sort: Int) {
    book.give(
      names + LineWords.offset(name), LineWords.count(name), hash: LineWords.hash(name),
      to: number, sort)
  }

  private func perform(
    _ event: Int, _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer, _ number: Int
  ) -> Bool {
    guard machine.prepare(event: event) else { return false }
    let start = events.starts[event]
    let count = events.starts[event + 1] - start
    let words = line + LineWords.header
    // A message may be about, or go to, who comes to be by this event.
    for index in parameters[event]..<count where events.places[start + index].kind == .new {
      let sort = Int(events.places[start + index].sort)
      guard self.number(words[index], sort, names) < 0 else {
        return takeBack(event, upTo: index)
      }
      give(words[index], names, to: Int32(truncatingIfNeeded: values[index]), sort)
    }
    guard line[2] & LineWords.isNotified == 0 || areSent(words + count, Int(line[3]), names)
    else { return takeBack(event, upTo: count) }
    machine.commit(event: event)
    if machine.hasRecycled { forgetFormer(event, count) }
    note(event, count, number)
    tally.countLegal(event)
    return true
  }

  /// What was known of those whose numbers others have now is not about these.
  private func forgetFormer(_ event: Int, _ count: Int) {
    let start = events.starts[event]
    for index in parameters[event]..<count where events.places[start + index].kind == .new {
      let (sort, number) = (Int(events.places[start + index].sort), Int(values[index]))
      history.forget(number, sort)
      former.pointee.append((Core.ID(sort), Int32(truncatingIfNeeded: number)))
      let next = machine.upcoming(sort, ahead: 0)
      history.prefetch(next, sort)
      book.tables[sort].prefetchSlot(of: next)
      book.tables[sort].prefetchEntry(of: machine.upcoming(sort, ahead: 1))
    }
  }

  /// Drops what was prepared, with the names that were given to what it introduces.
  private func takeBack(_ event: Int, upTo end: Int) -> Bool {
    let start = events.starts[event]
    for index in parameters[event]..<end where events.places[start + index].kind == .new {
      book.take(
        from: Int32(truncatingIfNeeded: values[index]),
        Int(events.places[start + index].sort))
    }
    machine.drop(event: event)
    return false
  }

  private func refuse(
    _ event: Int, _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer
  ) -> Bool {
    if line[2] & LineWords.isNotified == 0 { return true }
    let count = events.starts[event + 1] - events.starts[event]
    return machine.prepareRefusal(event: event)
      && areSent(line + LineWords.header + count, Int(line[3]), names)
  }

  private func note(_ event: Int, _ count: Int, _ line: Int) {
    let start = events.starts[event]
    for index in 0..<count where events.places[start + index].kind != .plain {
      history.note(
        line: line, of: Int(values[index]), Int(events.places[start + index].sort))
    }
  }
}
