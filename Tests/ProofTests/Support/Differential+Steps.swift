import Basics
import Rulebook
import Semantics
import Solver
import Verification

extension Differential {
  /// Tries an event with random arguments: guards, what is undefined, and the state after.
  func tryEvent() throws {
    let id = Core.ID<Core.Event>(generator.random.below(rules.events.count))
    let event = rules[id]
    let terms = probe.events[id.index]
    guard let arguments = arguments(event.parameters.map(\.type)) else { return }
    var results: [Value] = []
    var next = rules.entities.indices.map { state.count(of: Core.ID($0)) }
    for result in event.results {
      guard case .entity(let sort) = result.variable.type.scalar, result.isNew else {
        guard let value = self.arguments([result.variable.type]) else { return }
        results += value
        continue
      }
      results.append(.entity(Int32(next[sort.index])))
      next[sort.index] += 1
    }
    bind(terms, arguments + results, (event.parameters + event.results.map(\.variable)).map(\.type))
    try expect(try lift(terms), true, "\(event.name): what is read exists")

    let known: Bool
    do {
      known = try overflowing { try isEnabled(id, arguments) }
    } catch let error as EvaluationError {
      tally.undefined += 1
      try expect(
        try isUndefined(terms), true, "\(event.name): its guards are undefined, \(error.kind)")
      return
    }
    try compareAssumptions(id, arguments, terms)
    try expect(try holds(terms.enabling), known, "\(event.name) is enabled")
    guard known else {
      tally.refusals += 1
      return
    }
    try fire(id, arguments, results, terms)
  }

  private func isEnabled(_ id: Core.ID<Core.Event>, _ arguments: [Value]) throws -> Bool {
    let guards = try evaluator.guards(of: id, arguments, in: state)
    guard guards.allSatisfy({ $0.value == .bool(true) }) else { return false }
    guard case .number(let due) = try evaluator.due(of: id, arguments, in: state) else {
      return true
    }
    return due <= state.now
  }

  private func compareAssumptions(
    _ id: Core.ID<Core.Event>, _ arguments: [Value], _ terms: LoweringProbe.EventTerms
  ) throws {
    let values = try overflowing { try evaluator.assumptions(of: id, arguments, in: state) }
    for (term, value) in zip(terms.assumptions, values) where value.value != .unknown {
      try expect(.bool(try holds(term)), value.value, "assumption \(value.assumption.name)")
    }
  }

  private func isUndefined(_ terms: LoweringProbe.EventTerms) throws -> Bool {
    for (_, hypothesis, fact) in terms.definedness {
      if try holds(hypothesis), try !holds(fact) { return true }
    }
    return false
  }

