import Basics
import Rulebook
import Testing

@Suite("The core that a rulebook becomes")
struct CoreTests {
  private func rules(_ text: String) throws -> Core.Rules {
    let compilation = Small.compile(text)
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return try #require(compilation.rules)
  }

  @Test(
    "Conditions are written out",
    arguments: [
      ("all t: Taxi: warm(t.color)", "∀t#0:Taxi. (t#0.color = red)"),
      ("no t: Taxi: t.online", "¬∃t#0:Taxi. t#0.online"),
      (
        "all t: Taxi where t.zone is not none: t.zone.size > 3 metres",
        "∀t#0:Taxi | ¬none?(t#0.zone). (3 metres < t#0.zone!.size)"
      ),
      ("all t: Taxi: t.online implies open", "∀t#0:Taxi. (¬t#0.online ∨ open)"),
      ("open iff not open", "(open = ¬open)"),
      ("open and (open and true)", "(open ∧ open)"),
      ("open or false", "open"),
      ("all t: Taxi: 1 < t.trips <= limit", "∀t#0:Taxi. ((1 < t#0.trips) ∧ (t#0.trips ≤ 3))"),
      (
        "all t: Taxi: t.color in {red, blue}", "∀t#0:Taxi. ((t#0.color = red) ∨ (t#0.color = blue))"
      ),
      (
        "all t: Taxi: t.paint not in {red, none}",
        "∀t#0:Taxi. ¬((t#0.paint = red) ∨ none?(t#0.paint))"
      ),
      (
        "all z: Zone, t in z.queue: some u in z.queue: t ahead of u in z.queue",
        "∀z#0:Zone,t#1:z#0.queue. ∃u#2:z#0.queue. t#1 ◁ u#2 ∈ z#0.queue"
      ),
      (
        "all z: Zone, t: Taxi: t is first x in z.queue where idle(x)",
        "∀z#0:Zone,t#1:Taxi. t#1 first x#2:z#0.queue | none?(x#2.zone)"
      ),
      (
        "some t: Taxi: t is not best x: Taxi by x.trips",
        "∃t#0:Taxi. ¬t#0 best[x#1.trips] x#1:Taxi"
      ),
      (
        "all t: Taxi: t.trips * 2 / 3 rounded up > 1",
        "∀t#0:Taxi. (1 < ⌈t#0.trips × 2 / 3⌉:Int)"
      ),
      (
        "all z: Zone: window * z.size / 1 min rounded down < 3 metres",
        "∀z#0:Zone. (⌊300000ms × z#0.size / 60000ms⌋:metres < 3 metres)"
      ),
      (
        "all t: Taxi: now - t.seen < window / 2 rounded down",
        "∀t#0:Taxi. ((now - t#0.seen) < 150000ms)"
      ),
      ("all t: Taxi: 2 * t.trips < 3 * 4", "∀t#0:Taxi. ((2 × t#0.trips):Int < 12)"),
      ("if open then true else false", "(open ? true : false)"),
    ])
  func conditions(text: String, expected: String) throws {
    let rules = try rules("invariant i\n  \(text)\n")
    guard case .always(let formula) = rules.properties[0].body else {
      Issue.record("no invariant")
      return
    }
    #expect(CorePrinter(rules).print(formula) == expected)
    #expect(rules.properties[0].text == text)
  }

