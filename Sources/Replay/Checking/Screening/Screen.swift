import Rulebook
import Semantics
import Traces

/// The fast path: executes lines at the speed of the machine, as long as they are plainly right:
/// names known or learned in the usual way, nothing due before, the event legal, the outcome and
/// the messages as the rules have them. Where a violation is only to be counted, a line with an
/// event against that guard is believed in the same way. All other lines are left to the checker,
/// as if they had not been looked at.
final class Screen {
  let machine: Machine
  private let book: NameBook
  private let history: History
  /// The arguments of each event; `events` holds these and its results, `introduced` its new
  /// results.
  private let arguments: Rows
  private let events: Rows
  private let introduced: Rows
  /// The entities among the arguments of each event, and among its arguments and results.
  private let named: (ofRefused: Rows, ofDone: Rows)
  /// The arguments of each message.
  let messages: Rows
  /// The allowed values of each message's parameters if the rules send `any`.
  let limits: [[ClosedRange<Int64>?]]
  let tally: ScreenTally
  /// The guards whose violations are only counted, by event; nil: there are none.
  var countedGuards: [Set<Int>]?
  /// The false guard of an event that the latest line did nevertheless; nil: it is allowed.
  var brokenGuard: Int?
  typealias Somebody = (sort: Core.ID<Core.Entity>, number: Int32)
  /// The entities whose numbers have been given to others since the checker asked; `learned` are
  /// those that the present line is the first to name. In memory of their own, to which nothing
  /// else has access while they are changed.
  let former: UnsafeMutablePointer<[Somebody]>
  private let learned: UnsafeMutablePointer<[Somebody]>
  /// True while a line is taken under a mark and will be undone: it is put on no record.
  private var isOnTrial = false
  /// The machine's memory for arguments and results, which never moves.
  private let values: UnsafeMutablePointer<Int64>

  /// - Parameters:
  ///   - learns: True if a new name stands for an entity in its first state.
  ///   - changed: The sorts of which that is not so nevertheless.
  init(
    _ rules: Core.Rules, _ machine: Machine, _ book: NameBook, _ history: History, learns: Bool,
    except changed: Set<Int>
  ) {
    self.machine = machine
    values = machine.values
    self.book = book
    self.history = history
    func places(_ types: [(type: Core.ValueType, isNew: Bool)]) -> [Place] {
      types.enumerated().map { position, value in
        guard case .entity(let sort) = value.type.scalar else {
          return Place(kind: .plain, position: position, sort: -1)
        }
        let isFirst = learns && !rules[sort].isIntroduced && !changed.contains(sort.index)
        let kind: Place.Kind = value.isNew ? .new : isFirst ? .learnable : .entity
        return Place(kind: kind, position: position, sort: sort.index)
      }
    }
    let all = rules.events.map { event in
      places(
        event.parameters.map { ($0.type, false) }
          + event.results.map { ($0.variable.type, $0.isNew) })
    }
    arguments = Rows(zip(rules.events, all).map { Array($1.prefix($0.parameters.count)) })
    events = Rows(all)
    introduced = Rows(all.map { $0.filter { $0.kind == .new } })
    let entities = all.map { $0.filter { $0.kind != .plain } }
    named = (
      Rows(
        zip(rules.events, entities).map { event, places in
          places.filter { $0.position < event.parameters.count }
        }), Rows(entities)
    )
    messages = Rows(
      rules.messages.map { message in
        zip(places(message.parameters.map { ($0.type, false) }), message.parameters).map {
          $1.limits == nil ? $0 : Place(kind: .limited, position: $0.position, sort: $0.sort)
        }
      })
    limits = rules.messages.map { $0.parameters.map(\.limits) }
    tally = ScreenTally(rules)
    former = .allocate(capacity: 1)
    former.initialize(to: [])
    learned = .allocate(capacity: 1)
    learned.initialize(to: [])
  }

  deinit {
    for rows in [arguments, events, introduced, named.ofRefused, named.ofDone, messages] {
      rows.deallocate()
    }
    for list in [former, learned] {
      list.deinitialize(count: 1)
      list.deallocate()
    }
  }

