import Rulebook

extension Machine {
  /// nil: the evaluator performed it.
  package var changedPlaces: [Place]? {
    guard slowMessages == nil else { return nil }
    let (assignments, memberships) = (pending.pointee.assignments, pending.pointee.memberships)
    var places: [Place] = []
    for index in 0..<assignments.count {
      let (column, owner) = (Int(assignments[index].column), assignments[index].owner)
      places.append(
        column < rules.fields.count
          ? .field(Core.ID(column), of: owner) : .global(Core.ID(column - rules.fields.count)))
    }
    for index in 0..<memberships.count {
      places.append(
        .field(Core.ID(Int(memberships[index].list)), of: memberships[index].owner))
    }
    return places
  }

  package func value(at place: Place) -> Value {
    if let detached { return detached.value(at: place) }
    let (column, owner) = position(of: place)
    guard let type = layout.type(ofColumn: column), memory.columns[column].has(owner) else {
      return .unknown
    }
    return Word.decode(memory.columns[column][owner], type.scalar)
  }

  /// O(members).
  package func members(at place: Place) -> [Int32] {
    if let detached { return detached.members(at: place) }
    let (column, owner) = position(of: place)
    guard column < rules.fields.count, layout.member(of: column) != nil else { return [] }
    return members(of: column, owner: owner)
  }

  func position(of place: Place) -> (column: Int, owner: Int) {
    switch place {
    case .field(let field, let owner): (layout.column(field), Int(owner))
    case .global(let global): (layout.column(global), 0)
    }
  }

  /// Returns true if no later event can concern an entity.
  package func isOver(_ number: Int, _ sort: Core.ID<Core.Entity>) -> Bool {
    retirement.isOver(sort.index, number, memory)
  }
}
