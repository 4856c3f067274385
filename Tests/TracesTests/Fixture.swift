import Basics
import Rulebook
import Traces

/// A small service that has every kind of type, event and field.
enum Fixture {
  static let rules: Core.Rules = {
    var rules = Core.Rules(name: "fixture", digest: "")
    rules.enumerations = [
      .init(name: "TaxiStatus", cases: ["available", "busy", "open"], isSensitive: false),
      .init(name: "Stage", cases: ["open", "held", "closed"], isSensitive: false),
      .init(name: "Secret", cases: ["alpha", "beta"], isSensitive: true),
    ]
    rules.units = [.init(name: "metres", isSensitive: false)]
    rules.ranges = [
      .init(name: "Rating", lower: 1, upper: 5, isSensitive: false),
      .init(name: "Code", lower: 1000, upper: 9999, isSensitive: true),
    ]
    rules.entities = [
      .init(name: "Taxi", fields: ids(0...2), isIntroduced: false, isSensitive: false),
      .init(name: "Request", fields: ids(3...5), isIntroduced: true, isSensitive: false),
      .init(name: "Passenger", fields: ids(6...6), isIntroduced: false, isSensitive: true),
      .init(name: "Zone", fields: ids(7...7), isIntroduced: false, isSensitive: false),
    ]
    rules.fields = [
      field(0, "status", .value(status)),
      field(0, "zone", .value(.init(zone.scalar, isOptional: true))),
      field(0, "code", .value(.init(.int))),
      field(1, "stage", .value(stage)),
      field(1, "status", .value(stage)),
      field(1, "refusedBy", .set(of: Core.ID(0))),
      field(2, "code", .value(code)),
      field(3, "queue", .queue(of: Core.ID(0))),
    ]
    rules.globals = [
      global("dataEntered", .init(.bool)), global("limit", .init(.duration, isOptional: true)),
    ]
    rules.messages = [
      .init(
        name: "rideOffered",
        parameters: [.init(name: "request", type: request), .init(name: "deadline", type: time)]),
      .init(name: "codeSent", parameters: [.init(name: "code", type: code)]),
    ]
    rules.events = [
      event("offer", .system, [("request", request), ("taxi", taxi)]),
      event(
        "order", .input(actor: "passenger"),
        [("passenger", passenger), ("from", .init(zone.scalar, isOptional: true))],
        results: [("request", request, true), ("estimate", .init(.duration), false)]),
      event(
        "report", .input(actor: "driver"),
        [
          ("rating", .init(.range(Core.ID(0)))), ("driven", .init(.unit(Core.ID(0)))),
          ("when", time), ("wait", .init(.duration)), ("free", .init(.bool)),
          ("count", .init(.int)), ("status", status),
        ]),
      event("enter", .input(actor: "driver"), [("code", code), ("secret", secret)]),
      event("crosses", .world, [("taxi", taxi)]),
      event("expire", .clock, [("request", request)]),
    ]
    return rules
  }()

  static let status = Core.ValueType(.enumeration(Core.ID(0)))
  static let stage = Core.ValueType(.enumeration(Core.ID(1)))
  static let secret = Core.ValueType(.enumeration(Core.ID(2)))
  static let code = Core.ValueType(.range(Core.ID(1)))
  static let taxi = Core.ValueType(.entity(Core.ID(0)))
  static let request = Core.ValueType(.entity(Core.ID(1)))
  static let passenger = Core.ValueType(.entity(Core.ID(2)))
  static let zone = Core.ValueType(.entity(Core.ID(3)))
  static let time = Core.ValueType(.time)

  static func event(
    _ name: String, _ source: Core.Source, _ parameters: [(String, Core.ValueType)],
    results: [(String, Core.ValueType, isNew: Bool)] = []
  ) -> Core.Event {
    let variables = parameters.enumerated().map { Core.Variable(id: $0, name: $1.0, type: $1.1) }
    let results = results.enumerated().map { index, result in
      Core.Result(
        variable: .init(id: parameters.count + index, name: result.0, type: result.1),
        isNew: result.isNew)
    }
    return Core.Event(
      name: name, source: source, parameters: variables, results: results, guards: [],
      assumptions: [], due: nil, updates: [], refusal: [], definedness: [], citations: [],
      span: SourceSpan(0, 0))
  }

  static func items(_ text: String) -> [TraceReader.Item] {
    Array(TraceSequence(Array(text.utf8), rules: rules))
  }

  private static func ids(_ range: ClosedRange<Int>) -> [Core.ID<Core.Field>] {
    range.map { Core.ID($0) }
  }

  private static func field(_ owner: Int, _ name: String, _ kind: Core.FieldKind) -> Core.Field {
    Core.Field(
      owner: Core.ID(owner), name: name, kind: kind, initial: .any, isGhost: false, citations: [],
      span: SourceSpan(0, 0))
  }

  private static func global(_ name: String, _ type: Core.ValueType) -> Core.Global {
    Core.Global(
      name: name, type: type, initial: .any, isGhost: false, citations: [], span: SourceSpan(0, 0))
  }
}

/// A text in which `▸` marks the byte that is meant; the mark is no part of the text.
struct Marked: CustomStringConvertible {
  let text: String
  let offset: Int

  init(_ marked: String) {
    let parts = marked.split(separator: "▸", maxSplits: 1, omittingEmptySubsequences: false)
    offset = parts[0].utf8.count
    text = parts.joined()
  }

  var description: String { text }
}
