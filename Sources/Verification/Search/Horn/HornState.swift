import Rulebook

/// The layout of a position of one scope in the arguments of a relation: for each field of each
/// entity a value, and whether it is none; for queues the place of each member, from 1, and 0 if it
/// is absent; for sets whether each entity is a member.
struct HornLayout {
  struct Cell {
    let name: String
    let sort: String
  }

  enum Column {
    case value(at: Int, isOptional: Bool)
    case queue(at: Int, members: Int)
    case set(at: Int, members: Int)
  }

  let rules: Core.Rules
  let caps: [Int]
  private(set) var cells: [Cell] = []
  /// The position of the number of introduced entities, by sort; nil: all exist from the start.
  private(set) var counts: [Int?] = []
  /// The columns by field; nil: the slice leaves it out.
  private(set) var columns: [Column?]
  private(set) var globals: [Int?]

  static let now = 0

  init(_ slice: Slice, _ scope: Scope) {
    rules = slice.rules
    caps = scope.counts
    columns = rules.fields.map { _ in nil }
    globals = rules.globals.map { _ in nil }
    add("now", "Real")
    for (index, sort) in rules.entities.enumerated() {
      counts.append(sort.isIntroduced ? cells.count : nil)
      if sort.isIntroduced { add("count\(index)", "Int") }
    }
    for field in slice.fields.sorted() { add(field) }
    for global in slice.globals.sorted() {
      globals[global.index] = cells.count
      let type = rules[global].type
      add("global\(global.index)", Horn.sort(of: type.scalar))
      if type.isOptional { add("none.global\(global.index)", "Bool") }
    }
  }

  private mutating func add(_ name: String, _ sort: String) {
    cells.append(Cell(name: name, sort: sort))
  }

  private mutating func add(_ field: Core.ID<Core.Field>) {
    let owners = 0..<caps[rules[field].owner.index]
    let at = cells.count
    switch rules[field].kind {
    case .value(let type):
      columns[field.index] = .value(at: at, isOptional: type.isOptional)
      for owner in owners {
        add("field\(field.index).\(owner)", Horn.sort(of: type.scalar))
        if type.isOptional { add("none\(field.index).\(owner)", "Bool") }
      }
    case .queue(let member), .set(let member):
      let members = caps[member.index]
      let isSet = if case .set = rules[field].kind { true } else { false }
      columns[field.index] =
        isSet ? .set(at: at, members: members) : .queue(at: at, members: members)
      for owner in owners {
        for other in 0..<members {
          add("field\(field.index).\(owner).\(other)", isSet ? "Bool" : "Int")
        }
      }
    }
  }

  /// Returns the cell of an owner's row.
  func place(of owner: Int, in column: Column) -> Int {
    switch column {
    case .value(let at, let isOptional): at + owner * (isOptional ? 2 : 1)
    case .queue(let at, let members), .set(let at, let members): at + owner * members
    }
  }

  /// Returns the greatest number of members of a queue or set.
  func members(of field: Core.ID<Core.Field>) throws(NotHorn) -> Int {
    switch columns[field.index] {
    case .queue(_, let members)?, .set(_, let members)?: return members
    case .value?, nil: throw NotHorn()
    }
  }

  var variables: HornState { HornState(cells: cells.map(\.name)) }
}

/// A term for each cell of a layout.
struct HornState {
  var cells: [String]

  func value(at place: Int, isOptional: Bool) -> HornTerm {
    HornTerm(cells[place], isNone: isOptional ? cells[place + 1] : nil)
  }

  mutating func set(_ term: HornTerm, at place: Int, isOptional: Bool) {
    cells[place] = term.value
    if isOptional { cells[place + 1] = term.isNone ?? "false" }
  }
}
