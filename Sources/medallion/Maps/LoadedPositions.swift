import Basics
import Findings
import Rulebook
import Traces
import Zones

/// `--zones Zone=FILE`: the map on which positions of a trace are looked up.
enum LoadedPositions {
  /// - Parameter option: ENTITY=FILE.
  static func load(
    _ option: String, idProperty: String, _ rules: Core.Rules
  ) throws(Failure) -> PositionNames {
    guard let sign = option.firstIndex(of: "="), sign != option.startIndex else {
      throw Failure(
        .wrongInput, "--zones \(option): expected ENTITY=FILE, such as Zone=zones.geojson")
    }
    let entity = try entity(String(option[..<sign]), rules)
    let path = String(option[option.index(after: sign)...])
    return try load(path, entity, idProperty: idProperty)
  }

  /// The entity that the zones of a map are said to be.
  static func entity(
    _ name: String, _ rules: Core.Rules
  ) throws(Failure) -> Core.ID<Core.Entity> {
    if let index = rules.entities.firstIndex(where: { $0.name == name }) { return Core.ID(index) }
    let hint = suggestion(for: name, among: rules.entities.map(\.name))
    throw Failure(.wrongInput, "--zones: the rulebook has no entity '\(name)'\(hint)")
  }

  static func load(
    _ path: String, _ entity: Core.ID<Core.Entity>, idProperty: String
  ) throws(Failure) -> PositionNames {
    let map = try LoadedZones.load(
      path, city: nil, compare: nil, LoadedZones.Reading(idProperty: idProperty)
    ).map
    let locator: ZoneLocator
    do throws(ZoneLocator.Fault) {
      locator = try ZoneLocator(map)
    } catch {
      throw Failure(error, map, path: path)
    }
    return PositionNames(entity, names: map.zones.map(\.id)) { longitude, latitude in
      guard let place = locator.place(longitude: longitude, latitude: latitude) else {
        return .invalid
      }
      switch place {
      case .inside(let zone): return .entity(zone, .inside)
      case .overlap(let zone): return .entity(zone, .overlap)
      case .border(let zone): return .entity(zone, .border)
      case .outside: return .nobody
      }
    }
  }
}

extension Failure {
  /// Creates the error that no positions can be looked up on a map.
  init(_ fault: ZoneLocator.Fault, _ map: ZoneMap, path: String) {
    let zone =
      switch fault {
      case .ringsCross(let zone): map.zones[zone].id
      }
    self.init(
      .wrongInput,
      "\(path): the rings of '\(zone)' cross each other or themselves; `medallion zones` shows "
        + "where")
  }
}

extension PositionNames {
  /// Returns the note on positions after a replay.
  func note(_ rules: Core.Rules, since before: Counts) -> String {
    let counts = counts
    let all = counts.all - before.all
    let onBorders = counts.onBorders - before.onBorders
    let nowhere = counts.nowhere - before.nowhere
    let inOverlaps = counts.inOverlaps - before.inOverlaps
    let name = rules[sort].name
    let several =
      inOverlaps == 0
      ? "" : "; \(inOverlaps) in several, likewise: the map is no partition (`medallion zones`)"
    return "\(counted(all, "position")) \(all == 1 ? "was" : "were") looked up: \(onBorders) on a "
      + "border, which the \(name) has whose id comes first\(several); \(nowhere) in none"
  }
}
