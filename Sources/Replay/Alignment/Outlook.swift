import Basics
import Rulebook
import Semantics
import Traces

/// The lookahead window: the lines behind a fault that tell its cause, by their positions.
struct Outlook {
  /// The most telling lines: the next ones about affected entities, and those between.
  let near: [Int]
  /// All lines of the window, these included.
  let all: [Int]
  /// The end of the lines that are close behind the fault.
  let nearEnd: Int
  /// The end of the lines that are all examined; behind it only those about affected entities are.
  let end: Int
  /// The affected entities without those that occur in many lines anyway.
  let focus: Set<EntityKey>
  /// The first lines about these, and those that introduce entities of the faulty line.
  let own: [Int]
  /// The part of the state that the fault may have made wrong; nil: all that is wrong with a line
  /// counts.
  var scope: Scope?
}

extension Outlook {
  /// A window of lines that are all examined, and of which none tells more than another.
  init(_ lines: Range<Int>) {
    self.init(
      near: [], all: Array(lines), nearEnd: lines.upperBound, end: lines.upperBound, focus: [],
      own: [])
  }
}

extension Judge {
  func outlook(
    _ record: TraceEvent, _ ahead: Lookahead, _ evidence: Evidence
  ) -> Outlook {
    let concerned = Set(evidence.line.blamed + evidence.line.involved)
    let close = ahead.prefix(Limits.window)
    var times: [EntityKey: Int] = [:]
    var telling = 0
    var end = close.startIndex
    let names = search(for: concerned, in: ahead)
    for index in close.positions(naming: concerned.isEmpty ? .any : names, orNone: true) {
      guard case .line(.event(let event)) = close[index] else { continue }
      if telling < Limits.telling { end = index + 1 }
      let named = entities(event)
      for key in named where concerned.contains(key) { times[key, default: 0] += 1 }
      let isTelling =
        concerned.isEmpty || givenNames(event).isEmpty || !concerned.isDisjoint(with: named)
      if isTelling { telling += 1 }
    }
    let focus = concerned.filter {
      !hasQueue($0) && times[$0, default: 0] * Limits.rarity <= close.count
    }
    let far = lines(aboutEachOf: focus, ahead.dropFirst(Limits.window))
    if telling < Limits.telling { end = close.endIndex }
    let last = min(end, close.startIndex + Limits.near)
    return Outlook(
      near: Array(close.startIndex..<last)
        + far.prefix(max(0, Limits.telling - telling)),
      all: Array(close.indices) + withIntroductions(far, ahead), nearEnd: last, end: close.endIndex,
      focus: focus,
      own: lines(about: focus, close, atMost: Limits.few)
        + introductions(of: strangers(in: [record]), close))
  }

  /// Returns the first `most` lines that are about some of these entities.
  func lines(
    about focus: Set<EntityKey>, _ ahead: Lookahead, atMost most: Int
  ) -> [Int] {
    let names = search(for: focus, in: ahead)
    var found: [Int] = []
    var rest = ahead
    while !rest.isEmpty {
      for index in rest.prefix(Limits.window).positions(naming: names)
      where isAbout(focus, rest[index]) {
        found.append(index)
        if found.count == most { return found }
      }
      rest = rest.dropFirst(Limits.window)
    }
    return found
  }

  /// The search for the names of these.
  func search(for keys: some Sequence<EntityKey>, in ahead: Lookahead) -> NameSearch {
    ahead.search(for: keys.lazy.compactMap { names.name(of: $0.number, $0.sort) })
  }

  /// Returns true if a line is about some of these entities.
  func isAbout(_ keys: Set<EntityKey>, _ item: TraceReader.Item) -> Bool {
    !keys.isDisjoint(with: entities(item))
  }

  /// Returns the entities of a line, if it is about an event.
  func entities(_ item: TraceReader.Item) -> [EntityKey] {
    if case .line(.event(let event)) = item { entities(event) } else { [] }
  }

  /// The first lines about each of these: who is in many lines keeps none of another's out.
  private func lines(
    aboutEachOf focus: Set<EntityKey>, _ ahead: Lookahead
  ) -> [Int] {
    var rest = Dictionary(uniqueKeysWithValues: focus.map { ($0, Limits.telling) })
    var found: [Int] = []
    for index in ahead.positions(naming: search(for: focus, in: ahead)) {
      if rest.isEmpty { break }
      guard case .line(.event(let event)) = ahead[index] else { continue }
      let named = entities(event).filter { rest[$0] != nil }
      if named.isEmpty { continue }
      found.append(index)
      for key in named {
        let left = rest[key, default: 0] - 1
        rest[key] = left > 0 ? left : nil
      }
    }
    return found
  }

  /// Returns these lines together with the lines before them, within the same distance, that
  /// introduce their entities: without those they could not be checked.
  private func withIntroductions(
    _ far: [Int], _ ahead: Lookahead
  ) -> [Int] {
    guard let last = far.last else { return [] }
    let strangers = strangers(
      in: far.compactMap { if case .line(.event(let event)) = ahead[$0] { event } else { nil } })
    let introductions = introductions(of: strangers, ahead.dropFirst(Limits.window)[...last])
    return introductions.isEmpty ? far : Set(far).union(introductions).sorted()
  }

  /// Returns the names in these events that no line has introduced, by sort.
  func strangers(in events: [TraceEvent]) -> [Set<ExactText>] {
    var strangers: [Set<ExactText>] = rules.entities.map { _ in [] }
    for event in events {
      for (parameter, value) in zip(rules[event.event].parameters, event.arguments) {
        guard case .entity(let sort) = parameter.type.scalar, rules[sort].isIntroduced,
          case .name(let name) = value, names.number(of: name, sort) == nil
        else { continue }
        strangers[sort.index].insert(ExactText(name))
      }
    }
    return strangers
  }

  /// The lines that introduce some of these.
  func introductions(
    of strangers: [Set<ExactText>], _ ahead: Lookahead
  ) -> [Int] {
    guard strangers.contains(where: { !$0.isEmpty }) else { return [] }
    let names = ahead.search(for: strangers.lazy.flatMap { $0.map(\.text) })
    return ahead.positions(naming: names).filter { index in
      guard case .line(.event(let event)) = ahead[index] else { return false }
      return newNames(event).contains { strangers[$0.sort.index].contains(ExactText($0.name)) }
    }
  }
}