  /// Takes a line.
  /// - Parameters:
  ///   - line: The words of the line, see ``LineWords``.
  ///   - names: The address from which the places of names are counted.
  /// - Returns: True if the line is plainly right. Then it is done; otherwise nothing has changed.
  func take(
    _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer, number: Int
  ) -> Bool {
    guard let now = machine.ownNow else { return false }
    return take(line, names, number: number, after: now)
  }

  /// Takes a line after the given instant.
  /// - Parameter before: The present instant.
  @inline(__always)
  func take(
    _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer, number: Int, after before: Int64
  ) -> Bool {
    if isDone(line, names, number) {
      if !learned.pointee.isEmpty { learned.pointee.removeAll(keepingCapacity: true) }
      return true
    }
    forgetLearned()
    if machine.isOnItsOwn { machine.turnBack(to: before) }
    return false
  }

  /// Does the same with a line that will be undone, while the machine is marked. Entities that it
  /// is the first to name are not learned: such a line is not plainly right.
  func takeOnTrial(_ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer) -> Bool {
    guard let now = machine.ownNow else { return false }
    isOnTrial = true
    defer { isOnTrial = false }
    let given = book.mark()
    machine.noteInstant()
    if isDone(line, names, 0) { return true }
    book.forgetTrials(since: given)
    if machine.isOnItsOwn { machine.turnBack(to: now) }
    return false
  }

  /// - Returns: True if the line is plainly right, and done; otherwise time may have passed.
  private func isDone(
    _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer, _ number: Int
  ) -> Bool {
    let event = Int(line[0])
    let isRefused = line[2] & LineWords.isRefused != 0
    // An event that is refused has no results.
    let places = isRefused ? arguments[event] : events[event]
    guard let unknown = resolve(line + LineWords.header, places, names),
      unknown == 0 || !isOnTrial && learn(line, places, names)
    else { return false }
    switch machine.judge(event: event, at: line[1], prepares: !isRefused) {
    case .prepared: break
    case .legal where !isRefused:
      guard machine.prepare(event: event, recycles: !isOnTrial) else { return false }
    case .forbidden(let position) where isRefused:
      guard refuse(event, line, names) else { return false }
      if isOnTrial { return true }
      machine.noteRefusal(event: event, guard: position, number: number, isTold: isTold(line))
      note(named.ofRefused[event], number)
      tally.countRefusal(of: event, guard: position)
      return true
    case .forbidden(let position) where countedGuards?[event].contains(position) == true:
      guard machine.prepare(event: event, recycles: !isOnTrial) else { return false }
      return perform(event, line, names, number, breaking: position)
    default: return false
    }
    return perform(event, line, names, number)
  }

  /// Puts the values of a line's names where the machine expects them.
  /// - Returns: The number of unknown names that may have been there from the start; nil: a name is
  ///   wrong.
  @inline(__always)
  private func resolve(
    _ words: UnsafePointer<Int64>, _ places: Row, _ names: UnsafeRawPointer
  ) -> Int? {
    var unknown = 0
    let values = values
    let tables = book.tables
    for place in places {
      let word = words[place.position]
      if place.kind == .plain || word < LineWords.least {
        values[place.position] = word
        continue
      }
      let number = Self.number(word, tables + place.sort, names)
      if number >= 0 {
        if place.kind == .new { return nil }
        values[place.position] = Int64(number)
        history.prefetch(Int(number), place.sort)
        continue
      }
      switch place.kind {
      case .new: values[place.position] = LineWords.none
      case .learnable:
        unknown += 1
        values[place.position] = -1
      default: return nil
      }
    }
    return unknown
  }

  @inline(__always)
  func number(_ name: Int64, _ sort: Int, _ names: UnsafeRawPointer) -> Int32 {
    Self.number(name, book.tables + sort, names)
  }