  @Test("A definition has fresh variables at each use, and the state of its place")
  func definitions() throws {
    let rules = try rules(
      """
      define met(t: Taxi, z: Zone) = some u: Taxi: u.zone is z and u is not t and open
      define either(t: Taxi, a: Zone, b: Zone) = met(t, a) or met(t, b)
      step s after park
        met(t, z) and before(either(t, z, z)) and (all r: Ride: met(t, r.origin))
      """)
    guard case .step(let steps) = rules.properties[0].body else {
      Issue.record("no step")
      return
    }
    #expect(
      steps.map { CorePrinter(rules).print($0.formula) } == [
        "(∃u#2:Taxi. ((u#2.zone = z#1) ∧ ¬(u#2 = t#0) ∧ open)"
          + " ∧ (∃u#3:Taxi'. ((u#3.zone' = z#1) ∧ ¬(u#3 = t#0) ∧ open')"
          + " ∨ ∃u#4:Taxi'. ((u#4.zone' = z#1) ∧ ¬(u#4 = t#0) ∧ open'))"
          + " ∧ ∀r#5:Ride. ∃u#6:Taxi. ((u#6.zone = r#5.origin) ∧ ¬(u#6 = t#0) ∧ open))"
      ])
  }

  @Test("Effects and cases become updates under the conjunction of what leads to them")
  func effects() throws {
    let rules = try rules(
      """
      effect ride(t: Taxi, more: Int)
        case t.online
          t.trips += more
        case t.zone is not none
          leave(t)
        otherwise
          notify t bye
      every event except order, park
        require open
      every event except order, park
        require limit > 1
      event e(t: Taxi, r: Ride, z: Zone) from driver -> fare: Int
        require t.zone is z
        add t to t.zone.watched
        notify t hello(any)
        case r.taxi is t
          ride(r.taxi, fare + 1)
        otherwise
          append t to z.queue
        on refusal notify t bye
      """)
    let event = try #require(rules.events.last)
    let printer = CorePrinter(rules)
    #expect(
      event.guards.map { printer.print($0.condition) } == ["open", "(1 < 3)", "(t#0.zone = z#2)"])
    let here = "(r#1.taxi = t#0)"
    let online = "r#1.taxi!.online"
    let zone = "none?(r#1.taxi!.zone)"
    #expect(
      event.updates.map(printer.update) == [
        "add t#0 to t#0.zone!.watched", "notify t#0 hello(any)",
        "(\(here) ∧ \(online)) ⇒ r#1.taxi!.trips := (r#1.taxi!.trips + (fare#3 + 1))",
        "(\(here) ∧ ¬\(online) ∧ ¬\(zone)) ⇒ r#1.taxi!.zone := none",
        "(\(here) ∧ ¬\(online) ∧ \(zone)) ⇒ notify r#1.taxi! bye()",
        "¬\(here) ⇒ append t#0 to z#2.queue",
      ])
    #expect(event.refusal.map(printer.notification) == ["notify t#0 bye()"])
  }

  @Test("Facts have no guards, and what is assumed of them stays apart")
  func assumptions() throws {
    let rules = try rules(
      """
      every event
        require open
      assume sane at e [X1] "Taxis move."
        t.online and n > 3
      event e(t: Taxi, n: Int) from world
        t.trips -= n
      """)
    let event = try #require(rules.events.last)
    let printer = CorePrinter(rules)
    #expect(event.source == .world)
    #expect(event.guards == [])
    #expect(event.assumptions.map { printer.print($0.condition) } == ["(t#0.online ∧ (3 < n#1))"])
    #expect(event.assumptions.first?.sentence == "Taxis move.")
    #expect(event.updates.map(printer.update) == ["t#0.trips := (t#0.trips - n#1)"])
    #expect(rules.properties.isEmpty)
  }

  @Test("Uses of '!' and of ranges are left to be proved, each with what leads to it")
  func definedness() throws {
    let rules = try rules(
      """
      event e(t: Taxi, z: Zone) from driver
        require t.online
        t.zone!.size = 3 metres
        case t.trips > 5
          t.grade = t.trips - 5
        otherwise
          t.grade = 7
      event f(t: Taxi) from clock
        require t.zone is not none
        due t.left! + window
        t.zone!.size = 3 metres
      """)
    let printer = CorePrinter(rules)
    let needs = rules.events.suffix(2).map { event in
      event.definedness.map {
        "\(printer.print($0.condition)) ⊢ \(printer.print($0.fact)): \($0.text)"
      }
    }
    #expect(
      needs == [
        [
          "t#0.online ⊢ ¬none?(t#0.zone): t.zone is not none",
          "(t#0.online ∧ (5 < t#0.trips)) ⊢ ((0 ≤ (t#0.trips - 5)) ∧ ((t#0.trips - 5) ≤ 9)): "
            + "t.trips - 5 lies between 0 and 9",
        ], ["¬none?(t#0.zone) ⊢ ¬none?(t#0.left): t.left is not none"],
      ])
    #expect(rules.events.last?.due.map { printer.print($0.instant) } == "(t#0.left! + 300000ms)")
  }

  @Test("State, parameters and what is introduced")
  func state() throws {
    let rules = try rules(
      """
      entity Depot
        size: Int = 2 + limit
        near: Zone? = none
        code: Color = any
      sensitive Depot, Color
      """)
    let printer = CorePrinter(rules)
    let initials = rules.fields.suffix(3).map { field in
      switch field.initial {
      case .value(let value): printer.literal(value)
      case .any: "any"
      case .given: "given"
      }
    }
    #expect(initials == ["5", "none", "any"])
    #expect(rules.entities.filter(\.isIntroduced).map(\.name) == ["Ride"])
    #expect(rules.entities.filter(\.isSensitive).map(\.name) == ["Depot"])
    #expect(rules.enumerations.map(\.isSensitive) == [true])
    #expect(rules.globals.map(\.name) == ["open"])
    #expect(rules.digest.count == 64)
  }

  @Test("A step property has one formula for each event meant; the others have theirs")
  func properties() throws {
    let rules = try rules(
      """
      step s after every event
        open or before(open)
      step u after park, order
        z.size is before(z.size)
      reach r
        open
      reach q after order
        r.taxi is none
      bounded b
        all t: Taxi where t.online: t.trips > 3 lasts at most window + 1 s
      measure m
        count t: Taxi, z: Zone where t in z.queue
      """)
    let printer = CorePrinter(rules)
    let bodies = rules.properties.map { property in
      switch property.body {
      case .always(let e), .reach(let e): printer.print(e)
      case .step(let steps), .reachStep(let steps):
        steps.map { "\(rules[$0.event].name): \(printer.print($0.formula))" }.joined(
          separator: "; ")
      case .lasts(let l): "\(l.binders.count) \(printer.print(l.condition)) \(l.limit)"
      case .measure(let binders, let condition): "\(binders.count) \(printer.print(condition))"
      }
    }
    #expect(
      bodies == [
        "order: (open ∨ open'); park: (open ∨ open')",
        "park: (z#1.size = z#1.size'); order: (z#0.size = z#0.size')", "open",
        "order: none?(r#1.taxi)", "1 (t#0.online ∧ (3 < t#0.trips)) 301000",
        "2 t#0 ∈ z#1.queue",
      ])
  }
}
