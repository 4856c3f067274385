/// State machines as one Mermaid state diagram: a single one by itself, several as composite states
/// side by side.
package struct MermaidDiagram: Sendable {
  private let title: String
  private let machines: [StateMachine]

  /// Makes a diagram.
  /// - Parameter machines: Machines of different places.
  package init(_ machines: [StateMachine], title: String) {
    self.machines = machines
    self.title = title
  }

  /// The whole text of a `.mmd` file, ended by a line end.
  package var text: String {
    var lines = ["---", "title: \"\(title)\"", "---", "stateDiagram-v2"]
    if machines.count == 1 {
      lines += body(of: machines[0], indent: "    ", prefix: "")
    } else {
      for (index, machine) in machines.enumerated() {
        // A number distinguishes the ids of places whose joined names are alike.
        let id = "machine\(index + 1)"
        lines.append("    state \"\(machine.place)\" as \(id) {")
        lines += body(of: machine, indent: "        ", prefix: "\(id)_")
        lines.append("    }")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func body(of machine: StateMachine, indent: String, prefix: String) -> [String] {
    let ids = Self.ids(of: machine.values, prefix)
    func id(_ value: String) -> String { ids[value] ?? value }
    func label(_ events: [String]) -> String {
      events.isEmpty ? "" : " : \(events.joined(separator: ", "))"
    }
    var lines: [String] = []
    let touched = Set(
      machine.starts.map(\.value) + machine.transitions.flatMap { [$0.from, $0.to] })
    for value in machine.values {
      if id(value) != value {
        lines.append("state \"\(value)\" as \(id(value))")
      } else if !touched.contains(value) {
        // No arrow mentions it.
        lines.append(value)
      }
    }
    for value in machine.values {
      let starts = machine.starts.filter { $0.value == value }
      guard !starts.isEmpty else { continue }
      lines.append("[*] --> \(id(value))" + label(starts.compactMap(\.event)))
    }
    for edge in machine.edges {
      lines.append("\(id(edge.from)) --> \(id(edge.to))" + label(edge.events))
    }
    return lines.map { indent + $0 }
  }

  /// Returns the name of each value in the diagram's own text.
  private static func ids(of values: [String], _ prefix: String) -> [String: String] {
    var ids: [String: String] = [:]
    var taken = Set(values)
    for value in values {
      var id = value
      if !prefix.isEmpty || !isPlain(value) {
        id = (prefix.isEmpty ? "value_" : prefix) + value
        while !taken.insert(id).inserted { id += "_" }
      }
      ids[value] = id
    }
    return ids
  }

  /// Returns true if a name may stand unchanged in the diagram. Mermaid's keywords may not, in
  /// upper or lower case, nor the predefined properties of JavaScript objects.
  private static func isPlain(_ name: String) -> Bool { !reserved.contains(name.lowercased()) }

  private static let reserved: Set<String> = [
    "acctitle", "accdescr", "as", "choice", "class", "classdef", "click", "concurrent", "default",
    "description", "direction", "end", "fork", "hide", "href", "join", "left", "none", "note", "of",
    "over", "right", "root", "scale", "state", "statediagram", "style", "title", "constructor",
    "hasownproperty", "isprototypeof", "propertyisenumerable", "prototype", "tolocalestring",
    "tostring", "valueof", "__proto__",
  ]
}
