import Basics
import Rulebook
import Semantics

typealias E = Core.Expression

/// Hand-made rules of a depot: bays that are there from the start, jobs that events introduce.
enum Depot {
  static let span = SourceSpan(0, 1)

  // Types.
  static let color = Core.ID<Core.Enumeration>(0)
  static let metre = Core.ID<Core.Unit>(0)
  static let digit = Core.ID<Core.Range>(0)
  static let huge = Core.ID<Core.Range>(1)
  static let bay = Core.ID<Core.Entity>(0)
  static let job = Core.ID<Core.Entity>(1)

  // Fields.
  static let size = Core.ID<Core.Field>(0)
  static let isOpen = Core.ID<Core.Field>(1)
  static let queue = Core.ID<Core.Field>(2)
  static let watched = Core.ID<Core.Field>(3)
  static let owner = Core.ID<Core.Field>(4)
  static let since = Core.ID<Core.Field>(5)
  static let isBusy = Core.ID<Core.Field>(6)
  static let level = Core.ID<Core.Field>(7)
  static let weight = Core.ID<Core.Field>(8)
  static let total = Core.ID<Core.Global>(0)
  static let limit = Core.ID<Core.Global>(1)
  static let news = Core.ID<Core.Message>(0)

  static func rules(
    events: [Core.Event] = [], properties: [Core.Property] = []
  ) -> Core.Rules {
    var rules = Core.Rules(name: "Depot", digest: "")
    rules.enumerations = [.init(name: "Color", cases: ["red", "green"], isSensitive: false)]
    rules.units = [.init(name: "metre", isSensitive: false)]
    rules.ranges = [
      .init(name: "Digit", lower: 0, upper: 9, isSensitive: false),
      .init(name: "Huge", lower: .min, upper: .max, isSensitive: false),
    ]
    rules.entities = [
      .init(
        name: "Bay", fields: [size, isOpen, queue, watched], isIntroduced: false,
        isSensitive: false),
      .init(
        name: "Job", fields: [owner, since, isBusy, level, weight], isIntroduced: true,
        isSensitive: false),
    ]
    let unit = Core.Scalar.unit(metre)
    rules.fields = [
      field(bay, "size", .value(.init(unit)), .any),
      field(bay, "isOpen", .value(.init(.bool)), .value(.bool(true))),
      field(bay, "queue", .queue(of: job), .given),
      field(bay, "watched", .set(of: job), .given),
      field(
        job, "owner", .value(.init(.entity(bay), isOptional: true)),
        .value(.none(.entity(bay)))),
      field(job, "since", .value(.init(.time)), .given),
      field(job, "isBusy", .value(.init(.bool)), .value(.bool(false))),
      field(job, "level", .value(.init(.range(digit))), .value(.number(0, .range(digit)))),
      field(job, "weight", .value(.init(.int)), .any),
    ]
    rules.globals = [
      global("total", .init(.int), .value(.number(0, .int))),
      global("limit", .init(.duration), .any),
    ]
    rules.messages = [
      .init(name: "news", parameters: [.init(name: "count", type: .init(.int))])
    ]
    rules.events = events
    rules.properties = properties
    return rules
  }

  private static func field(
    _ owner: Core.ID<Core.Entity>, _ name: String, _ kind: Core.FieldKind, _ initial: Core.Initial
  ) -> Core.Field {
    Core.Field(
      owner: owner, name: name, kind: kind, initial: initial, isGhost: false, citations: [],
      span: span)
  }

  private static func global(
    _ name: String, _ type: Core.ValueType, _ initial: Core.Initial
  ) -> Core.Global {
    Core.Global(
      name: name, type: type, initial: initial, isGhost: false, citations: [], span: span)
  }

  static func event(
    _ name: String = "act", _ source: Core.Source = .system, _ parameters: [Core.Variable] = [],
    results: [Core.Result] = [], guards: [E] = [], assumptions: [E] = [], due: E? = nil,
    _ updates: [Core.Update] = [], refusal: [Core.Notification] = [],
    definedness: [Core.Definedness] = []
  ) -> Core.Event {
    Core.Event(
      name: name, source: source, parameters: parameters, results: results,
      guards: guards.enumerated().map {
        Core.Guard(condition: $1, citations: [], text: "guard \($0)", span: SourceSpan($0, 50))
      },
      assumptions: assumptions.map {
        Core.Assumption(
          name: "sane", condition: $0, citations: [], sentence: nil, text: "assumed", span: span)
      },
      due: due.map { Core.Due(instant: $0, citations: [], text: "due", span: span) },
      updates: updates, refusal: refusal, definedness: definedness, citations: [], span: span)
  }

  static func update(
    _ action: Core.Action, if condition: E = .literal(.bool(true)), at offset: Int = 10
  ) -> Core.Update {
    Core.Update(
      condition: condition, action: action, citations: [], span: SourceSpan(offset, offset + 1))
  }

  static func property(
    _ kind: Core.Property.Kind, _ body: Core.Property.Body
  ) -> Core.Property {
    Core.Property(
      kind: kind, name: kind.rawValue, citations: [], sentence: nil, body: body, text: "text",
      span: span)
  }

  /// Two bays of 5 and 8 metres, three jobs of weights 1, 2 and 2, since 100, 200 and 300;
  /// now is 1000. The first bay's queue is job 2, job 0; its watched set is job 1.
  static func sample(_ evaluator: Evaluator) -> State {
    var state = evaluator.initialState(counts: [bay: 2]) { place, _ in
      place == .field(size, of: 0) ? .number(5) : .number(8)
    }
    for index in 0..<3 {
      state = evaluator.adding(job, to: state)
      state[since, of: index] = .number(Int64(100 * (index + 1)))
      state[weight, of: index] = .number(index == 0 ? 1 : 2)
    }
    state.setQueue(queue, owner: 0, to: [2, 0])
    state.setSet(watched, owner: 0, to: [1])
    state.now = 1000
    return state
  }
}

// Short forms of the core's constructors.

func int(_ number: Int64) -> E { .literal(.number(number, .int)) }
func ms(_ number: Int64) -> E { .literal(.number(number, .duration)) }
func at(_ number: Int64) -> E { .literal(.number(number, .time)) }
let yes = E.literal(.bool(true))
let no = E.literal(.bool(false))
let nobody = E.literal(.none(.entity(Depot.bay)))

func variable(
  _ id: Int, _ name: String, _ scalar: Core.Scalar, isOptional: Bool = false
) -> Core.Variable {
  Core.Variable(id: id, name: name, type: .init(scalar, isOptional: isOptional))
}

extension E {
  func get(_ field: Core.ID<Core.Field>, _ era: Core.Era = .here) -> E {
    .field(field, of: self, era)
  }

  func collection(_ field: Core.ID<Core.Field>, _ era: Core.Era = .here) -> Core.Collection {
    Core.Collection(field: field, owner: self, era: era)
  }
}

/// The kind of error that an evaluation throws; nil if it does not.
func failure<Value>(_ body: () throws(EvaluationError) -> Value) -> EvaluationError.Kind? {
  do {
    _ = try body()
    return nil
  } catch {
    return error.kind
  }
}
