import Basics
import Rulebook
import Semantics
import Testing

/// Fields of pairs against a dictionary, which knows nothing of sets.
@Suite struct PairTests {
  static let text = """
    rulebook Pairs
    requirements "none.tsv"
    type Tone  = red | green | blue
    type Grade = 0...3
    entity A
      tone:  (A) -> Tone  = green
      grade: (A) -> Grade = 1
      mood:  (A) -> Tone? = none
      seen:  (A) -> Bool  = true
    event paint(x: A, y: A, t: Tone) from a
      x.tone(y) = t
    event copy(x: A, y: A, z: A) from a
      x.tone(y) = y.tone(z)
      x.mood(y) = if x.seen(z) then x.tone(z) else x.mood(z)
    event raise(x: A, y: A) from a
      require x.grade(y) < 3
      x.grade(y) += 1
      x.seen(y) = (not y.seen(x))
    event clear(x: A, y: A) from a
      x.mood(y) = none
      each z: A where x.tone(z) is blue:
        x.tone(z) = red
        z.seen(x) = false
    event mark(x: A, y: A, g: Grade) from a
      case x.mood(y) is not none and x.mood(y) is x.tone(y)
        x.grade(y) = g
      otherwise
        x.mood(y) = blue
    """

  static let rules: Core.Rules = {
    let source = SourceText(path: "pairs", text: text)
    guard
      let rules = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil).rules
    else { preconditionFailure("the rulebook does not compile") }
    return rules
  }()

  struct Key: Hashable {
    let x: Int32
    let y: Int32
  }

  /// What the rulebook means, by hand.
  struct Oracle {
    var tone: [Key: Int32] = [:]
    var grade: [Key: Int64] = [:]
    var mood: [Key: Int32?] = [:]
    var seen: [Key: Bool] = [:]

    func tone(_ x: Int32, _ y: Int32) -> Int32 { tone[Key(x: x, y: y)] ?? 1 }
    func grade(_ x: Int32, _ y: Int32) -> Int64 { grade[Key(x: x, y: y)] ?? 1 }
    func mood(_ x: Int32, _ y: Int32) -> Int32? { mood[Key(x: x, y: y)] ?? nil }
    func seen(_ x: Int32, _ y: Int32) -> Bool { seen[Key(x: x, y: y)] ?? true }

    mutating func perform(_ event: String, _ x: Int32, _ y: Int32, _ z: Int32, _ number: Int64) {
      let old = self
      let key = Key(x: x, y: y)
      switch event {
      case "paint": tone[key] = Int32(number % 3)
      case "copy":
        tone[key] = old.tone(y, z)
        mood[key] = old.seen(x, z) ? old.tone(x, z) : old.mood(x, z)
      case "raise":
        grade[key] = old.grade(x, y) + 1
        seen[key] = !old.seen(y, x)
      case "clear":
        mood[key] = .some(nil)
        for z in Int32(0)..<3 where old.tone(x, z) == 2 {
          tone[Key(x: x, y: z)] = 0
          seen[Key(x: z, y: x)] = false
        }
      default:
        if let known = old.mood(x, y), known == old.tone(x, y) {
          grade[key] = number
        } else {
          mood[key] = 2
        }
      }
    }

    func value(_ field: String, _ x: Int32, _ y: Int32) -> Value {
      switch field {
      case "tone": .symbol(tone(x, y))
      case "grade": .number(grade(x, y))
      case "mood": mood(x, y).map { .symbol($0) } ?? .none
      default: .bool(seen(x, y))
      }
    }
  }

  /// The first difference in a random run; nil: none.
  static func difference(_ rules: Core.Rules, seed: UInt64) throws -> String? {
    let evaluator = Evaluator(rules)
    var random = SplitMix64(seed: seed)
    var state = evaluator.initialState(counts: [Core.ID(0): 3]) { _, _ in .none }
    var oracle = Oracle()
    for step in 0..<60 {
      let index = random.below(rules.events.count)
      let event = rules.events[index]
      let (x, y, z) = (
        Int32(random.below(3)), Int32(random.below(3)), Int32(random.below(3))
      )
      let number = Int64(random.below(4))
      if event.name == "raise", oracle.grade(x, y) >= 3 { continue }
      let values: [Value] = [.entity(x), .entity(y)]
      let arguments: [Value] =
        switch event.name {
        case "paint": values + [.symbol(Int32(number % 3))]
        case "copy": values + [.entity(z)]
        case "mark": values + [.number(number)]
        default: values
        }
      do {
        state = try evaluator.fire(Core.ID(index), arguments, in: state).after
      } catch {
        return "step \(step), \(event.name): \(error)"
      }
      oracle.perform(event.name, x, y, z, number)
      if let difference = try compare(evaluator, state, oracle) {
        return "step \(step), \(event.name): \(difference)"
      }
    }
    return nil
  }

  private static func compare(
    _ evaluator: Evaluator, _ state: State, _ oracle: Oracle
  ) throws -> String? {
    let sort = Core.ValueType(.entity(Core.ID(0)))
    let (a, b) = (
      Core.Variable(id: 0, name: "a", type: sort), Core.Variable(id: 1, name: "b", type: sort)
    )
    for (index, field) in rules.fields.enumerated() where field.pair?.position == 0 {
      let pair = evaluator.rules.pairValue(Core.ID(index), of: .variable(a), .variable(b), .here)
      for x in Int32(0)..<3 {
        for y in Int32(0)..<3 {
          var context = Context(here: state)
          context.environment[a] = .entity(x)
          context.environment[b] = .entity(y)
          let found = try evaluator.evaluate(pair, in: context)
          let meant = oracle.value(field.statedName, x, y)
          if found != meant { return "\(field.statedName)(\(x), \(y)) is \(found), not \(meant)" }
        }
      }
    }
    return nil
  }

  @Test func asADictionary() throws {
    for seed in UInt64(0)..<60 {
      let difference = try Self.difference(Self.rules, seed: seed)
      #expect(difference == nil, "seed \(seed): \(difference ?? "")")
    }
  }

  /// A mistake that writing out pairs as sets may make.
  enum Mistake: CaseIterable {
    case staysInOtherSets
    case joinsNoSet
    case ignoresCases
    case leavesOnlyTheFirst
    case writesTheOtherWayRound

    func update(_ update: Core.Update, _ rules: Core.Rules) -> Core.Update? {
      switch (self, update.action) {
      case (.staysInOtherSets, .remove), (.joinsNoSet, .add): nil
      case (.leavesOnlyTheFirst, .remove(_, let set)) where rules[set.field].pair?.position ?? 0 > 0:
        nil
      case (.ignoresCases, .add): update.with(condition: .true, update.action)
      case (.writesTheOtherWayRound, .add(let other, let set)):
        update.with(
          condition: update.condition,
          .add(set.owner, to: Core.Collection(field: set.field, owner: other, era: set.era)))
      default: update
      }
    }
  }

  @Test(arguments: Mistake.allCases) func aMistakeIsNoticed(_ mistake: Mistake) throws {
    var rules = Self.rules
    rules.events = rules.events.map { event in
      Core.Event(
        name: event.name, source: event.source, parameters: event.parameters,
        results: event.results, guards: event.guards, assumptions: event.assumptions,
        due: event.due, updates: event.updates.compactMap { mistake.update($0, rules) },
        refusal: event.refusal, definedness: event.definedness, citations: event.citations,
        span: event.span)
    }
    let found = try (UInt64(0)..<10).contains { try Self.difference(rules, seed: $0) != nil }
    #expect(found)
  }

  @Test func twoValuesForOnePairAreOneToo() throws {
    let text =
      Self.text + """

        event twice(x: A, y: A, z: A, t: Tone) from a
          x.tone(y) = red
          x.tone(z) = t
        """
    let source = SourceText(path: "pairs", text: text)
    let rules = try #require(
      Compilation.compile(source, parsed: Parser.parse(source), requirements: nil).rules)
    let evaluator = Evaluator(rules)
    let state = evaluator.initialState(counts: [Core.ID(0): 2]) { _, _ in .none }
    let event = Core.ID<Core.Event>(rules.events.count - 1)
    func isDefined(_ z: Int32, _ tone: Int32) -> Bool {
      (try? evaluator.fire(event, [.entity(0), .entity(0), .entity(z), .symbol(tone)], in: state))
        != nil
    }
    #expect(isDefined(1, 2))
    #expect(isDefined(0, 0))
    #expect(!isDefined(0, 2))
  }
}

extension Core.Update {
  fileprivate func with(condition: Core.Expression, _ action: Core.Action) -> Core.Update {
    Core.Update(
      each: each, condition: condition, action: action, citations: citations, span: span)
  }
}
