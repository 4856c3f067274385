import Rulebook

/// The clocks of `bounded` and `prompt` properties: for each binding for which the condition of one
/// holds, the instant at which it came to hold. A value kept beside a ``State``, hashed and
/// compared alike.
package struct Clocks: Hashable, Sendable {
  /// A running clock: the binding, and the instant since which its condition holds, in
  /// milliseconds.
  package struct Clock: Hashable, Sendable {
    /// The values of the property's binders, in their order.
    package var binding: [Value]
    /// The instant at which the condition came to hold, in milliseconds.
    package var since: Int64

    package init(binding: [Value], since: Int64) {
      self.binding = binding
      self.since = since
    }
  }

  /// The clocks of each lasting property (in the order of the rules), ordered by binding. A
  /// `prompt` of length zero has none.
  var running: [[Clock]]
  /// The position of each of these properties in the rules.
  let properties: [Int]

  /// Replaces the clocks of a property, given by its position in the rules.
  package mutating func replace(_ clocks: [Clock], ofProperty property: Int) {
    guard let position = properties.firstIndex(of: property) else { return }
    running[position] = clocks.sorted {
      $0.binding.lexicographicallyPrecedes($1.binding, by: Value.precedes)
    }
  }

  /// Returns the running clocks of a property, given by its position in the rules.
  package func readings(ofProperty property: Int) -> [Clock] {
    properties.firstIndex(of: property).map { running[$0] } ?? []
  }

  /// Returns the instant of a property's running clock, if its condition holds for the binding.
  func since(_ position: Int, _ binding: [Value]) -> Int64? {
    running[position].first { $0.binding == binding }?.since
  }
}

extension Evaluator {
  /// Returns the bindings for which the condition of a `bounded` property lasts too long, with
  /// their properties, by property and then in the order of the values.
  package func exceededLimits(
    in clocks: Clocks, at now: Int64
  ) -> [(property: Int, binding: [Value], since: Int64)] {
    tables.rules.properties.enumerated().flatMap { index, property in
      guard property.kind == .bounded, case .lasts(let lasting) = property.body else {
        return [] as [(property: Int, binding: [Value], since: Int64)]
      }
      return clocks.readings(ofProperty: index).compactMap { clock in
        let (end, overflow) = clock.since.addingReportingOverflow(lasting.limit)
        return !overflow && end < now ? (index, clock.binding, clock.since) : nil
      }
    }
  }

  /// Clocks none of which runs.
  package var noClocks: Clocks {
    Clocks(running: tables.lastings.map { _ in [] }, properties: tables.lastings.map(\.index))
  }

  /// Returns the clocks at the start of a run: a condition that holds, holds since now.
  package func clocks(startingAt state: State) throws(EvaluationError) -> Clocks {
    try clocks(
      Clocks(running: tables.lastings.map { _ in [] }, properties: tables.lastings.map(\.index)),
      after: state)
  }

  /// Returns the clocks after a step or at an instant. The clock of a condition that held before
  /// and holds now continues; one that came to hold starts now; one that does not hold, or is not
  /// known to, stops.
  package func clocks(
    _ clocks: Clocks, after state: State
  ) throws(EvaluationError) -> Clocks {
    var running: [[Clocks.Clock]] = []
    for (position, property) in tables.lastings.enumerated() {
      guard !property.isImmediate else {
        running.append([])
        continue
      }
      var evaluation = Evaluation(tables, Context(here: state))
      let bindings = try evaluation.bindings(of: property, in: rules)
      let old = Dictionary(
        clocks.running[position].map { ($0.binding, $0.since) }, uniquingKeysWith: min)
      let clocks = bindings.map { Clocks.Clock(binding: $0, since: old[$0] ?? state.now) }
      running.append(
        clocks.sorted {
          $0.binding.lexicographicallyPrecedes($1.binding, by: Value.precedes)
        })
    }
    return Clocks(running: running, properties: clocks.properties)
  }

  /// Returns the instant since which the condition of a `bounded` or `prompt` property (by its
  /// position in the rules) holds for a binding; nil if it does not hold, or is not timed.
  package func since(
    property: Int, _ binding: [Value], in clocks: Clocks
  ) -> Int64? {
    guard let position = tables.lastings.firstIndex(where: { $0.index == property }) else {
      return nil
    }
    return clocks.since(position, binding)
  }
}

extension Evaluation {
  /// Returns the bindings for which the condition of a lasting property is known to hold.
  mutating func bindings(
    of property: LastingProperty, in rules: Core.Rules
  ) throws(EvaluationError) -> [[Value]] {
    do {
      return try bindings(of: property.lasting.binders, where: property.lasting.condition)
    } catch {
      let declaration = rules.properties[property.index]
      throw error.located(declaration.span, declaration.text)
    }
  }
}