  @inline(__always)
  private static func number(
    _ name: Int64, _ table: UnsafePointer<NameTable>, _ names: UnsafeRawPointer
  ) -> Int32 {
    table.pointee.number(
      ofPlain: names + LineWords.offset(name), LineWords.count(name), hash: LineWords.hash(name))
  }

  /// Lets time pass, and learns of those that were there from the start.
  private func learn(
    _ line: UnsafePointer<Int64>, _ places: Row, _ names: UnsafeRawPointer
  ) -> Bool {
    guard machine.pass(freelyTo: line[1]) else { return false }
    let words = line + LineWords.header
    for place in places where place.kind == .learnable && values[place.position] == -1 {
      var number = number(words[place.position], place.sort, names)
      if number < 0 {
        let id = Core.ID<Core.Entity>(place.sort)
        // Separate programs, in registers of their own, set the initial state of a learned entity.
        machine.learn(id)
        number = Int32(clamping: machine.count(of: id) - 1)
        give(words[place.position], names, to: number, place.sort)
        learned.pointee.append((id, number))
      }
      values[place.position] = Int64(number)
    }
    return true
  }

  /// Forgets the entities that were learned from a line which is then left to the checker.
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
    if isOnTrial { book.noteTrial(number, sort) }
  }

  /// Performs the prepared event, if the names and the messages of the line are as the rules have
  /// them.
  /// - Parameter position: A guard that is false: no message is due then.
  private func perform(
    _ event: Int, _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer, _ number: Int,
    breaking position: Int? = nil
  ) -> Bool {
    let count = events[event].count
    let words = line + LineWords.header
    // A message may be about, or go to, who comes to be by this event.
    for place in introduced[event] {
      let name = words[place.position]
      guard self.number(name, place.sort, names) < 0 else {
        return takeBack(event, upTo: place.position)
      }
      give(
        name, names, to: Int32(truncatingIfNeeded: values[place.position]), place.sort)
    }
    guard position != nil || !isTold(line) || areSent(words + count, Int(line[3]), names)
    else { return takeBack(event, upTo: count) }
    if isOnTrial {
      machine.commitOnTrial(event: event)
      return true
    }
    if machine.commit(event: event, number: number, isTold: isTold(line)) { forgetFormer(event) }
    note(named.ofDone[event], number)
    history.note(event: event, line: number)
    if let position {
      tally.countIllegal(event, guard: position)
      brokenGuard = position
    } else {
      tally.countLegal(event)
    }
    return true
  }

  /// Forgets the history of entities whose numbers others have now.
  private func forgetFormer(_ event: Int) {
    for place in introduced[event] {
      let (sort, number) = (place.sort, Int(values[place.position]))
      history.forget(number, sort)
      former.pointee.append((Core.ID(sort), Int32(truncatingIfNeeded: number)))
      let next = machine.upcoming(sort, ahead: 0)
      history.prefetch(next, sort)
      book.tables[sort].prefetchSlot(of: next)
      book.tables[sort].prefetchEntry(of: machine.upcoming(sort, ahead: 1))
    }
  }

  /// Drops the prepared event, with the names that were given to its new entities.
  private func takeBack(_ event: Int, upTo end: Int) -> Bool {
    for place in introduced[event] where place.position < end {
      book.take(from: Int32(truncatingIfNeeded: values[place.position]), place.sort)
    }
    machine.drop(event: event)
    return false
  }

  private func refuse(
    _ event: Int, _ line: UnsafePointer<Int64>, _ names: UnsafeRawPointer
  ) -> Bool {
    if !isTold(line) { return true }
    return machine.prepareRefusal(event: event)
      && areSent(line + LineWords.header + events[event].count, Int(line[3]), names)
  }

  /// Returns true if a line tells its messages.
  private func isTold(_ line: UnsafePointer<Int64>) -> Bool {
    line[2] & LineWords.isNotified != 0
  }

  /// - Parameter places: Of entities.
  @inline(__always)
  private func note(_ places: Row, _ line: Int) {
    let values = values
    for place in places {
      history.note(line: line, of: Int(values[place.position]), place.sort)
    }
  }
}
