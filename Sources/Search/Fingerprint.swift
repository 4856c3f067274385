internal import Rulebook
internal import Semantics

/// Names states up to what does not matter: which of several interchangeable entities is which,
/// when it all began, and what the slice leaves out. Exact: no hash decides.
struct Fingerprint: Sendable {
  private let rules: Core.Rules
  private let slice: Slice
  /// Renamings of the entities of every sort; for large scopes only the identity.
  private let renamings: [[[Int32]]]

  private static let mostRenamings = 48

  init(_ rules: Core.Rules, _ scope: Scope, _ slice: Slice) {
    self.rules = rules
    self.slice = slice
    var renamings: [[[Int32]]] = [[]]
    for (index, entity) in rules.entities.enumerated() {
      let identity = (0..<Int32(64)).map { $0 }
      guard !entity.isIntroduced else {
        renamings = renamings.map { $0 + [identity] }
        continue
      }
      let choices = Self.permutations(Int32(scope.counts[index]))
      guard renamings.count * choices.count <= Self.mostRenamings else {
        renamings = renamings.map { $0 + [choices.first ?? identity] }
        continue
      }
      renamings = renamings.flatMap { renaming in choices.map { renaming + [$0] } }
    }
    self.renamings = renamings
  }

  func of(_ position: Position) -> [Int64] {
    var least: [Int64] = []
    for renaming in renamings {
      let code = encode(position, renaming)
      if least.isEmpty || code.lexicographicallyPrecedes(least) { least = code }
    }
    return least
  }

  private static func permutations(_ count: Int32) -> [[Int32]] {
    guard count > 1 else { return [Array(0..<max(count, 1))] }
    guard count <= 4 else { return [Array(0..<count)] }
    return permutations(count - 1).flatMap { shorter in
      (0...shorter.count).map { place in
        var longer = shorter
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }

  private func encode(_ position: Position, _ renaming: [[Int32]]) -> [Int64] {
    let state = position.state
    var code: [Int64] = []
    code.reserveCapacity(128)
    for (index, field) in rules.fields.enumerated() where slice.fields.contains(Core.ID(index)) {
      let id = Core.ID<Core.Field>(index)
      let count = state.count(of: field.owner)
      let names = renaming[field.owner.index]
      // Owners in the order of their new names.
      var order = Array(0..<count)
      if !rules[field.owner].isIntroduced { order.sort { names[$0] < names[$1] } }
      for owner in order {
        switch field.kind {
        case .value(let type):
          code.append(number(state[id, of: owner], type.scalar, renaming, state.now))
        case .queue(let element), .set(let element):
          var members = state.members(of: id, owner: owner).map {
            Int64(rename($0, element, renaming))
          }
          if case .set = field.kind { members.sort() }
          code.append(Int64(members.count))
          code += members
        }
      }
      code.append(.min)
    }
    for (index, global) in rules.globals.enumerated() where slice.globals.contains(Core.ID(index)) {
      code.append(number(state[Core.ID(index)], global.type.scalar, renaming, state.now))
    }
    for (index, property) in rules.properties.enumerated() {
      guard case .lasts(let lasting) = property.body, property.kind == .bounded || lasting.limit > 0
      else { continue }
      code += readings(index, lasting, position, renaming)
    }
    return code
  }

  private func readings(
    _ property: Int, _ lasting: Core.Lasting, _ position: Position, _ renaming: [[Int32]]
  ) -> [Int64] {
    var clocks: [[Int64]] = []
    for running in position.clocks.readings(ofProperty: property) {
      var code: [Int64] = []
      for (binder, value) in zip(lasting.binders, running.binding) {
        code.append(number(value, binder.variable.type.scalar, renaming, 0))
      }
      clocks.append(code + [running.since - position.state.now])
    }
    return clocks.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self) + [.min]
  }

  private func number(
    _ value: Value, _ scalar: Core.Scalar, _ renaming: [[Int32]], _ now: Int64
  ) -> Int64 {
    switch value {
    case .none: .max
    case .unknown: .max - 1
    case .bool(let value): value ? 1 : 0
    case .number(let number): scalar == .time ? number &- now : number
    case .symbol(let index): Int64(index)
    case .entity(let index):
      if case .entity(let sort) = scalar { Int64(rename(index, sort, renaming)) } else {
        Int64(index)
      }
    }
  }

  private func rename(_ index: Int32, _ sort: Core.ID<Core.Entity>, _ renaming: [[Int32]]) -> Int32 {
    let names = renaming[sort.index]
    return Int(index) < names.count ? names[Int(index)] : index
  }
}