  private func fire(
    _ id: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value],
    _ terms: LoweringProbe.EventTerms
  ) throws {
    let name = rules[id].name
    let isUndefined = try isUndefined(terms)
    let step: Step
    do {
      let opened = self.opened
      step = try overflowing {
        try evaluator.fire(id, arguments, results: results, in: state) { place, _ in
          opened[place] ?? .unknown
        }
      }
      let undefined = try overflowing {
        try evaluator.undefined(in: id, arguments, results: step.results, in: state)
      }
      try expect(isUndefined, !undefined.isEmpty, "\(name) is undefined, for its '!' or range")
      if isUndefined { return }
    } catch let error as EvaluationError {
      tally.undefined += 1
      return try expect(
        isUndefined, true, "\(name) is undefined, \(error.kind) \(error.text ?? "")")
    }
    tally.steps += 1
    let clocks = try overflowing { try evaluator.clocks(self.clocks, after: step.after) }
    try fillCounts(terms.after)
    for (index, fact) in terms.counting.enumerated() {
      try expect(try holds(fact), true, "what is known of counts (\(index)) after \(name)")
    }
    try compare(terms.after, step.after, clocks, name)
    for (index, fact) in terms.after.facts.enumerated() {
      try expect(try holds(fact), true, "fact \(index) of the encoding after \(name)")
    }
    try compareClaims(terms.after.claims, step.after, clocks, "after \(name)")
    for (property, formula, term) in terms.steps {
      let value = try overflowing {
        try evaluator.evaluate(formula, in: evaluator.context(of: step))
      }
      try expect(
        .bool(try holds(term)), value, "'\(rules.properties[property].text)' after \(name)")
    }
    pending = (step.after, clocks)
  }

  private func arguments(_ types: [Core.ValueType]) -> [Value]? {
    var values: [Value] = []
    for type in types {
      let value = generator.value(of: type, in: state)
      if value == .none, !type.isOptional { return nil }
      values.append(value)
    }
    return values
  }

  // MARK: The state after

  private func compare(
    _ terms: LoweringProbe.StateTerms, _ after: State, _ clocks: Clocks, _ name: String
  ) throws {
    for (index, existence) in terms.existence.enumerated() {
      guard let existence else { continue }
      for element in 0..<size(of: Core.ID(index)) {
        structure.bind(probe.owners[index], to: .element(element))
        try expect(
          try evaluating { try $0.holds(existence) }, element < after.count(of: Core.ID(index)),
          "\(rules.entities[index].name) \(element) exists after \(name)")
      }
    }
    for (index, reading) in terms.fields.enumerated() {
      let field = Core.ID<Core.Field>(index)
      let owner = rules[field].owner
      for element in 0..<after.count(of: owner) {
        structure.bind(probe.owners[owner.index], to: .element(element))
        let what = "\(rules[owner].name) \(element).\(rules[field].name) after \(name)"
        if case .members(let isMember, let ticket) = reading {
          try compare(isMember, ticket, field, after.members(of: field, owner: element), what)
        } else {
          try compare(reading, after[field, of: element], field, what)
        }
      }
    }
    for (index, reading) in terms.globals.enumerated() {
      let id = Core.ID<Core.Global>(index)
      try compare(reading, after[id], nil, "\(rules[id].name) after \(name)")
    }
    try expect(
      try evaluating { try $0.value(of: terms.now) }, .number(Rational(after.now)), "now")
    for (property, (variables, reading)) in terms.clocks.sorted(by: { $0.key < $1.key }) {
      for clock in clocks.readings(ofProperty: property) {
        for (variable, value) in zip(variables, clock.binding) {
          structure.bind(variable, to: .element(value.index))
        }
        try expect(
          try evaluating { try $0.value(of: reading) }, .number(Rational(clock.since)),
          "the clock of \(rules.properties[property].name) after \(name)")
      }
    }
  }

  private func compare(
    _ reading: LoweringProbe.Reading, _ value: Value, _ field: Core.ID<Core.Field>?, _ what: String
  ) throws {
    switch reading {
    case .value(let term):
      try expect(try evaluating { try $0.value(of: term) }, value.inModel ?? .other("none"), what)
    case .optional(let has, let term):
      try expect(try evaluating { try $0.holds(has) }, value != .none, "\(what) is there")
      guard let value = value.inModel else { return }
      try expect(try evaluating { try $0.value(of: term) }, value, what)
    case .reference(let has, let leadsTo):
      try expect(try evaluating { try $0.holds(has) }, value != .none, "\(what) is there")
      guard let field, case .value(let type) = rules[field].kind,
        case .entity(let target) = type.scalar
      else { return }
      for other in 0..<size(of: target) {
        structure.bind(probe.others[target.index], to: .element(other))
        try expect(
          try evaluating { try $0.holds(leadsTo) }, value == .entity(Int32(other)),
          "\(what) is \(other)")
      }
    case .members: break
    }
  }

  private func compare(
    _ isMember: Term, _ ticket: Term?, _ field: Core.ID<Core.Field>, _ members: [Int32],
    _ what: String
  ) throws {
    let target: Core.ID<Core.Entity>
    switch rules[field].kind {
    case .queue(let element), .set(let element): target = element
    case .value: return
    }
    var found: [(rank: Int64, member: Int32)] = []
    for other in 0..<size(of: target) {
      structure.bind(probe.others[target.index], to: .element(other))
      guard try evaluating({ try $0.holds(isMember) }) else { continue }
      var rank = Int64(other)
      if let ticket, case .number(let number) = try evaluating({ try $0.value(of: ticket) }) {
        rank = number.numerator
      }
      found.append((rank, Int32(other)))
    }
    let ranks = Set(found.map(\.rank))
    try expect(ranks.count, found.count, "\(what): no two have one place")
    try expect(found.sorted { $0.rank < $1.rank }.map(\.member), members, what)
  }
}
