import Basics
import Foundation
import Report
import Rulebook
import Semantics
import Testing

@Suite("Derived transitions")
struct TransitionTests {
  private func rules(_ path: URL) throws -> Core.Rules {
    let source = SourceText(path: path.path, bytes: Array(try Data(contentsOf: path)))
    let parsed = Parser.parse(source)
    let name = try #require(Compilation.requirements(of: parsed)?.value)
    let table = path.deletingLastPathComponent().appending(path: name)
    let requirements = SourceText(path: name, bytes: Array(try Data(contentsOf: table)))
    return try #require(
      Compilation.compile(source, parsed: parsed, requirements: requirements, settings: []).rules)
  }

  private func rules(_ declarations: String) throws -> Core.Rules {
    let text = "rulebook R\nrequirements \"r.tsv\"\n" + declarations
    let source = SourceText(path: "r.rulebook", bytes: Array(text.utf8))
    let table = SourceText(path: "r.tsv", bytes: Array("id\tsource\tkind\trequirement\n".utf8))
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: table, settings: [])
    return try #require(compilation.rules, "\(compilation.diagnostics)")
  }

  private func arrows(_ machine: StateMachine) -> [String] {
    machine.starts.map { "* > \($0.value) \($0.event ?? "-")" }
      + machine.edges.map { "\($0.from) > \($0.to) \($0.events.joined(separator: " "))" }
  }

  /// What of a shipped rulebook is drawn and what of it happens.
  private struct Coverage {
    var unexpected: Set<String> = []
    var seen: Set<String> = []
    var drawn: Set<String> = []

    mutating func note(_ change: String) {
      if drawn.contains(change) { seen.insert(change) } else { unexpected.insert(change) }
    }
  }

  @Test(
    "On random runs of shipped rulebooks a field changes only along an arrow",
    arguments: ["MyTaxiService", "RideHailing", "CitrusRental"])
  func differential(name: String) throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let rules = try rules(root.appending(path: "Models/\(name)/\(name).rulebook"))
    var coverage = Coverage()
    for (id, machine) in try machines(rules) {
      for start in machine.starts { coverage.drawn.insert("\(id) * \(start.value)") }
      for move in machine.transitions where move.from != move.to {
        coverage.drawn.insert("\(id) \(move.from) \(move.to) \(move.event)")
      }
    }
    let evaluator = Evaluator(rules)
    // Many runs: a few requests each, which nothing crowds out.
    for seed in 1...8 as ClosedRange<UInt64> {
      try walk(rules, evaluator, seed: seed, &coverage)
    }
    #expect(coverage.unexpected.sorted() == [])
    // Enough happens for this to mean something.
    #expect(coverage.seen.count * 3 >= coverage.drawn.count, "\(coverage)")
  }

  private func machines(
    _ rules: Core.Rules
  ) throws -> [(Core.ID<Core.Field>, StateMachine)] {
    let builder = StateMachineBuilder(rules)
    let found = rules.fields.indices.compactMap { index in
      builder.machine(Core.ID<Core.Field>(index)).map { (Core.ID<Core.Field>(index), $0) }
    }
    #expect(!found.isEmpty)
    return found
  }

  private func walk(
    _ rules: Core.Rules, _ evaluator: Evaluator, seed: UInt64, _ coverage: inout Coverage
  ) throws {
    var counts: [Core.ID<Core.Entity>: Int] = [:]
    var caps: [Core.ID<Core.Entity>: Int] = [:]
    for (index, entity) in rules.entities.enumerated() {
      if entity.isIntroduced { caps[Core.ID(index)] = 12 } else { counts[Core.ID(index)] = 2 }
    }
    let ids = try machines(rules).map(\.0)
    var run = try #require(try RandomRun(evaluator, counts: counts, caps: caps, seed: seed))
    for id in ids {
      for entity in 0..<run.state.count(of: rules[id].owner) {
        coverage.note("\(id) * \(shown(run.state[id, of: entity], of: id, rules))")
      }
    }
    for _ in 0..<250 {
      guard let next = try run.next() else { break }
      guard case .event(let step) = next else { continue }
      let event = rules[step.event].name
      for id in ids {
        let owner = rules[id].owner
        for entity in 0..<step.after.count(of: owner) {
          let after = shown(step.after[id, of: entity], of: id, rules)
          let change: String
          if entity < step.before.count(of: owner) {
            let before = shown(step.before[id, of: entity], of: id, rules)
            guard before != after else { continue }
            change = "\(id) \(before) \(after) \(event)"
          } else {
            change = "\(id) * \(after)"
          }
          coverage.note(change)
        }
      }
    }
  }

  private func shown(_ value: Value, of id: Core.ID<Core.Field>, _ rules: Core.Rules) -> String {
    guard case .symbol(let index) = value, case .value(let type) = rules[id].kind,
      case .enumeration(let enumeration) = type.scalar
    else { return "none" }
    return rules[enumeration].cases[Int(index)]
  }

  @Test("Guards, cases, definitions, invariants and aliases narrow what is possible")
  func narrowing() throws {
    let rules = try rules(
      """
      type Light = red | amber | green
      entity Lamp
        light: Light = red
        next: Lamp? = any
      define bright(l: Lamp) = l.light in {amber, green}
      event turn(lamp: Lamp) from user
        require bright(lamp)
        case lamp.light is amber
          lamp.light = green
        otherwise
          lamp.light = red
      event start(lamp: Lamp, other: Lamp) from user
        require lamp.next is other and other.light is red
        lamp.next!.light = amber
      event swap(lamp: Lamp, light: Light) from user
        require lamp.light is not light and lamp.light is not amber
        lamp.light = light
      invariant linked "Nobody points from a lamp that is green."
        all l: Lamp where l.light is green: l.next is none

      """)
    let machine = try #require(StateMachineBuilder(rules).machines().first)
    #expect(
      arrows(machine) == [
        "* > red -", "red > amber start swap", "red > green swap",
        "amber > green turn", "green > red turn swap", "green > amber swap",
      ])
  }

  @Test("Optional fields and states of the service have none as a value")
  func optional() throws {
    let rules = try rules(
      """
      type Light = red | green
      state shown: Light? = none
      event show(light: Light) from user
        require shown is none
        shown = light
      event hide() from user
        require shown is green
        shown = none

      """)
    let machine = try #require(StateMachineBuilder(rules).machines().first)
    #expect(machine.place == "shown")
    #expect(machine.values == ["none", "red", "green"])
    #expect(
      arrows(machine) == [
        "* > none -", "none > red show", "none > green show", "green > none hide",
      ])
  }
}
