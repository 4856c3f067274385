import Basics
import Rulebook

/// The counterpart in the new rules of each item of the old ones: by name, then by the given pairs,
/// then by structure. The structure of an item is the set of clauses in which it occurs, with the
/// names of unmatched items left out. Two items match by it if each is the most similar of its kind
/// to the other, and most of their clauses are the same.
struct Matching {
  let old: Core.Rules
  let new: Core.Rules
  /// The old item of each new one.
  private(set) var oldItem: [Item: Item] = [:]
  private var newItem: [Item: Item] = [:]
  /// Pairs of different names, in the order of the old rules.
  private(set) var renamed: [(old: Item, new: Item)] = []

  /// The share of clauses of two items that must be the same.
  private static let leastSimilarity = 0.6

  /// - Parameter given: names of old items with the names of the new ones that they have become.
  init(_ old: Core.Rules, _ new: Core.Rules, given: [(old: String, new: String)] = []) {
    self.old = old
    self.new = new
    for pair in given {
      for item in old.items where old.name(of: item) == pair.old {
        let other = new.items.first {
          $0.kind == item.kind && new.name(of: $0) == pair.new && isFree(item, $0)
        }
        if let other { match(item, other) }
      }
    }
    matchByName()
    while let pair = mostSimilar() {
      match(pair.0, pair.1)
      matchByName()
    }
  }

  /// Returns the reason why two names cannot be the same item; nil: they can.
  static func mistake(
    _ pair: (old: String, new: String), _ old: Core.Rules, _ new: Core.Rules
  ) -> String? {
    func named(_ name: String, _ rules: Core.Rules) -> [Item] {
      rules.items.filter { rules.name(of: $0) == name }
    }
    for (name, rules, side) in [(pair.old, old, "old"), (pair.new, new, "new")]
    where named(name, rules).isEmpty {
      let hint = suggestion(for: name, among: rules.items.map { rules.name(of: $0) })
      return "nothing of the \(side) rules is called '\(name)'\(hint)"
    }
    let kinds = Set(named(pair.old, old).map(\.kind))
    let others = named(pair.new, new).map(\.kind)
    guard kinds.isDisjoint(with: others) else { return nil }
    return "'\(pair.old)' is of another kind (\(kinds.sorted().joined(separator: ", "))) than "
      + "'\(pair.new)' (\(others.joined(separator: ", ")))"
  }

  /// Returns the sort of the second entity of a field of pairs.
  private func keySort(_ item: Item, _ rules: Core.Rules) -> Item? {
    guard case .field(let index) = item, case .set(let sort) = rules.fields[index].kind else {
      return nil
    }
    return .entity(sort.index)
  }

  /// The fields of pairs that both rulebooks have under one name, about pairs of the same sorts; each
  /// with all of its values.
  var commonPairs: [(old: [Item], new: [Item])] {
    old.entities.indices.flatMap { index -> [(old: [Item], new: [Item])] in
      guard case .entity(let other)? = newItem[.entity(index)] else { return [] }
      let (a, b) = (old.pairs(of: index), new.pairs(of: other))
      return a.keys.sorted().compactMap { name in
        guard let ours = a[name], let theirs = b[name],
          keySort(ours[0], old).flatMap({ newItem[$0] }) == keySort(theirs[0], new)
        else { return nil }
        return (ours, theirs)
      }
    }
  }

  func isMatched(old item: Item) -> Bool { newItem[item] != nil }
  func isMatched(new item: Item) -> Bool { oldItem[item] != nil }

  private mutating func match(_ a: Item, _ b: Item) {
    oldItem[b] = a
    newItem[a] = b
    if old.shortName(of: a) != new.shortName(of: b) { renamed.append((a, b)) }
  }

  private func isFree(_ a: Item, _ b: Item) -> Bool {
    newItem[a] == nil && oldItem[b] == nil && a.kind == b.kind
      && new.owner(of: b).map { oldItem[$0] } == old.owner(of: a).map { Optional($0) }
  }

