internal import Solver

/// A state of a model as lines that a person can read: a counterexample to induction.
struct StateDescription {
  let symbols: StateSymbols

  private static let mostEntities = 12

  func lines(_ model: borrowing Model, event: String) -> [String] {
    var lines = ["now: \(number(model.value(of: symbols.now, at: []), isTime: true))"]
    for global in symbols.globals {
      lines.append("\(global.name): \(value(global.reading, [], model, index: nil))")
    }
    for sort in symbols.sorts.indices {
      let size = min(model.size(of: symbols.sorts[sort]), Self.mostEntities)
      for element in 0..<size {
        if let existence = symbols.existence[sort],
          model.value(of: existence, at: [element]) != .bool(true)
        {
          continue
        }
        let parts = symbols.fields.enumerated().filter { $1.owner == sort }.map { index, field in
          "\(field.name) \(value(field.reading, [element], model, index: index))"
        }
        lines.append(
          "\(name(sort, element))" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")))
      }
    }
    lines.append("then: \(event)")
    return lines
  }

  private func name(_ sort: Int, _ element: Int) -> String {
    "\(symbols.names[sort].lowercased()) \(symbols.names[sort].prefix(1))\(element + 1)"
  }

  private func value(
    _ reading: StateSymbols.Reading, _ owner: [Int], _ model: borrowing Model, index: Int?
  ) -> String {
    if let index, symbols.isSensitive[index] { return "(sensitive)" }
    let isTime = index.map { symbols.isTime[$0] } ?? false
    switch reading {
    case .value(let function, let enumeration, let target):
      return text(model.value(of: function, at: owner), enumeration, target, isTime: isTime)
    case .optional(let has, let function, let enumeration):
      guard model.value(of: has, at: owner) == .bool(true) else { return "none" }
      return text(model.value(of: function, at: owner), enumeration, nil, isTime: isTime)
    case .pairs(let has, let pairs, let target):
      if let has, model.value(of: has, at: owner) != .bool(true) { return "none" }
      let others = 0..<model.size(of: symbols.sorts[target])
      var found = "?"
      for other in others where model.value(of: pairs, at: owner + [other]) == .bool(true) {
        found = name(target, other)
        break
      }
      return found
    case .members(let members, let tickets, let target):
      var found: [(rank: Rational, name: String)] = []
      for other in 0..<model.size(of: symbols.sorts[target])
      where model.value(of: members, at: owner + [other]) == .bool(true) {
        var rank = Rational(0)
        if let tickets, case .number(let ticket) = model.value(of: tickets, at: owner + [other]) {
          rank = ticket
        }
        found.append((rank, name(target, other)))
      }
      let names = found.sorted { $0.rank.numerator < $1.rank.numerator }.map(\.name)
      let list = names.joined(separator: ", ")
      return tickets == nil ? "{\(list)}" : "[\(list)]"
    }
  }

  private func text(
    _ value: ModelValue, _ enumeration: Int?, _ target: Int?, isTime: Bool
  ) -> String {
    switch value {
    case .bool(let value): return "\(value)"
    case .number: return number(value, isTime: isTime)
    case .enumCase(let index):
      return enumeration.map { symbols.cases[$0][index] } ?? "?"
    case .element(let element): return target.map { name($0, element) } ?? "?"
    case .other(let text): return text
    }
  }

  private func number(_ value: ModelValue, isTime: Bool) -> String {
    guard case .number(let rational) = value else { return "?" }
    let text =
      rational.denominator == 1
      ? "\(rational.numerator)" : "\(rational.numerator)/\(rational.denominator)"
    return isTime ? "\(text) ms" : text
  }
}
