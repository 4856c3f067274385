import Rulebook

/// Names of entities and texts of values if only the rules are known: T1, R2, 2min.
package struct EntityNames: Sendable {
  private let rules: Core.Rules
  /// The prefix of each sort: as many first letters as tell it from the others.
  private let prefixes: [String]

  /// Finds the shortest prefixes; they depend on the names of all sorts.
  package init(_ rules: Core.Rules) {
    self.rules = rules
    let names = rules.entities.map(\.name)
    prefixes = names.map { name in
      var length = 1
      while length < name.count,
        names.contains(where: { $0 != name && $0.hasPrefix(name.prefix(length)) })
      {
        length += 1
      }
      return String(name.prefix(length))
    }
  }

  /// Returns `T1` for the first of its sort; for a sensitive one `‹Passenger 1›`.
  package func name(_ sort: Core.ID<Core.Entity>, _ index: Int32) -> String {
    rules[sort].isSensitive
      ? "‹\(rules[sort].name) \(Int(index) + 1)›" : plainName(sort, index)
  }

  /// Returns `T1`, also for a sensitive sort: for traces that are made up.
  package func plainName(_ sort: Core.ID<Core.Entity>, _ index: Int32) -> String {
    "\(prefixes[sort.index])\(Int(index) + 1)"
  }

  /// Returns `taxi T1.status`.
  package func place(_ place: Place) -> String {
    switch place {
    case .global(let id): rules[id].name
    case .field(let id, let owner):
      "\(rules[rules[id].owner].name.lowercased()) \(name(rules[id].owner, owner)).\(rules[id].statedName)"
    }
  }

  /// Returns `2min`, `free`, `T1`; of a sensitive type only the type, `‹Code›`, or the entity,
  /// `‹Member 1›`.
  package func value(_ value: Value, _ scalar: Core.Scalar) -> String {
    switch value {
    case .none: return "none"
    case .unknown: return "unknown"
    case .bool(let value): return "\(value)"
    case .entity(let index):
      guard case .entity(let sort) = scalar else { return "?" }
      return name(sort, index)
    case .symbol(let index):
      guard case .enumeration(let id) = scalar else { return "?" }
      return rules.isSensitive(scalar) ? "‹\(rules[id].name)›" : rules[id].cases[Int(index)]
    case .number(let number):
      if rules.isSensitive(scalar) { return "‹\(rules.name(of: scalar))›" }
      switch scalar {
      case .time: return Self.clock(number)
      case .duration: return Self.duration(number)
      case .unit(let id): return "\(number) \(rules[id].name)"
      default: return "\(number)"
      }
    }
  }

  /// Returns the text of the content of a place in a state.
  package func content(of place: Place, in state: State) -> String {
    switch place {
    case .global(let id): return value(state[id], rules[id].type.scalar)
    case .field(let id, let owner):
      guard Int(owner) < state.count(of: rules[id].owner) else { return "none" }
      switch rules[id].kind {
      case .value(let type): return value(state[id, of: Int(owner)], type.scalar)
      case .queue(let element):
        let members = state.members(of: id, owner: Int(owner)).map { name(element, $0) }
        return "[\(members.joined(separator: ", "))]"
      case .set(let element):
        let members = state.members(of: id, owner: Int(owner)).map { name(element, $0) }
        return "{\(members.joined(separator: ", "))}"
      }
    }
  }

  /// Returns an instant of a run that starts at 0, as hours, minutes, seconds.
  package static func clock(_ milliseconds: Int64) -> String {
    let sign = milliseconds < 0 ? "-" : ""
    let rest = milliseconds.magnitude
    func pad(_ number: UInt64, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    let seconds = rest / 1_000
    let fraction = rest % 1_000 == 0 ? "" : ".\(pad(rest % 1_000, 3))"
    return
      "\(sign)\(seconds / 3_600):\(pad(seconds / 60 % 60, 2)):\(pad(seconds % 60, 2))\(fraction)"
  }

  /// Returns a length of time in the largest unit of which it is a whole number: `2min`, `90s`.
  package static func duration(_ milliseconds: Int64) -> String {
    let units: [(String, UInt64)] = [
      ("days", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000),
    ]
    let sign = milliseconds < 0 ? "-" : ""
    let rest = milliseconds.magnitude
    for (name, size) in units where rest >= size && rest % size == 0 {
      return "\(sign)\(rest / size)\(name)"
    }
    return "\(sign)\(rest)ms"
  }
}
