import Basics
import Rulebook
import Semantics

/// Small rulebooks without sense, as text, which between them use every construct of the
/// language. They compile: what must be narrowed is. The same seed gives the same text.
package struct RandomRulebook {
  /// The type of a value, without whether it is optional.
  enum Kind: Hashable {
    case bool, int, grade, metres, time, duration, tone
    case entity(String)
  }

  enum Shape: Hashable {
    case value(Kind, isOptional: Bool)
    case queue(of: String)
    case set(of: String)
    case pairs(with: String, Kind, isOptional: Bool)
  }

  struct Field {
    let owner: String
    let name: String
    let shape: Shape
    /// As it stands after the type: a default, `any`, or nothing.
    let initial: String
    var isGhost = false
    var isGiven: Bool { if case .value = shape { initial.isEmpty } else { false } }
  }

  struct Global {
    let name: String
    let kind: Kind
    let isOptional: Bool
    let initial: String
  }

  struct Definition {
    let name: String
    let parameters: [(name: String, kind: Kind, isOptional: Bool)]
    let result: Kind
    let body: String
  }

  var random: SplitMix64
  /// Whether the cases of an event are often about the same few conditions.
  let hasChains: Bool
  /// Whether it has `each`, `clear`, comparisons with `count`, and old entities.
  let hasMany: Bool
  /// Whether it has comparisons of `count` with what is no constant, as one rulebook in four that
  /// has many.
  let hasCounters: Bool
  /// Whether it has fields of pairs, as one rulebook in four that has many.
  let hasPairs: Bool
  var fields: [Field] = []
  var globals: [Global] = []
  var definitions: [Definition] = []
  var effects: [(name: String, owner: String, body: String)] = []
  /// By name, with their parameters and results as properties of their steps see them.
  var events: [(name: String, source: String, scope: Scope)] = []
  var lines: [String] = []
  var names = 0

  static let introduced = ["J", "K"]
  static let sorts = ["A", "B", "J", "K"]

  /// nil: it does not compile, as where a constant that an effect is given fits in no range; that
  /// is so of very few.
  /// - Parameters:
  ///   - withChains: Whether the cases of an event are often about the same few conditions.
  ///   - withMany: Whether it has `each`, `clear`, comparisons with `count`, and old entities.
  ///     Without them a seed gives the rulebook that it gave before the language had them.
  package static func rules(
    seed: UInt64, withChains: Bool = false, withMany: Bool = true
  ) -> Core.Rules? {
    let text = text(seed: seed, withChains: withChains, withMany: withMany)
    let source = SourceText(path: "random", text: text)
    return Compilation.compile(source, parsed: Parser.parse(source), requirements: nil).rules
  }

  package static func text(
    seed: UInt64, withChains: Bool = false, withMany: Bool = true
  ) -> String {
    var book = RandomRulebook(
      random: SplitMix64(seed: seed), hasChains: withChains, hasMany: withMany,
      hasCounters: withMany && seed % 4 == 1, hasPairs: withMany && seed % 4 == 3)
    book.write()
    return book.lines.joined(separator: "\n") + "\n"
  }

  private init(
    random: SplitMix64, hasChains: Bool, hasMany: Bool, hasCounters: Bool, hasPairs: Bool
  ) {
    (self.random, self.hasChains, self.hasMany) = (random, hasChains, hasMany)
    (self.hasCounters, self.hasPairs) = (hasCounters, hasPairs)
  }

  // MARK: Choices

  mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }

  mutating func fresh(_ prefix: String) -> String {
    names += 1
    return "\(prefix)\(names)"
  }

  static func isIntroduced(_ sort: String) -> Bool { introduced.contains(sort) }

  // MARK: The book

  private mutating func write() {
    lines = [
      "rulebook Random", "requirements \"none.tsv\"", "", "type Tone = red | green | blue",
      "type Grade = 0...3", "type metres = Int", "sensitive Grade", "",
      "parameter pace = \(pick(["2 s", "500 ms", "1 min"]))",
      "parameter cap = \(pick([1, 2, 3]))", "parameter reach0 = \(pick([2, 5])) metres",
      "parameter allowed = \(pick(["true", "false"]))", "",
    ]
    declareFields()
    declareGlobals()
    lines += ["message ping, pong(n: Int, t: Tone, a: A?)", ""]
    for _ in 0..<2 { define() }
    lines.append("")
    for _ in 0..<2 { writeEffect() }
    writeEvents()
    writeProperties()
  }

  private mutating func declareFields() {
    for sort in Self.sorts {
      let isNew = Self.isIntroduced(sort)
      var own: [Field] = [
        Field(
          owner: sort, name: "tone", shape: .value(.tone, isOptional: chance(25)),
          initial: chance(20) ? " = any" : " = red"),
        Field(
          owner: sort, name: "at", shape: .value(.time, isOptional: chance(50)),
          initial: " = any"),
        Field(
          owner: sort, name: "n", shape: .value(.int, isOptional: chance(15)),
          initial: isNew && chance(30) ? "" : " = 0"),
        Field(
          owner: sort, name: "link", shape: .value(.entity(pick(Self.sorts)), isOptional: true),
          initial: chance(30) ? " = any" : " = none"),
        Field(owner: sort, name: "line", shape: .queue(of: pick(Self.sorts)), initial: ""),
      ]
      for _ in 0..<(1 + random.below(3)) { own.append(extraField(sort, isNew)) }
      if hasPairs, chance(70) { own.append(pairs(of: sort)) }
      own.append(contentsOf: certainReferences(sort, isNew))
      if chance(40) {
        own.append(
          Field(
            owner: sort, name: fresh("spook"), shape: .value(.int, isOptional: false),
            initial: " = 0", isGhost: true))
      }
      fields += own
      lines.append("entity \(sort)")
      for field in own {
        lines.append(
          "  \(field.isGhost ? "ghost " : "")\(field.name): \(text(field.shape))\(field.initial)")
      }
      lines.append("")
    }
  }

  private mutating func extraField(_ sort: String, _ isNew: Bool) -> Field {
    let name = fresh("f")
    switch random.below(8) {
    case 0: return Field(owner: sort, name: name, shape: .set(of: pick(Self.sorts)), initial: "")
    case 1: return Field(owner: sort, name: name, shape: .queue(of: pick(Self.sorts)), initial: "")
    case 2:
      return Field(
        owner: sort, name: name, shape: .value(.entity(pick(Self.sorts)), isOptional: true),
        initial: " = none")
    default:
      let kind = pick([Kind.bool, .grade, .metres, .duration, .int, .time])
      let isOptional = chance(30)
      let initial =
        isNew && chance(40)
        ? "" : chance(30) ? " = any" : " = \(isOptional ? "none" : literal(kind) ?? "any")"
      return Field(
        owner: sort, name: name, shape: .value(kind, isOptional: isOptional), initial: initial)
    }
  }

  private mutating func pairs(of sort: String) -> Field {
    let kind = pick([Kind.tone, .tone, .bool, .grade])
    let isOptional = chance(30)
    let initial = isOptional && chance(50) ? "none" : literal(kind)!
    return Field(
      owner: sort, name: fresh("pair"),
      shape: .pairs(with: pick(Self.sorts), kind, isOptional: isOptional),
      initial: " = \(initial)")
  }

  /// References that are never none; A.peer and B.peer together close a cycle of sorts.
  private mutating func certainReferences(_ sort: String, _ isNew: Bool) -> [Field] {
    func reference(_ target: String) -> Field {
      Field(
        owner: sort, name: "peer", shape: .value(.entity(target), isOptional: false),
        initial: isNew ? "" : " = any")
    }
    switch sort {
    case "A": return [reference("B")]
    case "B": return [reference("A")]
    case "J": return chance(70) ? [reference(pick(["A", "B", "K"]))] : []
    default: return chance(40) ? [reference(pick(["A", "J"]))] : []
    }
  }

  private mutating func declareGlobals() {
    globals = [
      Global(name: "open", kind: .bool, isOptional: false, initial: "true"),
      Global(name: "total", kind: .int, isOptional: false, initial: pick(["0", "any"])),
      Global(name: "last0", kind: .time, isOptional: true, initial: "none"),
      Global(
        name: "head", kind: .entity(pick(Self.sorts)), isOptional: true, initial: "none"),
      Global(name: "home", kind: .entity(pick(["A", "B"])), isOptional: false, initial: "any"),
      Global(name: "mood", kind: .tone, isOptional: chance(50), initial: "any"),
      Global(name: "mark", kind: .grade, isOptional: false, initial: "1"),
    ]
    for global in globals {
      lines.append(
        "state \(global.name): \(text(.value(global.kind, isOptional: global.isOptional)))"
          + " = \(global.initial)")
    }
    lines.append("")
  }

  private mutating func define() {
    let name = fresh("d")
    let sort = pick(Self.sorts)
    let parameters: [(name: String, kind: Kind, isOptional: Bool)] = [
      ("x", .entity(sort), chance(40)), ("m", pick([.int, .grade, .tone, .time]), false),
    ]
    var scope = Scope(site: .definition)
    scope.variables = parameters.map { Scope.Variable(name: $0, kind: $1, isOptional: $2) }
    let result = pick([Kind.bool, .bool, .int])
    let body =
      result == .bool ? formula(3, scope) : number(.int, 2, scope)
    definitions.append(
      Definition(name: name, parameters: parameters, result: result, body: body))
    let list = parameters.map { "\($0.name): \(text(.value($0.kind, isOptional: $0.isOptional)))" }
    lines.append("define \(name)(\(list.joined(separator: ", "))) = \(body)")
  }

  func text(_ shape: Shape) -> String {
    switch shape {
    case .value(let kind, let isOptional): text(kind) + (isOptional ? "?" : "")
    case .queue(let sort): "Queue<\(sort)>"
    case .set(let sort): "Set<\(sort)>"
    case .pairs(let sort, let kind, let isOptional):
      "(\(sort)) -> \(text(.value(kind, isOptional: isOptional)))"
    }
  }

  private func text(_ kind: Kind) -> String {
    switch kind {
    case .bool: "Bool"
    case .int: "Int"
    case .grade: "Grade"
    case .metres: "metres"
    case .time: "Time"
    case .duration: "Duration"
    case .tone: "Tone"
    case .entity(let sort): sort
    }
  }
}
