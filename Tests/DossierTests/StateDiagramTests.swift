import Basics
import Foundation
import Report
import Rulebook
import Testing

/// State diagrams are laid out so that every label can be read.
@Suite struct StateDiagramTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static var rulebooks: [URL] {
    get throws {
      let models = root.appending(path: "Models")
      return try FileManager.default.contentsOfDirectory(
        at: models, includingPropertiesForKeys: nil
      )
      .map { $0.appending(path: $0.lastPathComponent + ".rulebook") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    }
  }

  private func machines(_ path: URL) throws -> [StateMachine] {
    let source = SourceText(path: path.path, bytes: Array(try Data(contentsOf: path)))
    let parsed = Parser.parse(source)
    let name = try #require(Compilation.requirements(of: parsed)?.value)
    let table = path.deletingLastPathComponent().appending(path: name)
    let requirements = SourceText(path: name, bytes: Array(try Data(contentsOf: table)))
    let rules = try #require(
      Compilation.compile(source, parsed: parsed, requirements: requirements, settings: []).rules)
    return StateMachineBuilder(rules).machines()
  }

  /// The pairs that touch of all labels and states.
  private func collisions(_ diagram: StateDiagram) -> Int {
    let boxes = diagram.boxes + diagram.labels.compactMap(\.?.box)
    return boxes.indices.reduce(0) { count, index in
      count + boxes[(index + 1)...].count(where: boxes[index].intersects)
    }
  }

  @Test("No label of a shipped rulebook's diagrams is left out, or touches another or a state")
  func shipped() throws {
    var count = 0
    for rulebook in try Self.rulebooks {
      for machine in try machines(rulebook) {
        let diagram = StateDiagram(machine)
        #expect(collisions(diagram) == 0, "\(machine.place)")
        #expect(!diagram.labels.contains { $0 == nil }, "\(machine.place)")
        count += diagram.labels.count
      }
    }
    #expect(count > 100)
  }

  @Test(
    "Where there is no room a label is left out rather than laid over another", arguments: 2...9)
  func dense(states: Int) throws {
    let values = (0..<states).map { "state\($0)" }
    let transitions = values.flatMap { from in
      values.map { to in
        ["from": from, "to": to, "event": "aRatherLongNameOfAnEventFrom\(from)To\(to)"]
      }
    }
    let document: [String: Any] = [
      "place": "All.states", "type": "States", "values": values,
      "starts": [["value": values[0]]], "transitions": transitions,
    ]
    let machine = try JSONDecoder().decode(
      StateMachine.self, from: try JSONSerialization.data(withJSONObject: document))
    let diagram = StateDiagram(machine)
    #expect(collisions(diagram) == 0)
    #expect(diagram.labels.count == states * states)
  }
}
