import Rulebook
import Traces

/// `--zones MAP` or `--zones ENTITY=MAP` of a dossier: a map, and the entity that its zones are.
struct MapOption {
  /// The property of the map that identifies a zone.
  static let idProperty = "zone"

  let path: String
  /// The entity that the zones of the map are; nil: the rulebook has none for them.
  let entity: Core.ID<Core.Entity>?

  /// Parses the option. Without an entity it takes the one that is called like the property which
  /// identifies a zone.
  init(_ option: String, _ rules: Core.Rules) throws(Failure) {
    if let sign = option.firstIndex(of: "="), sign != option.startIndex,
      option[..<sign].allSatisfy({ $0.isLetter || $0.isNumber })
    {
      entity = try LoadedPositions.entity(String(option[..<sign]), rules)
      path = String(option[option.index(after: sign)...])
    } else {
      entity = rules.entities.firstIndex { $0.name.lowercased() == Self.idProperty }.map {
        Core.ID($0)
      }
      path = option
    }
  }

  /// The entities that positions in traces stand for.
  func positions(_ rules: Core.Rules) throws(Failure) -> PositionNames? {
    try entity.map { entity throws(Failure) in
      try LoadedPositions.load(path, entity, idProperty: Self.idProperty)
    }
  }
}
