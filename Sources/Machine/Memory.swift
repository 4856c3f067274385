internal import Rulebook

/// The state as columns and lists, in memory that the machine owns.
struct Memory {
  var now: Int64 = 0
  /// By sort: how many entities there are.
  let counts: UnsafeMutablePointer<Int>
  /// By sort: how many have rows in the columns, those included that do not count yet.
  let prepared: UnsafeMutablePointer<Int>
  /// By field and global; those of queues and sets stay empty.
  let columns: UnsafeMutablePointer<Block<Int64>>
  /// By field; those of fields with one value stay empty.
  let lists: UnsafeMutablePointer<Links>
  let layout: Layout
  /// By sort, the lists of which its entities can be members.
  private let memberships: [[Int]]

  init(_ layout: Layout) {
    self.layout = layout
    let rules = layout.rules
    counts = .allocate(capacity: max(1, rules.entities.count))
    counts.initialize(repeating: 0, count: rules.entities.count)
    prepared = .allocate(capacity: max(1, rules.entities.count))
    prepared.initialize(repeating: 0, count: rules.entities.count)
    columns = .allocate(capacity: max(1, layout.columnCount))
    for column in 0..<layout.columnCount { (columns + column).initialize(to: Block()) }
    lists = .allocate(capacity: max(1, rules.fields.count))
    for field in rules.fields.indices { (lists + field).initialize(to: Links()) }
    memberships = rules.entities.indices.map { sort in
      rules.fields.indices.filter { layout.member(of: $0)?.index == sort }
    }
    for global in rules.globals.indices {
      columns[rules.fields.count + global].append(Word.unknown)
    }
  }

  func deallocate() {
    for column in 0..<layout.columnCount { columns[column].deallocate() }
    for field in layout.rules.fields.indices { lists[field].deallocate() }
    counts.deallocate()
    prepared.deallocate()
    columns.deallocate()
    lists.deallocate()
  }

  /// Adds an entity, with default values, and unknown where there is none. It can be written and
  /// referred to; until it is counted no loop finds it.
  func prepareEntity(_ sort: Int) {
    prepared[sort] += 1
    for id in layout.rules.entities[sort].fields {
      let field = layout.rules[id]
      guard case .value = field.kind else {
        lists[id.index].addOwner()
        continue
      }
      var word = Word.unknown
      if case .value(let literal) = field.initial { word = literal.word ?? Word.unknown }
      columns[id.index].append(word)
    }
    for field in memberships[sort] { lists[field].addMember() }
  }

  /// Takes the last one that was prepared and not counted away again.
  func withdrawEntity(_ sort: Int) {
    prepared[sort] -= 1
    for id in layout.rules.entities[sort].fields {
      if case .value = layout.rules[id].kind {
        _ = columns[id.index].removeLast()
      } else {
        lists[id.index].removeLastOwner()
      }
    }
    for field in memberships[sort] { lists[field].removeLastMember() }
  }
}

extension Core.Literal {
  /// nil: no column can hold this number.
  var word: Int64? {
    switch self {
    case .bool(let truth): truth ? 1 : 0
    case .number(let number, _): number < Word.least ? nil : number
    case .symbol(let index, _): Int64(index)
    case .none: Word.none
    }
  }
}