  private mutating func matchByName() {
    let free = Dictionary(grouping: new.items.filter { oldItem[$0] == nil }) {
      new.shortName(of: $0)
    }
    for item in old.items where newItem[item] == nil {
      let other = free[old.shortName(of: item)]?.first { isFree(item, $0) }
      if let other, isAlike(item, other) { match(item, other) }
    }
  }

  /// True if two items of one name can be one: fields and states of one type.
  private func isAlike(_ a: Item, _ b: Item) -> Bool {
    switch (a, b) {
    case (.field(let i), .field(let j)):
      shape(old.fields[i].kind, true) == shape(new.fields[j].kind, false)
    case (.global(let i), .global(let j)):
      key(old.globals[i].type, true) == key(new.globals[j].type, false)
    case (.message(let i), .message(let j)):
      old.messages[i].parameters.map { key($0.type, true) }
        == new.messages[j].parameters.map { key($0.type, false) }
    case (.event(let i), .event(let j)): old.events[i].source.word == new.events[j].source.word
    case (.enumeration, .enumeration), (.symbol, .symbol), (.unit, .unit), (.range, .range):
      true
    case (.entity(let i), .entity(let j)):
      old.entities[i].isIntroduced == new.entities[j].isIntroduced
    default: false
    }
  }

  private func key(_ type: Core.ValueType, _ isOld: Bool) -> String { form(isOld, nil).key(type) }

  private func shape(_ kind: Core.FieldKind, _ isOld: Bool) -> String {
    let form = form(isOld, nil)
    return switch kind {
    case .value(let type): form.key(type)
    case .queue(let sort): "queue " + form.key(.entity(sort))
    case .set(let sort): "set " + form.key(.entity(sort))
    }
  }

  // MARK: Structure

  /// Returns a normal form in which matched items have their old position and others only their
  /// kind; the item in question has a mark of its own.
  private func form(_ isOld: Bool, _ focus: Item?) -> NormalForm {
    let (oldItem, newItem) = (oldItem, newItem)
    return NormalForm(
      names: NormalForm.Names { item in
        if item == focus { return "★" }
        if isOld { return newItem[item] == nil ? "?\(item.kind)" : "\(item)" }
        return oldItem[item].map { "\($0)" } ?? "?\(item.kind)"
      })
  }

  private func mostSimilar() -> (Item, Item)? {
    let olds = old.items.filter { newItem[$0] == nil }
    let news = new.items.filter { oldItem[$0] == nil }
    guard !olds.isEmpty, !news.isEmpty else { return nil }
    let clauses = (old.clauses, new.clauses)
    let oldContexts = olds.map { contexts($0, clauses.0, isOld: true) }
    let newContexts = news.map { contexts($0, clauses.1, isOld: false) }
    var best: (score: Double, pair: (Item, Item))?
    var isUnique = false
    for (i, a) in olds.enumerated() {
      for (j, b) in news.enumerated() where isFree(a, b) && isAlike(a, b) {
        let score = Self.similarity(oldContexts[i], newContexts[j])
        guard score >= Self.leastSimilarity, score >= best?.score ?? 0 else { continue }
        isUnique = score > best?.score ?? 0
        if isUnique { best = (score, (a, b)) }
      }
    }
    // If several fit equally well the first pair is taken: they occur in the same clauses.
    return best?.pair
  }

  private func contexts(_ item: Item, _ clauses: [Clause], isOld: Bool) -> [String: Int] {
    let form = form(isOld, item)
    var counts: [String: Int] = [:]
    for clause in clauses where clause.items.contains(item) {
      counts[clause.key(form), default: 0] += 1
    }
    return counts
  }

  /// The share of clauses that both have (Jaccard).
  private static func similarity(_ a: [String: Int], _ b: [String: Int]) -> Double {
    let common = a.reduce(0) { $0 + min($1.value, b[$1.key] ?? 0) }
    let all = a.values.reduce(0, +) + b.values.reduce(0, +) - common
    return all == 0 ? 0 : Double(common) / Double(all)
  }
}
