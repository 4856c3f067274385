import Findings
import Report
import Rulebook
import Semantics
import Zones

/// The fields of a rulebook that say which entities are in which zone: those that name a zone and
/// that events set, and the queues and sets that zones have.
struct ZoneFields {
  private struct Field {
    let id: Core.ID<Core.Field>
    /// The text before and behind the name of the entity that has the field, in descriptions of a
    /// run.
    let before: String
    let behind: String
    let role: DossierMap.Role
  }

  private let fields: [Field]
  var ids: [Core.ID<Core.Field>] { fields.map(\.id) }
  var roles: [DossierMap.Role] { fields.map(\.role) }

  /// - Parameter zone: the entity that the zones of the map are.
  init(_ rules: Core.Rules, zone: Core.ID<Core.Entity>) {
    let changed = rules.events.reduce(into: Set<Core.Location>()) { $0.formUnion($1.written) }
    let ids = rules.fields.indices.map { Core.ID<Core.Field>($0) }.filter { id in
      let field = rules[id]
      switch field.kind {
      case .queue, .set: return field.owner == zone
      case .value(let type):
        return type.scalar == .entity(zone) && field.owner != zone && changed.contains(.field(id))
      }
    }
    let owners = ids.map { rules[$0].owner }
    fields = ids.map { id in
      let field = rules[id]
      let owner = rules[field.owner].name
      let isOfZone = field.owner == zone
      let isAlone = owners.count { $0 == field.owner } == 1
      return Field(
        id: id, before: owner.lowercased() + " ", behind: "." + field.name,
        role: DossierMap.Role(
          title: "\(owner).\(field.name)",
          word: isOfZone
            ? field.name : owner.lowercased() + (isAlone ? "" : ".\(field.name)"),
          isQueue: isOfZone))
    }
  }

  /// Returns the place of each entity after each step of a run.
  func journey(_ run: Run) -> DossierMap.Journey {
    var journey = DossierMap.Journey(roles: fields.count)
    var contents = fields.map { _ in [String: String]() }
    func take(_ place: String, _ content: String) {
      for (index, field) in fields.enumerated()
      where place.hasPrefix(field.before) && place.hasSuffix(field.behind)
        && place.count > field.before.count + field.behind.count
      {
        let owner = place.dropFirst(field.before.count).dropLast(field.behind.count)
        contents[index][String(owner)] = content
      }
    }
    func add(_ title: String) {
      journey.add(
        title,
        zip(fields, contents).map { field, contents in
          Self.whereabouts(
            field.role,
            contents.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.map {
              owner, content in
              let isList = content.hasPrefix("[") || content.hasPrefix("{")
              let list = isList ? String(content.dropFirst().dropLast()) : content
              return (owner, list.isEmpty || list == "none" ? [] : list.split(", "))
            })
        })
    }
    for line in run.start {
      let parts = line.split(" = ")
      if parts.count == 2 { take(parts[0], parts[1]) }
    }
    add("at the start")
    for step in run.steps {
      for change in step.changes { take(change.place, change.after) }
      add(step.event ?? "time passes")
    }
    return journey
  }

  /// Returns the place of each entity by the content of the fields, for each role.
  func whereabouts(
    _ readings: [[(owner: String, values: [String])]]
  ) -> DossierMap.Journey.Whereabouts {
    zip(fields, readings).map { Self.whereabouts($0.role, $1) }
  }

  private static func whereabouts(
    _ role: DossierMap.Role, _ readings: [(owner: String, values: [String])]
  ) -> [String: [String]] {
    var places: [String: [String]] = [:]
    for (owner, values) in readings {
      if role.isQueue {
        places[owner] = values
      } else {
        places[values.first ?? "", default: []].append(owner)
      }
    }
    return places
  }
}

extension String {
  /// The parts between texts that separate them.
  fileprivate func split(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

extension DossierMap {
  init(_ picture: Picture, roles: [Role]) {
    self.init(
      svg: picture.svg(), width: picture.size.width, height: picture.size.height,
      zonesID: Picture.zonesID,
      zones: picture.labels.map {
        Zone(name: $0.zone, x: $0.x, y: $0.y, width: $0.width, letter: $0.letter)
      }, roles: roles)
  }
}
