import Rulebook
import Semantics

/// The part of the rules on which an inquiry depends: the places that obligations, `prompt`s,
/// assumptions and the inquiry read, and, for each event that writes one of them, the places that
/// its guards and these writes read. Exact: a run of the slice is a run of the rules, and the other
/// way round once the events that the slice leaves out are removed.
///
/// Fields that are left out hold `unknown`, and nothing reads them. The tables of the rules keep
/// their order, so ids mean the same; only the properties are fewer.
struct Slice: Sendable {
  let rules: Core.Rules
  /// The events that matter, in their order.
  private(set) var events: [Core.ID<Core.Event>]
  let fields: Set<Core.ID<Core.Field>>
  let globals: Set<Core.ID<Core.Global>>
  /// The position in the rules of each property of the slice.
  let properties: [Int]
  /// The properties whose clocks make positions different, by position in the slice's rules; nil:
  /// all.
  private let compared: Set<Int>?

  /// Makes a slice.
  /// - Parameters:
  ///   - properties: The properties in question, by position in the rules.
  ///   - ownEvents: True if the inquiry is about what the server can do by itself, as in the search
  ///     for stopped time.
  ///   - formulas: Further formulas that the inquiry reads.
  init(
    _ whole: Core.Rules, properties asked: Set<Int>, ownEvents: Bool = false,
    reading formulas: [Core.Expression] = []
  ) {
    let kept = whole.properties.indices.filter { index in
      switch whole.properties[index].kind {
      case .prompt, .axiom: true
      default: asked.contains(index)
      }
    }
    var reads = Reads()
    for index in kept { reads.add(whole.properties[index]) }
    for formula in formulas { reads.add(formula) }
    for event in whole.events where event.source == .clock || ownEvents && event.isOwnInitiative {
      reads.add(conditionsOf: event)
    }
    let stepEvents = Self.events(ofSteps: kept, whole)
    var before: Reads?
    while before != reads {
      before = reads
      for (index, event) in whole.events.enumerated()
      where stepEvents.contains(Core.ID(index)) || reads.areWritten(by: event) {
        reads.add(conditionsOf: event)
        for update in event.updates where reads.isWritten(by: update.action) {
          reads.add(update.condition)
          for operand in update.action.operands { reads.add(operand) }
        }
      }
    }
    events = whole.events.indices.map { Core.ID($0) }.filter { id in
      let event = whole[id]
      return stepEvents.contains(id) || reads.areWritten(by: event)
        || ownEvents && event.isOwnInitiative
    }
    fields = reads.fields
    globals = reads.globals
    properties = kept
    compared = nil
    rules = Self.sliced(whole, reads, kept)
  }

  /// Makes a slice of all rules.
  ///
  /// - Parameter slice: Determines the fields and clocks that make positions different; nil: all
  ///   do.
  init(wholeOf rules: Core.Rules, comparing slice: Slice? = nil) {
    self.rules = rules
    events = rules.events.indices.map { Core.ID($0) }
    fields = slice?.fields ?? Set(rules.fields.indices.map { Core.ID($0) })
    globals = slice?.globals ?? Set(rules.globals.indices.map { Core.ID($0) })
    properties = Array(rules.properties.indices)
    compared = slice.map { Set($0.properties) }
  }

  func comparesClocks(ofProperty index: Int) -> Bool { compared?.contains(index) ?? true }

  /// Returns the slice with no other events than some.
  func with(only kept: Set<Core.ID<Core.Event>>) -> Slice {
    var fewer = self
    fewer.events = events.filter(kept.contains)
    return fewer
  }

  func keeps(_ place: Place) -> Bool {
    switch place {
    case .field(let field, _): fields.contains(field)
    case .global(let global): globals.contains(global)
    }
  }

  /// Returns the events whose steps a property is about.
  private static func events(
    ofSteps properties: [Int], _ rules: Core.Rules
  ) -> Set<Core.ID<Core.Event>> {
    Set(properties.flatMap { rules.properties[$0].body.steps }.map(\.event))
  }

  private static func sliced(
    _ whole: Core.Rules, _ reads: Reads, _ properties: [Int]
  ) -> Core.Rules {
    var rules = whole
    rules.properties = properties.map { whole.properties[$0] }
    rules.fields = whole.fields.enumerated().map { index, field in
      guard !reads.fields.contains(Core.ID(index)), case .value = field.kind else { return field }
      var field = field
      field.initial = .any
      return field
    }
    rules.globals = whole.globals.enumerated().map { index, global in
      guard !reads.globals.contains(Core.ID(index)) else { return global }
      var global = global
      global.initial = .any
      return global
    }
    rules.events = whole.events.map { event in
      var event = event
      event.updates.removeAll { !reads.isWritten(by: $0.action) }
      (event.refusal, event.definedness) = ([], [])
      return event
    }
    return rules
  }
}
