/// A state machine as a Mermaid state diagram.
public struct MermaidDiagram: Sendable {
  private let machine: StateMachine
  /// What each value is called in the diagram's own text.
  private let ids: [String: String]

  public init(_ machine: StateMachine) {
    self.machine = machine
    var ids: [String: String] = [:]
    var taken = Set(machine.values)
    for value in machine.values {
      var id = value
      if !Self.isPlain(value) {
        id = "value_\(value)"
        while !taken.insert(id).inserted { id += "_" }
      }
      ids[value] = id
    }
    self.ids = ids
  }

  /// The whole text of a `.mmd` file, ended by a line end.
  public var text: String {
    var lines = ["---", "title: \(machine.place)", "---", "stateDiagram-v2"]
    for value in machine.values where id(value) != value {
      lines.append("    state \"\(value)\" as \(id(value))")
    }
    for value in isolated { lines.append("    \(id(value))") }
    for edge in starts {
      lines.append("    [*] --> \(id(edge.to))" + label(edge.events))
    }
    for edge in machine.edges {
      lines.append("    \(id(edge.from)) --> \(id(edge.to))" + label(edge.events))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var starts: [StateMachine.Edge] {
    machine.values.compactMap { value in
      let starts = machine.starts.filter { $0.value == value }
      guard !starts.isEmpty else { return nil }
      return StateMachine.Edge(from: "", to: value, events: starts.compactMap(\.event))
    }
  }

  /// Values that no arrow touches; they would be missing otherwise.
  private var isolated: [String] {
    let touched =
      machine.starts.map(\.value) + machine.transitions.flatMap { [$0.from, $0.to] }
    return machine.values.filter { !touched.contains($0) && id($0) == $0 }
  }

  private func label(_ events: [String]) -> String {
    events.isEmpty ? "" : " : \(events.joined(separator: ", "))"
  }

  private func id(_ value: String) -> String { ids[value] ?? value }

  /// Whether a name may stand in the diagram as it is. Mermaid's keywords may not, whatever
  /// their case, nor what JavaScript objects have from the start.
  private static func isPlain(_ name: String) -> Bool { !reserved.contains(name.lowercased()) }

  private static let reserved: Set<String> = [
    "acctitle", "accdescr", "as", "class", "classdef", "click", "default", "direction", "end",
    "hide", "href", "note", "root", "scale", "state", "statediagram", "style",
    "__proto__", "constructor", "hasownproperty", "isprototypeof", "propertyisenumerable",
    "prototype", "tolocalestring", "tostring", "valueof",
  ]
}
