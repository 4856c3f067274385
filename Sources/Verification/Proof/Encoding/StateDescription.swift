import Solver

/// The description of a state of a model as lines for a person: a counterexample to induction.
struct StateDescription {
  let symbols: StateSymbols

  private static let mostEntities = 12

  /// Returns the lines. Time begins at 0. Rules know only the instants of a run, so a state in
  /// which the solver has chosen an earlier one is shown shifted to 0.
  func lines(_ model: borrowing Model, event: String) -> [String] {
    let now = model.value(of: symbols.now, at: [])
    var origin = Rational(0)
    if case .number(let instant) = now, instant.numerator < 0 { origin = instant }
    var lines = ["now: \(number(now, .instant, origin))"]
    for global in symbols.globals {
      lines.append("\(global.name): \(value(global.reading, global.content, [], model, origin))")
    }
    for sort in symbols.sorts.indices {
      let size = min(model.size(of: symbols.sorts[sort]), Self.mostEntities)
      for element in 0..<size {
        if let existence = symbols.existence[sort],
          model.value(of: existence, at: [element]) != .bool(true)
        {
          continue
        }
        var parts: [String] = []
        var pairs: Set<String> = []
        for field in symbols.fields where field.owner == sort {
          guard let pair = field.pair else {
            let value = value(field.reading, field.content, [element], model, origin)
            parts.append("\(field.name) \(value)")
            continue
          }
          guard pairs.insert(pair.name).inserted else { continue }
          parts.append("\(pair.name) \(self.pairs(pair.name, sort, element, model))")
        }
        lines.append(
          "\(name(sort, element))" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")))
      }
    }
    lines.append("then: \(event)")
    return lines
  }

  /// The values that a field of pairs has, but for the default.
  private func pairs(
    _ name: String, _ sort: Int, _ element: Int, _ model: borrowing Model
  ) -> String {
    var values: [Int: String] = [:]
    var target = 0
    for field in symbols.fields where field.owner == sort && field.pair?.name == name {
      if case .sensitive = field.content { return "(sensitive)" }
      guard let value = field.pair?.value, case .members(let members, _, let other) = field.reading
      else { continue }
      target = other
      for key in 0..<model.size(of: symbols.sorts[other])
      where values[key] == nil && model.value(of: members, at: [element, key]) == .bool(true) {
        values[key] = value
      }
    }
    let listed = values.sorted { $0.key < $1.key }.map { "\(self.name(target, $0)): \($1)" }
    return "{\(listed.joined(separator: ", "))}"
  }

  private func name(_ sort: Int, _ element: Int) -> String {
    "\(symbols.names[sort].lowercased()) \(symbols.names[sort].prefix(1))\(element + 1)"
  }

  /// Returns the text of a value.
  /// - Parameter origin: The instant that is shown as 0.
  private func value(
    _ reading: StateSymbols.Reading, _ content: StateSymbols.Content, _ owner: [Int],
    _ model: borrowing Model, _ origin: Rational
  ) -> String {
    if case .sensitive = content { return "(sensitive)" }
    switch reading {
    case .value(let function, let enumeration, let target):
      return text(model.value(of: function, at: owner), enumeration, target, content, origin)
    case .optional(let has, let function, let enumeration):
      guard model.value(of: has, at: owner) == .bool(true) else { return "none" }
      return text(model.value(of: function, at: owner), enumeration, nil, content, origin)
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
    _ value: ModelValue, _ enumeration: Int?, _ target: Int?, _ content: StateSymbols.Content,
    _ origin: Rational
  ) -> String {
    switch value {
    case .bool(let value): return "\(value)"
    case .number: return number(value, content, origin)
    case .enumCase(let index):
      return enumeration.map { symbols.cases[$0][index] } ?? "?"
    case .element(let element): return target.map { name($0, element) } ?? "?"
    case .other(let text): return text
    }
  }

  private func number(
    _ value: ModelValue, _ content: StateSymbols.Content, _ origin: Rational
  ) -> String {
    guard case .number(var number) = value else { return "?" }
    if case .instant = content {
      guard let difference = number.less(origin) else { return "?" }
      number = difference
    }
    let text =
      number.denominator == 1 ? "\(number.numerator)" : "\(number.numerator)/\(number.denominator)"
    return switch content {
    case .instant, .duration: "\(text) ms"
    case .sensitive, .other: text
    }
  }
}

extension Rational {
  /// Returns the difference; nil if it exceeds 64 bits.
  fileprivate func less(_ other: Rational) -> Rational? {
    if other.numerator == 0 { return self }
    let a = numerator.multipliedReportingOverflow(by: other.denominator)
    let b = other.numerator.multipliedReportingOverflow(by: denominator)
    let top = a.partialValue.subtractingReportingOverflow(b.partialValue)
    let bottom = denominator.multipliedReportingOverflow(by: other.denominator)
    guard !a.overflow, !b.overflow, !top.overflow, !bottom.overflow else { return nil }
    return Rational(top.partialValue, over: bottom.partialValue)
  }
}
