import Findings
import Rulebook

extension Prover {
  /// The encodings of the rulebook's state for solvers, as decision 002 names them.
  package var lowerings: [Certification.Lowering] {
    var places: [(name: String, places: [String])] = Way.names.map { ($0, []) }
    func add(_ place: String, _ way: Way) {
      places[way.rawValue].places.append(place)
    }
    for (index, field) in rules.fields.enumerated() {
      add("\(rules[field.owner].name).\(field.name)", Way(encoding.fields[index]))
    }
    for (index, global) in rules.globals.enumerated() {
      if case .optional = encoding.globals[index] { add(global.name, .optional) }
    }
    for entity in rules.entities where entity.isIntroduced { add(entity.name, .existence) }
    for index in encoding.clocks.keys.sorted() { add(rules.properties[index].name, .clock) }
    return places.filter { !$0.places.isEmpty }.map {
      Certification.Lowering(name: $0.name, places: $0.places)
    }
  }

  private var encoding: Encoding { Encoding(rules, Builder()) }

  private enum Way: Int {
    case function, optional, relation, set, queue, existence, clock

    static let names = [
      "a function of its owner", "whether there is one, and which",
      "a relation that leads to one entity at most", "a relation", "members and their tickets",
      "which of them exist", "a hidden clock for each binding",
    ]

    init(_ code: Encoding.FieldCode) {
      switch code {
      case .function: self = .function
      case .optional: self = .optional
      case .relation: self = .relation
      case .set: self = .set
      case .queue: self = .queue
      }
    }
  }
}
